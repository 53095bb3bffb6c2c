import type { Workspace } from '../workspace.ts';
import { configText } from './config.ts';
import { UNKNOWN } from './unknown.ts';
import type { ApiCall, Step } from './workflow.ts';

type Groups<T> = ReadonlyMap<string, readonly T[]>;

/**
 * The steps that name an event, by the name that is meant: triggers, waits, and steps of an unknown
 * type, which most likely wait for it. Undefined where the steps or events of one are not known.
 */
export function listenersOf(workspace: Workspace): Groups<Step> | undefined {
  const { workflows } = workspace;
  const steps = workflows.flatMap((workflow) => workflow.steps ?? []);
  const isKnown =
    workflows.every((workflow) => workflow.steps !== undefined) &&
    steps.every(({ config }) => config['event_name'] !== UNKNOWN);
  return isKnown ? byEvent(steps, (step) => configText(step, 'event_name'), workspace) : undefined;
}

/** The calls that send events, by the name that is meant. Undefined where one is not known. */
export function sendersOf(workspace: Workspace): Groups<ApiCall> | undefined {
  const calls = workspace.documents
    .flatMap((document) => document.calls)
    .filter(({ does, isWrapper }) => does === 'send' && !isWrapper);
  const isKnown = calls.every(({ event }) => event !== undefined);
  return isKnown ? byEvent(calls, ({ event }) => event, workspace) : undefined;
}

function byEvent<T>(
  items: readonly T[],
  nameOf: (item: T) => string | undefined,
  { event }: Pick<Workspace, 'event'>,
): Groups<T> {
  const found = new Map<string, T[]>();
  for (const item of items) {
    const name = nameOf(item);
    if (name === undefined) continue;
    const meant = event(name)?.name ?? name;
    const group = found.get(meant);
    if (group === undefined) found.set(meant, [item]);
    else group.push(item);
  }
  return found;
}
