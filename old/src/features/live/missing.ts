import { groupBy } from '../../core/model/groups.ts';
import { quote } from '../../core/model/label.ts';
import { pluralize, takeFirst } from '../../core/model/text.ts';
import { resourceTypeOf } from '../../core/resources/registry.ts';
import type { LiveFailure } from '../../load/live-item.ts';
import type { ApiFault } from './request.ts';

/** A list, an item of a list, or a document fetched by id, that could not be read. */
export interface Missing {
  readonly of: string;
  /** Its URL. */
  readonly source: string;
  readonly fault: ApiFault;
  /** A document fetched by id. */
  readonly id?: string;
  readonly isItem?: boolean;
  /** Nothing of the collection was read, and a retry would not help. */
  readonly isRefused?: boolean;
}

/**
 * One failure for each cause, for any number of failed requests.
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
    yield {
      kind: 'failure',
      of: [...ofs],
      source: sources.size === 1 ? first.source : baseUrl,
      message: members.length === 1 ? first.fault.message : describe(members),
      refused: isNothing || members.some(({ isRefused }) => isRefused === true),
    };
  }
}

/** The cause, the number of unread items, and some examples. */
function describe(members: readonly Missing[]): string {
  const asked = members.filter(({ fault }) => fault.isAsked);
  const [{ fault }] = [...asked, ...members] as [Missing, ...Missing[]];
  const items = members.filter(({ isItem }) => isItem === true).length;
  const lists = new Set(members.flatMap(({ id, isItem, of }) => ((id ?? isItem) ? [] : of)));
  const parts = [...lists].map((of) => `the list of ${resourceTypeOf(of)?.plural ?? of}`);
  if (items > 0) parts.push(`${pluralize(items, 'item')} of a list`);
  const single = members.filter(({ id }) => id !== undefined);
  for (const [of, group] of groupBy(single, (each) => each.of)) {
    const { first: some, more } = takeFirst(group, 3);
    const examples = some.map(({ id = '' }) => quote(id)).join(', ');
    const noun = resourceTypeOf(of)?.noun ?? 'workflow';
    const rest = more > 0 ? ` and ${more} more` : '';
    parts.push(`${pluralize(group.length, noun)}: ${examples}${rest}`);
  }
  const unasked = members.length - asked.length;
  const note = asked.length > 0 && unasked > 0 ? `; ${unasked} of them were not asked for` : '';
  return `${fault.message}; not read: ${parts.join(', ')}${note}`;
}
