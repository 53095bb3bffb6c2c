import type { Workspace } from '../workspace.ts';
import { configText } from './config.ts';
import { UNKNOWN } from './unknown.ts';
import type { ApiCall, Step } from './workflow.ts';

/** The name of an event that a written one means. */
const meantName = (name: string, workspace: Workspace): string =>
  workspace.event(name)?.name ?? name;

/**
 * The steps that name an event, by the name that is meant: triggers, waits, and steps of an unknown
 * type, which most likely wait for it. Undefined where the steps or events of one are not known.
 */
export function listenersOf(
  workspace: Workspace,
): ReadonlyMap<string, readonly Step[]> | undefined {
  const found = new Map<string, Step[]>();
  for (const { steps } of workspace.workflows) {
    if (steps === undefined) return undefined;
    for (const step of steps) {
      if (step.config['event_name'] === UNKNOWN) return undefined;
      const name = configText(step, 'event_name');
      if (name !== undefined) addTo(found, meantName(name, workspace), step);
    }
  }
  return found;
}

/** The calls that send events, by the name that is meant. Undefined where one is not known. */
export function sendersOf(
  workspace: Workspace,
): ReadonlyMap<string, readonly ApiCall[]> | undefined {
  const found = new Map<string, ApiCall[]>();
  for (const call of workspace.documents.flatMap(({ calls }) => calls)) {
    if (call.does !== 'send' || call.isWrapper) continue;
    if (call.event === undefined) return undefined;
    addTo(found, meantName(call.event, workspace), call);
  }
  return found;
}

function addTo<T>(groups: Map<string, T[]>, key: string, item: T): void {
  const group = groups.get(key);
  if (group === undefined) groups.set(key, [item]);
  else group.push(item);
}
