import { groupBy } from '../../core/graph/graph.ts';
import type { Failure } from '../../core/model/finding.ts';
import { listNames, plural } from '../../core/model/text.ts';
import { resourceOf } from '../../core/resources/registry.ts';
import type { Account } from './account.ts';
import type { Missing } from './list.ts';

/** One failure for each cause, for any number of requests. */
export function failuresOf({ parts, missing }: Account, baseUrl: string): readonly Failure[] {
  // Without the list of workflows, another run would not help.
  const isRefused = ({ of, id, fault }: Missing): boolean =>
    of === 'workflows' &&
    id === undefined &&
    fault.kind !== 'temporary' &&
    parts.every((part) => part.of !== of);
  return Array.from(groupBy(missing, ({ fault }) => fault.group).values(), (members) => {
    const [{ source, fault }] = members;
    const isOne = members.every((each) => each.source === source);
    return {
      source: isOne ? source : baseUrl,
      message: members.length === 1 ? fault.message : describe(members),
      exit: parts.length === 0 || members.some(isRefused) ? 2 : 3,
    };
  });
}

/** The cause, and what was not read because of it. */
function describe(members: readonly [Missing, ...Missing[]]): string {
  const parts = Array.from(
    groupBy(members, ({ of }) => of),
    ([of, own]) => {
      const nouns = resourceOf(of)?.plural ?? of;
      const ids = own.flatMap(({ id }) => id ?? []);
      if (ids.length === 0) return `the list of ${nouns}`;
      return `${plural(ids.length, resourceOf(of)?.noun ?? 'workflow', nouns)}: ${listNames(ids)}`;
    },
  );
  return `${members[0].fault.message}; not read: ${parts.join(', ')}`;
}
