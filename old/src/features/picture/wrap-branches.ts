import { countBy } from '../../core/model/groups.ts';
import type { PictureLink } from './picture.ts';

export type Link = Pick<PictureLink, 'from' | 'to'>;

/** Branches that would take more than `MOST` columns are drawn in several rows of about `COLUMNS`. */
const MOST = 6;
const COLUMNS = 5;

/** The number of boxes on each rank from a box. */
type Profile = readonly number[];

/**
 * Puts the branches of a step into several rows where they would be too wide, and sorts its links by column.
 * Only branches without other incoming links are moved, each with all boxes that only it leads to.
 * @returns pairs of boxes, the first of which must be on an earlier rank, and the branches of later rows, each with the one in the
 *   same column of the row above.
 * @param order the boxes, each after all that lead to it by `forward`.
 */
export function wrapBranches(
  outgoing: Map<string, PictureLink[]>,
  forward: readonly PictureLink[],
  order: readonly string[],
) {
  const incoming = countBy(forward, ({ to }) => to);
  const owned = new Set<Link>(forward.filter(({ to }) => incoming.get(to) === 1));
  const profiles = new Map<string, Profile>();
  const profileOf = (row: readonly Link[]): Profile =>
    sumOf(row.map(({ to }) => profiles.get(to) as Profile));
  const constraints: Link[] = [];
  const heads = new Map<string, string>();
  for (const from of order.toReversed()) {
    const links = outgoing.get(from) ?? [];
    const rows = rowsOf(
      links.filter((link) => owned.has(link)),
      profileOf,
    );
    profiles.set(from, [1, ...rows.flatMap(profileOf)]);
    if (rows.length === 1) continue;
    const columns = new Map(rows.flatMap((row) => row.map((link, column) => [link, column])));
    const columnOf = (link: Link): number => columns.get(link) ?? Number.MAX_VALUE;
    outgoing.set(
      from,
      links.toSorted((a, b) => columnOf(a) - columnOf(b)),
    );
    for (const [n, row] of rows.slice(1).entries()) {
      const before = rows[n] as readonly Link[];
      const tops = before.map(({ to }) => to);
      // Single boxes are placed below the lines that lead to them.
      if (profileOf(before).length > 1)
        for (const [column, { to }] of row.entries())
          heads.set(to, (tops[column] ?? tops.at(-1)) as string);
      const above = new Set(tops);
      for (const id of above)
        for (const link of outgoing.get(id) ?? []) if (owned.has(link)) above.add(link.to);
      for (const { to } of row) for (const id of above) constraints.push({ from: id, to });
    }
  }
  return { constraints, heads };
}

/** In the order of the file, rows of about the same width. */
function rowsOf(
  links: readonly Link[],
  profileOf: (row: readonly Link[]) => Profile,
): readonly (readonly Link[])[] {
  const total = Math.max(0, ...profileOf(links));
  if (total <= MOST) return [links];
  const most = Math.ceil(total / Math.ceil(total / COLUMNS));
  const rows: Link[][] = [];
  for (const link of links) {
    const last = rows.at(-1);
    if (last !== undefined && Math.max(...profileOf([...last, link])) <= most) last.push(link);
    else rows.push([link]);
  }
  return rows;
}

function sumOf(profiles: readonly Profile[]): Profile {
  const sum: number[] = [];
  for (const profile of profiles)
    for (const [rank, boxes] of profile.entries()) sum[rank] = (sum[rank] ?? 0) + boxes;
  return sum;
}
