import { count } from '../../core/model/duration.ts';
import { groupBy } from '../../core/model/groups.ts';
import { quote } from '../../core/model/label.ts';
import { resourceTypeOf } from '../../core/resources/registry.ts';
import type { LiveFailure } from '../../load/live-item.ts';
import type { ApiFault } from './request.ts';

/** A list, an item of a list, or what is fetched by its id, that could not be read. */
export interface Missing {
  readonly of: NonNullable<LiveFailure['of']>;
  /** Its URL. */
  readonly source: string;
  readonly fault: ApiFault;
  /** What was fetched by itself. */
  readonly id?: string;
  readonly isItem?: boolean;
  /** Nothing of the collection came, and trying again would not help. */
  readonly isRefused?: boolean;
}

const MAX_EXAMPLES = 3;
const TOO_MANY_REQUESTS = 429;

/**
 * One failure for each cause, however many requests failed by it.
 * @param isNothing nothing at all was read.
 */
export function* groupMissing(
  missing: readonly Missing[],
  baseUrl: string,
  isNothing: boolean,
): Iterable<LiveFailure> {
  for (const members of groupBy(missing, ({ fault }) => fault.group).values()) {
    const [first] = members as [Missing, ...Missing[]];
    const ofs = new Set(members.map(({ of }) => of));
    const sources = new Set(members.map(({ source }) => source));
    // A service that answers "too many requests" is there, and can be read later.
    const isOver = isNothing && first.fault.status !== TOO_MANY_REQUESTS;
    yield {
      kind: 'failure',
      of: ofs.size === 1 ? first.of : undefined,
      source: sources.size === 1 ? first.source : baseUrl,
      message: members.length === 1 ? first.fault.message : describe(members),
      refused: isOver || members.some(({ isRefused }) => isRefused === true),
    };
  }
}

/** The cause, how much was not read by it, and some examples. */
function describe(members: readonly Missing[]): string {
  const asked = members.filter(({ fault }) => fault.isAsked);
  const { fault } = asked[0] ?? (members[0] as Missing);
  const ids = members.flatMap(({ id }) => id ?? []);
  const items = members.filter(({ isItem }) => isItem === true).length;
  const lists = new Set(members.flatMap(({ id, isItem, of }) => ((id ?? isItem) ? [] : of)));
  const parts = [...lists].map((of) => `the list of ${of}`);
  if (items > 0) parts.push(`${count(items, 'item')} of a list`);
  if (ids.length > 0) {
    const examples = ids.slice(0, MAX_EXAMPLES).map(quote);
    const more = ids.length > MAX_EXAMPLES ? ` and ${ids.length - MAX_EXAMPLES} more` : '';
    const noun = resourceTypeOf(members[0]?.of ?? '')?.noun ?? 'workflow';
    parts.push(`${count(ids.length, noun)}: ${examples.join(', ')}${more}`);
  }
  const unasked = members.length - asked.length;
  const note = asked.length > 0 && unasked > 0 ? `; ${unasked} of them were not asked for` : '';
  return `${fault.message}; not read: ${parts.join(', ')}${note}`;
}
