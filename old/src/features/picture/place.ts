import type { RowItem } from './rows.ts';

const SWEEPS = 8;
/** Longer lines are accepted for a layout that is narrower by this factor. */
const WORTHWHILE = 0.8;
// Between boxes, and beside a link.
const BOX_GAP = 36;
const LINK_GAP = 14;

/**
 * Computes `x` of each item: near the items above and below, in the order of its row, without overlap.
 * A picture wider than a screen is aligned to the left, with its first row on the screen.
 */
export function placeRows(rows: readonly (readonly RowItem[])[], screen: number): void {
  for (const items of rows) pushApart(items.map((item) => ({ item, target: 0, weight: 1 })));
  sweep(rows, medianOf, screen);
  if (extentOf(rows.flat()).width <= screen) return;
  sweep(rows, lowMedianOf, screen);
  const tops = rows[0] as readonly RowItem[];
  const first = extentOf(tops);
  const beyond = first.start + first.width - extentOf(rows.flat()).start - screen;
  if (beyond > 0 && first.width <= screen) for (const item of tops) item.x -= beyond;
}

function extentOf(items: readonly RowItem[]): { readonly start: number; readonly width: number } {
  const start = Math.min(...items.map(({ x, left }) => x - left));
  return { start, width: Math.max(...items.map(({ x, right }) => x + right)) - start };
}

type Median = (values: readonly Weighted[]) => number;

function sweep(rows: readonly (readonly RowItem[])[], choose: Median, screen: number): void {
  const longest = Math.max(...rows.flat().map(({ length }) => length));
  // An item on a longer path has a higher weight than all others, so the longest path is straight.
  const weightOf = (length: number): number => 2 ** (5 * Math.max(-8, length - longest));
  const align = (items: readonly RowItem[], side: 'above' | 'below'): void =>
    pushApart(
      items.map((item) => {
        const near = side === 'above' && item.head !== undefined ? [item.head] : item[side];
        const others = near.map(({ x, length }) => ({ value: x, weight: weightOf(length) }));
        return others.length === 0
          ? { item, target: item.x, weight: 2 ** -80 }
          : { item, target: choose(others), weight: weightOf(item.length) };
      }),
    );
  for (let n = 0; n < SWEEPS; n++) {
    for (const items of rows) align(items, 'above');
    for (const items of rows.toReversed()) align(items, 'below');
  }
  // In upward direction, branches of a chain may move away step by step.
  const all = rows.flat();
  const [before, { width }] = [all.map(({ x }) => x), extentOf(all)];
  if (width <= screen) return;
  for (const items of rows) align(items, 'above');
  if (extentOf(all).width > Math.max(screen, WORTHWHILE * width))
    for (const [i, item] of all.entries()) item.x = before[i] as number;
}

interface Wish {
  readonly item: RowItem;
  readonly target: number;
  readonly weight: number;
}

/** The positions nearest to all targets in the given order (isotonic regression by medians). */
function pushApart(wishes: readonly Wish[]): void {
  const blocks: { readonly members: { value: number; weight: number }[]; middle: number }[] = [];
  const offsets: number[] = [];
  for (const [at, { item, target, weight }] of wishes.entries()) {
    const before = wishes[at - 1]?.item;
    const offset = before === undefined ? 0 : (offsets[at - 1] as number) + distance(before, item);
    offsets.push(offset);
    let block = { members: [{ value: target - offset, weight }], middle: target - offset };
    for (let last = blocks.at(-1); last && last.middle > block.middle; last = blocks.at(-1)) {
      const members = [...last.members, ...block.members];
      block = { members, middle: medianOf(members) };
      blocks.pop();
    }
    blocks.push(block);
  }
  let at = 0;
  for (const { members, middle } of blocks)
    for (const _ of members) {
      (wishes[at] as Wish).item.x = middle + (offsets[at] as number);
      at++;
    }
}

const distance = (before: RowItem, { left, node }: RowItem): number =>
  before.right + left + (node !== undefined && before.node !== undefined ? BOX_GAP : LINK_GAP);

interface Weighted {
  readonly value: number;
  readonly weight: number;
}

/** The weighted median; the middle of two medians. */
const medianOf: Median = (values) => {
  const { low, high } = mediansOf(values);
  return (low + high) / 2;
};
const lowMedianOf: Median = (values) => mediansOf(values).low;

function mediansOf(values: readonly Weighted[]): { readonly low: number; readonly high: number } {
  const sorted = values.toSorted((a, b) => a.value - b.value);
  const half = sorted.reduce((sum, { weight }) => sum + weight, 0) / 2;
  let sum = 0;
  for (const [at, { value: low, weight }] of sorted.entries()) {
    sum += weight;
    if (Math.abs(sum - half) < half * 1e-9)
      return { low, high: (sorted[at + 1] as Weighted).value };
    if (sum > half) return { low, high: low };
  }
  return { low: 0, high: 0 };
}
