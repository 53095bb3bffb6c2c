import { addTo } from '../../core/model/groups.ts';
import { gapsOf, pointsOf, type Route, type Stop } from './gaps.ts';
import type { Component } from './jumps.ts';
import type { Passage, Point } from './lines.ts';
import type { Size, Sizes } from './measure.ts';
import { placeRows } from './place.ts';
import { portsOf } from './ports.ts';
import { LABEL_GAP, LOOP_REACH, type RowItem, rowsOf } from './rows.ts';

/** Places by the number of the node or link; `x` and `y` are the middle. */
export interface PlacedPart extends Size {
  readonly nodes: ReadonlyMap<number, Point>;
  readonly links: ReadonlyMap<number, Passage>;
  /** The rank of each node, from the top. */
  readonly ranks: ReadonlyMap<string, number>;
}

/** The maximum width of a row of parts: about a screen. */
export const SCREEN = 1200;
/** Between a lane and what is beside it, in pixels. */
const LANE = 16;

/** Ranks from top to bottom, each with a row for the labels of outgoing links; links that close a cycle run beside the boxes. */
export function placePart(part: Component, sizes: Sizes, wraps: boolean): PlacedPart {
  const { rows, rankOf, backward } = rowsOf(part, sizes, wraps);
  placeRows(rows, SCREEN);
  const heights = rows.map((items) => Math.max(0, ...items.map(({ height }) => height)));
  const isSolid = (row: number): boolean => row % 2 === 0 || (heights[row] ?? 0) > 0;
  const passed = passedRows(rows, isSolid);
  const extents = extentsOf(rows);
  const lanes = lanesOf(part, { rankOf, backward, passed, extents });
  const ports = portsOf(part, { rows, sizes, passed, lanes });
  const routes = part.links.flatMap(([link, { from, to }]): Route | [] => {
    if (from === to) return [];
    const { start = 0, end = 0 } = ports.get(link) ?? {};
    const between = passed.get(link) ?? [];
    const [first, last] = [
      { row: 2 * rankOf(from), x: start },
      { row: 2 * rankOf(to), x: end },
    ];
    const lane = lanes.get(link);
    return { link, stops: [first, ...between, last], ...(lane !== undefined && { lane }) };
  });
  const solid = [...rows.keys()].filter(isSolid);
  const gaps = gapsOf(routes, solid, heights);
  const nodes = new Map<number, Point>();
  const middles = new Map<number, Point>();
  for (const [row, items] of rows.entries())
    for (const { node, link, x, height } of items) {
      const top = gaps.tops.get(row) ?? 0;
      if (node !== undefined) {
        nodes.set(node, { x, y: top + (sizes.boxes[node] as Size).height / 2 });
      } else if (height > 0) middles.set(link as number, { x, y: top + height / 2 });
    }
  for (const [link, point] of besideLoops(part, nodes, sizes)) middles.set(link, point);
  const bottomOf = (id: string): number => {
    const [number = 0] = part.nodes.find(([, node]) => node.id === id) ?? [];
    return (nodes.get(number)?.y ?? 0) + (sizes.boxes[number] as Size).height / 2;
  };
  const byLink = new Map(routes.map((route) => [route.link, route]));
  const links = new Map(
    part.links.map(([link, { from }]) => {
      const route = byLink.get(link);
      const points = route === undefined ? [] : pointsOf(route, bottomOf(from), gaps);
      const middle = middles.get(link);
      return [link, { points, ...(middle && { middle }) }] as const;
    }),
  );
  const start = Math.min(...extents.left);
  const move = ({ x, y }: Point): Point => ({ x: x - start, y });
  return {
    width: Math.max(...extents.right) - start,
    height: gaps.bottom,
    nodes: new Map([...nodes].map(([node, point]) => [node, move(point)])),
    links: new Map(
      [...links].map(([link, { points, middle }]) => [
        link,
        { points: points.map(move), ...(middle && { middle: move(middle) }) },
      ]),
    ),
    ranks: new Map(part.nodes.map(([, { id }]) => [id, rankOf(id)])),
  };
}

/** The rows that each link passes, with labels or boxes. In other rows, lines need not be straight. */
function passedRows(
  rows: readonly (readonly RowItem[])[],
  isSolid: (row: number) => boolean,
): ReadonlyMap<number, readonly Stop[]> {
  const passed = new Map<number, Stop[]>();
  for (const [row, items] of rows.entries())
    for (const { link, x } of items)
      if (link !== undefined && isSolid(row)) addTo(passed, link, { row, x });
  return passed;
}

interface Extents {
  readonly left: number[];
  readonly right: number[];
}

const extentsOf = (rows: readonly (readonly RowItem[])[]): Extents => ({
  left: rows.map((items) => Math.min(...items.map((item) => item.x - item.left))),
  right: rows.map((items) => Math.max(...items.map((item) => item.x + item.right))),
});

/** The lanes of links that close a cycle: beside the boxes, the inner loops first. */
function lanesOf(
  { links }: Component,
  given: {
    readonly rankOf: (id: string) => number;
    readonly backward: ReadonlySet<number>;
    readonly passed: ReadonlyMap<number, readonly Stop[]>;
    readonly extents: Extents;
  },
): ReadonlyMap<number, number> {
  const { rankOf, backward, passed } = given;
  const { left, right } = given.extents;
  const loops = links
    .filter(([link, { from, to }]) => backward.has(link) && from !== to)
    .map(([link, { from, to }]) => ({ link, from: rankOf(from), to: rankOf(to) }))
    .sort((a, b) => a.from - a.to - (b.from - b.to) || a.link - b.link);
  const lanes = new Map<number, number>();
  for (const { link, from, to } of loops) {
    const [first, end] = [2 * to, 2 * from + 2];
    const start = passed.get(link)?.[0]?.x ?? (left[2 * from] as number);
    const [before, after] = [
      Math.min(...left.slice(first, end)) - LANE,
      Math.max(...right.slice(first, end)) + LANE,
    ];
    const x = after - start <= start - before ? after : before;
    (x === after ? right : left).fill(x, first, end);
    lanes.set(link, x);
  }
  return lanes;
}

/** The labels of lines from a box back to itself, one below the other. */
function* besideLoops(
  { links, nodes }: Component,
  places: ReadonlyMap<number, Point>,
  { boxes, labels }: Sizes,
): Iterable<readonly [number, Point]> {
  const used = new Map<string, number>();
  const numbers = new Map(nodes.map(([number, { id }]) => [id, number]));
  for (const [i, { from, to }] of links) {
    const label = labels[i];
    if (from !== to || label === undefined) continue;
    const number = numbers.get(from) as number;
    const [{ x, y }, { width, height }] = [places.get(number) as Point, boxes[number] as Size];
    const above = used.get(from) ?? 0;
    used.set(from, above + label.height + LABEL_GAP);
    const left = x + width / 2 + LOOP_REACH;
    yield [i, { x: left + label.width / 2, y: y - height / 2 + above + label.height / 2 }];
  }
}
