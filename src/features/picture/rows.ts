import { addTo } from '../../core/model/groups.ts';
import { type Component, walkLinks } from './jumps.ts';
import type { Size } from './measure.ts';
import { type Link, wrapBranches } from './wrap-branches.ts';

/** An item of a row: a box, or a link that passes it, with its label in the row below its source. */
export interface RowItem {
  readonly node?: number;
  readonly link?: number;
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
  readonly backward: ReadonlySet<number>;
}

/** The width of a line from a box to itself. */
export const LOOP_REACH = 46;
const MAX_PASSES = 8;
export const LABEL_GAP = 6;

export function rowsOf(
  part: Component,
  sizes: readonly Size[],
  labels: readonly (Size | undefined)[],
): Rows {
  const { backward, order } = walkLinks(part);
  const outgoing = new Map<string, Link[]>();
  const forward: Link[] = [];
  for (const [i, { from, to }] of part.links) {
    if (from === to) continue;
    const link = { i, from, to };
    addTo(outgoing, from, link);
    if (!backward.has(i)) forward.push(link);
  }
  const { constraints, heads } = wrapBranches(outgoing, forward, order);
  const ids = part.nodes.map(([, { id }]) => id);
  const ranks = longestPaths(ids, [...forward, ...constraints]);
  const heights = longestPaths(
    ids,
    forward.map(({ i, from, to }) => ({ i, from: to, to: from })),
  );
  const rankOf = (id: string): number => ranks.get(id) as number;

  const rows: RowItem[][] = [];
  const put = (row: number, item: Omit<RowItem, 'above' | 'below' | 'x'>): RowItem => {
    const placed = { ...item, above: [], below: [], x: 0 };
    (rows[row] ??= []).push(placed);
    return placed;
  };
  const numbers = new Map(part.nodes.map(([number, { id }]) => [id, number]));
  const boxes = new Map<string, RowItem>();
  const boxOf = (id: string): RowItem => {
    const known = boxes.get(id);
    if (known !== undefined) return known;
    const node = numbers.get(id) as number;
    const { width, height } = sizes[node] as Size;
    const own = part.links.filter(([, { from, to }]) => from === id && to === id);
    const selves = own.map(([i]) => labels[i] ?? { width: 0, height: 0 });
    const reach = own.length === 0 ? 0 : LOOP_REACH + Math.max(...selves.map((size) => size.width));
    const stacked = selves.reduce((sum, size) => sum + size.height + LABEL_GAP, 0);
    const length = rankOf(id) + (heights.get(id) as number);
    const item = put(2 * rankOf(id), {
      node,
      left: width / 2,
      right: width / 2 + reach,
      height: Math.max(height, stacked),
      length,
    });
    boxes.set(id, item);
    return item;
  };
  const connect = (above: RowItem, below: RowItem): RowItem => {
    above.below.push(below);
    below.above.push(above);
    return below;
  };
  const targets: (readonly [RowItem, string])[] = [];
  const pass = ({ i, from, to }: Link): void => {
    const { width, height } = labels[i] ?? { width: 0, height: 0 };
    // Links that close a cycle have the lowest weight.
    const length = backward.has(i) ? 0 : rankOf(from) + (heights.get(to) as number) + 1;
    const passage = { link: i, left: width / 2, right: width / 2, height, length };
    let at = connect(boxOf(from), put(2 * rankOf(from) + 1, passage));
    if (backward.has(i)) return;
    for (let row = 2 * rankOf(from) + 2; row < 2 * rankOf(to); row++)
      at = connect(at, put(row, { ...passage, left: 0, right: 0, height: 0 }));
    targets.push([at, to]);
  };
  // In the order of the file: each branch with all steps after it, then the next.
  for (const start of [...ids].sort((a, b) => rankOf(a) - rankOf(b))) {
    if (boxes.has(start)) continue;
    boxOf(start);
    const path = [(outgoing.get(start) ?? []).values()];
    for (let links = path.at(-1); links !== undefined; links = path.at(-1)) {
      const { value: link } = links.next();
      if (link === undefined) {
        path.pop();
        continue;
      }
      pass(link);
      if (backward.has(link.i) || boxes.has(link.to)) continue;
      boxOf(link.to);
      path.push((outgoing.get(link.to) ?? []).values());
    }
  }
  for (const [at, to] of targets) connect(at, boxOf(to));
  for (const [id, head] of heads) boxOf(id).head = boxOf(head);
  for (let row = 0; row < rows.length; row++) rows[row] ??= [];
  uncross(rows);
  return { rows, rankOf, backward };
}

/** The length of the longest path to each node. */
function longestPaths(
  ids: readonly string[],
  links: readonly Omit<Link, 'i'>[],
): ReadonlyMap<string, number> {
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
  for (let pass = 0, isBetter = true; isBetter && pass < MAX_PASSES; pass++) {
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
