import { groupBy } from '../../core/model/groups.ts';
import type { FoundCall } from './calls.ts';
import { entryOf, knownText, type Value } from './values.ts';

/**
 * Scripts create a workflow or update it: calls with the same steps are one workflow, of which the creation is kept. Of several
 * workflows with one name in a package, the later ones count as updates, without name and status.
 */
export function withoutTwins(calls: readonly FoundCall[]): readonly FoundCall[] {
  const byOrigin = groupBy(calls, (call) => originOf(call) ?? call);
  const kept = new Set<FoundCall>();
  for (const [, group] of byOrigin) {
    const named = groupBy(group, ({ given }) => nameOf(given));
    for (const [name, same] of named) {
      // An update without a name is of the workflow that has one.
      if (name === undefined && named.size > 1) continue;
      kept.add((same.find(({ does }) => does === 'create') ?? same[0]) as FoundCall);
    }
  }
  const names = new Set<string>();
  return calls.flatMap((call) => {
    if (!kept.has(call)) return [];
    const name = isOfWorkflow(call) ? nameOf(call.given) : undefined;
    if (name === undefined) return call;
    const key = JSON.stringify([packageOf(call.site.module.path), name]);
    if (!names.has(key)) {
      names.add(key);
      return call;
    }
    return { ...call, given: withoutName(call.given) };
  });
}

/** Whether a call creates or changes a workflow. */
export const isOfWorkflow = ({ does }: FoundCall): boolean =>
  does === 'create' || does === 'update';

/** Where the steps are written. */
function originOf(call: FoundCall): string | undefined {
  const steps = isOfWorkflow(call) ? entryOf(call.given, 'steps') : undefined;
  if (steps?.kind !== 'array') return undefined;
  const { module, start, end } = steps.site;
  return `${module.path} ${start} ${end}`;
}

const nameOf = (given: Value): string | undefined => knownText(entryOf(given, 'name'));

/** The folder of a package of a repository with several. */
const packageOf = (path: string): string =>
  /^.*\/(?:packages|apps|services|examples)\/[^/]+\//.exec(path)?.[0] ?? '';

function withoutName(given: Value): Value {
  if (given.kind !== 'object') return given;
  const entries = new Map(given.entries);
  entries.delete('name');
  entries.delete('status');
  return { ...given, entries };
}
