import type { Component } from './jumps.ts';
import { HEAD, movePassage, type Passage, type Point } from './lines.ts';
import type { Size, Sizes } from './measure.ts';
import { type PlacedPart, placePart } from './part.ts';
import { PORT_GAP } from './ports.ts';

/** A part that is higher is folded, in pixels. */
const HIGHEST = 2000;
const COLUMN_GAP = 64;
/** Above the first boxes and below the last ones, for the lines between columns. */
const TURN = 24;

/** A part in one column, or in several where a single line leads on from one to the next. */
export function foldPart(part: Component, sizes: Sizes, wraps: boolean): Omit<PlacedPart, 'ranks'> {
  const whole = placePart(part, sizes, wraps);
  if (whole.height <= HIGHEST) return whole;
  const cuts = chooseCuts(bridgesOf(part, whole), whole);
  if (cuts.length === 0) return whole;
  const columns = columnsOf(part, whole, cuts).map((column) => placePart(column, sizes, wraps));
  const folded = joinColumns(columns, { part, sizes, cuts });
  return extentOf(folded) < extentOf(whole) ? folded : whole;
}

/** The longer side decides how much of a picture fits on a screen. */
export const extentOf = ({ width, height }: Size): number => Math.max(width, height);

/** A link that is the only one between the ranks above and those below. */
interface Bridge {
  readonly link: number;
  /** The last rank above. */
  readonly rank: number;
  /** The bottom of its first box. */
  readonly bottom: number;
}

function bridgesOf({ links, nodes }: Component, { ranks, nodes: places }: PlacedPart) {
  const crossed = new Map<number, number[]>();
  for (const [link, { from, to }] of links) {
    const ends = [ranks.get(from) ?? 0, ranks.get(to) ?? 0].sort((a, b) => a - b);
    for (let rank = ends[0] as number; rank < (ends[1] as number); rank++)
      crossed.set(rank, [...(crossed.get(rank) ?? []), link]);
  }
  const byNumber = new Map(links);
  const numbers = new Map(nodes.map(([number, { id }]) => [id, number]));
  return [...crossed].flatMap(([rank, [link, ...others]]): Bridge | [] => {
    const { from = '', to = '' } = byNumber.get(link as number) ?? {};
    const isNext = ranks.get(from) === rank && ranks.get(to) === rank + 1;
    const bottom = places.get(numbers.get(from) ?? -1)?.y ?? 0;
    return isNext && others.length === 0 ? { link: link as number, rank, bottom } : [];
  });
}

/** Cuts at about equal distances. */
function chooseCuts(bridges: readonly Bridge[], { height }: Size): readonly Bridge[] {
  const target = height / Math.ceil(height / HIGHEST);
  const cuts: Bridge[] = [];
  let last = 0;
  for (const bridge of bridges.toSorted((a, b) => a.rank - b.rank)) {
    // A short column is not worth a line across.
    const isFar = bridge.bottom - last >= 0.9 * target && height - bridge.bottom >= target / 3;
    if (!isFar) continue;
    cuts.push(bridge);
    last = bridge.bottom;
  }
  return cuts;
}

function columnsOf(
  { nodes, links }: Component,
  { ranks }: PlacedPart,
  cuts: readonly Bridge[],
): readonly Component[] {
  const columnOf = (id: string): number =>
    cuts.filter(({ rank }) => (ranks.get(id) as number) > rank).length;
  return [...cuts.keys(), cuts.length].map((column) => ({
    nodes: nodes.filter(([, { id }]) => columnOf(id) === column),
    links: links.filter(([, { from, to }]) => columnOf(from) === column && columnOf(to) === column),
  }));
}

/** Side by side, with the lines that lead from the bottom of one to the top of the next. */
function joinColumns(
  columns: readonly PlacedPart[],
  given: { readonly part: Component; readonly sizes: Sizes; readonly cuts: readonly Bridge[] },
): Omit<PlacedPart, 'ranks'> {
  const { part, sizes, cuts } = given;
  const nodes = new Map<number, Point>();
  const links = new Map<number, Passage>();
  const rights: number[] = [];
  let left = 0;
  for (const column of columns) {
    const dx = left;
    const move = ({ x, y }: Point): Point => ({ x: x + dx, y: y + TURN });
    for (const [number, point] of column.nodes) nodes.set(number, move(point));
    for (const [number, passage] of column.links) links.set(number, movePassage(passage, move));
    rights.push(left + column.width);
    left += column.width + COLUMN_GAP;
  }
  let bottom = TURN + Math.max(...columns.map(({ height }) => height));
  const numbers = new Map(part.nodes.map(([number, { id }]) => [id, number]));
  const ends = new Map(part.links);
  for (const [column, { link }] of cuts.entries()) {
    const [start, end] = [ends.get(link)?.from, ends.get(link)?.to].map((id = '') => {
      const number = numbers.get(id) as number;
      const half = (sizes.boxes[number] as Size).height / 2;
      const { x, y } = nodes.get(number) as Point;
      return { x, top: y - half, bottom: y + half };
    }) as [Edge, Edge];
    const label = sizes.labels[link];
    const space = label === undefined ? TURN : label.height + 2 * TURN - 8;
    const low = Math.max(start.bottom, TURN + (columns[column]?.height ?? 0)) + space;
    const lane = (rights[column] as number) + COLUMN_GAP / 2;
    const high = 4;
    // Beside the other lines of these boxes, which are in the middle.
    const others = part.links.filter(([other]) => other !== link);
    const { from = '', to = '' } = ends.get(link) ?? {};
    const out = others.some(([, each]) => each.from === from) ? PORT_GAP : 0;
    const into = others.some(([, each]) => each.to === to) ? PORT_GAP : 0;
    const points = [
      { x: start.x + out, y: start.bottom },
      { x: start.x + out, y: low },
      { x: lane, y: low },
      { x: lane, y: high },
      { x: end.x - into, y: high },
      { x: end.x - into, y: end.top - HEAD },
    ];
    const middle = label && { x: start.x + out, y: start.bottom + TURN - 8 + label.height / 2 };
    links.set(link, { points, ...(middle && { middle }) });
    bottom = Math.max(bottom, low + 4);
  }
  return { width: left - COLUMN_GAP, height: bottom, nodes, links };
}

interface Edge {
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
}
