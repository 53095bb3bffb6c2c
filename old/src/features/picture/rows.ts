import { addTo, groupBy } from '../../core/model/groups.ts';
import { type Component, walkLinks } from './jumps.ts';
import type { Size, Sizes } from './measure.ts';
import type { PictureLink } from './picture.ts';
import { type Link, wrapBranches } from './wrap-branches.ts';

/** An item of a row: a box, or a link that passes it, with its label in the row below its source. */
export interface RowItem {
  /** The id of the box. */
  readonly node?: string;
  readonly link?: PictureLink;
  /** The width on both sides of its `x`. */
  readonly left: number;
  readonly right: number;
  readonly height: number;
  /** The items it is connected with in the rows above and below. */
  readonly above: RowItem[];
  readonly below: RowItem[];
  /** The box of an earlier row whose column it continues. */
  head?: RowItem;
  /** Boxes on the longest path through it: longer paths are drawn straighter. */
  readonly length: number;
  x: number;
}

/** Alternating rows of boxes and of the links below them. */
interface Rows {
  readonly rows: readonly (readonly RowItem[])[];
  rankOf(id: string): number;
  /** The links that close a cycle. */
  readonly backward: ReadonlySet<PictureLink>;
}

/** The width of a line from a box to itself. */
export const LOOP_REACH = 46;
export const LABEL_GAP = 6;

export function rowsOf(part: Component, sizes: Sizes, wraps: boolean): Rows {
  const { backward, order } = walkLinks(part);
  const links = part.links.filter(({ from, to }) => from !== to);
  const forward = links.filter((link) => !backward.has(link));
  const outgoing = groupBy(links, ({ from }) => from);
  const { constraints, heads } = wraps
    ? wrapBranches(outgoing, forward, order)
    : { constraints: [], heads: [] };
  const ids = part.nodes.map(({ id }) => id);
  const ranks = longestPaths(ids, [...forward, ...constraints]);
  const heights = longestPaths(
    ids,
    forward.map(({ from, to }) => ({ from: to, to: from })),
  );
  const draft: Draft = { part, sizes, backward, ranks, heights, rows: [], boxes: new Map() };
  fill(draft, outgoing);
  for (const [id, head] of heads) boxOf(draft, id).head = boxOf(draft, head);
  const { rows } = draft;
  for (let row = 0; row < rows.length; row++) rows[row] ??= [];
  uncross(rows);
  return { rows, rankOf: (id) => ranks.get(id) as number, backward };
}

/** Rows that are being filled. */
interface Draft extends Pick<Rows, 'backward'> {
  readonly part: Component;
  readonly sizes: Sizes;
  readonly ranks: ReadonlyMap<string, number>;
  /** The longest path below each node. */
  readonly heights: ReadonlyMap<string, number>;
  readonly rows: RowItem[][];
  readonly boxes: Map<string, RowItem>;
}

/** Adds all boxes and links in the order of the file: each branch with all steps after it, then the next. */
function fill(draft: Draft, outgoing: ReadonlyMap<string, readonly PictureLink[]>): void {
  const { part, ranks, backward, boxes } = draft;
  const rankOf = (id: string): number => ranks.get(id) as number;
  const targets: (readonly [RowItem, string])[] = [];
  const ids = part.nodes.map(({ id }) => id);
  for (const start of ids.sort((a, b) => rankOf(a) - rankOf(b))) {
    if (boxes.has(start)) continue;
    boxOf(draft, start);
    const path = [(outgoing.get(start) ?? []).values()];
    for (let links = path.at(-1); links !== undefined; links = path.at(-1)) {
      const { value: link } = links.next();
      if (link === undefined) {
        path.pop();
        continue;
      }
      const end = pass(draft, link);
      if (end !== undefined) targets.push([end, link.to]);
      if (backward.has(link) || boxes.has(link.to)) continue;
      boxOf(draft, link.to);
      path.push((outgoing.get(link.to) ?? []).values());
    }
  }
  for (const [at, to] of targets) connect(at, boxOf(draft, to));
}

function boxOf(draft: Draft, id: string): RowItem {
  const { part, sizes, ranks, heights, boxes } = draft;
  const known = boxes.get(id);
  if (known !== undefined) return known;
  const { width, height } = sizes.boxes.get(id) as Size;
  const own = part.links.filter(({ from, to }) => from === id && to === id);
  const selves = own.map((link) => sizes.labels.get(link) ?? { width: 0, height: 0 });
  const reach = own.length === 0 ? 0 : LOOP_REACH + Math.max(...selves.map((size) => size.width));
  const stacked = selves.reduce((sum, size) => sum + size.height + LABEL_GAP, 0);
  const rank = ranks.get(id) as number;
  const item = put(draft, 2 * rank, {
    node: id,
    left: width / 2,
    right: width / 2 + reach,
    height: Math.max(height, stacked),
    length: rank + (heights.get(id) as number),
  });
  boxes.set(id, item);
  return item;
}

/** Adds a link to each row that it passes. Returns its last item, unless it closes a cycle. */
function pass(draft: Draft, link: PictureLink): RowItem | undefined {
  const { sizes, backward, ranks, heights } = draft;
  const { from, to } = link;
  const { width, height } = sizes.labels.get(link) ?? { width: 0, height: 0 };
  const [first, last] = [ranks.get(from) as number, ranks.get(to) as number];
  // Links that close a cycle have the lowest weight.
  const length = backward.has(link) ? 0 : first + (heights.get(to) as number) + 1;
  const passage = { link, left: width / 2, right: width / 2, height, length };
  let at = connect(boxOf(draft, from), put(draft, 2 * first + 1, passage));
  if (backward.has(link)) return undefined;
  for (let row = 2 * first + 2; row < 2 * last; row++)
    at = connect(at, put(draft, row, { ...passage, left: 0, right: 0, height: 0 }));
  return at;
}

function put({ rows }: Draft, row: number, item: Omit<RowItem, 'above' | 'below' | 'x'>): RowItem {
  const placed = { ...item, above: [], below: [], x: 0 };
  (rows[row] ??= []).push(placed);
  return placed;
}

function connect(above: RowItem, below: RowItem): RowItem {
  above.below.push(below);
  below.above.push(above);
  return below;
}

/** The length of the longest path to each node. */
function longestPaths(ids: readonly string[], links: readonly Link[]): ReadonlyMap<string, number> {
  const lengths = new Map(ids.map((id) => [id, 0]));
  const missing = new Map(ids.map((id) => [id, 0]));
  const next = new Map<string, string[]>();
  for (const { from, to } of links) {
    addTo(next, from, to);
    missing.set(to, (missing.get(to) as number) + 1);
  }
  const ready = ids.filter((id) => missing.get(id) === 0);
  for (const id of ready)
    for (const to of next.get(id) ?? []) {
      lengths.set(to, Math.max(lengths.get(to) as number, (lengths.get(id) as number) + 1));
      const left = (missing.get(to) as number) - 1;
      missing.set(to, left);
      if (left === 0) ready.push(to);
    }
  return lengths;
}

/** Swaps neighbours if that reduces crossings; the branches of one step keep their order. */
function uncross(rows: RowItem[][]): void {
  const places = new Map<RowItem, number>();
  for (const items of rows) for (const [place, item] of items.entries()) places.set(item, place);
  const crossings = (left: readonly RowItem[], right: readonly RowItem[]): number => {
    let sum = 0;
    for (const a of left)
      for (const b of right)
        sum += Math.sign((places.get(a) as number) - (places.get(b) as number));
    return sum;
  };
  for (let isBetter = true; isBetter; ) {
    isBetter = false;
    for (const items of rows)
      for (let place = 1; place < items.length; place++) {
        const [left, right] = [items[place - 1], items[place]] as [RowItem, RowItem];
        if (left.above.some((item) => right.above.includes(item))) continue;
        const gain = crossings(left.above, right.above) + crossings(left.below, right.below);
        if (gain <= 0) continue;
        [items[place - 1], items[place]] = [right, left];
        places.set(right, place - 1).set(left, place);
        isBetter = true;
      }
  }
}
