import { groupBy } from '../../core/graph/graph.ts';
import type { Failure } from '../../core/model/finding.ts';
import { listNames, plural } from '../../core/model/text.ts';
import { resourceOf } from '../../core/resources/registry.ts';
import type { Account, Missing } from './account.ts';

/** One failure for each cause, for any number of requests. */
export function failuresOf({ parts, missing }: Account, baseUrl: string): readonly Failure[] {
  return Array.from(groupBy(missing, ({ fault }) => fault.group).values(), (members) => {
    const [{ source, fault }] = members;
    const isOne = members.every((each) => each.source === source);
    const isRefused = members.some((each) => each.isRefused);
    return {
      source: isOne ? source : baseUrl,
      message: members.length === 1 ? fault.message : describe(members),
      exit: parts.length === 0 || isRefused ? 2 : 3,
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
