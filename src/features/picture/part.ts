import { addTo } from '../../core/model/groups.ts';
import type { Component } from './jumps.ts';
import { HEAD, type Passage, type Point } from './lines.ts';
import type { Size, Sizes } from './measure.ts';
import { placeRows } from './place.ts';
import { portsOf } from './ports.ts';
import { LABEL_GAP, LOOP_REACH, type RowItem, rowsOf } from './rows.ts';
import { assignTracks, type Crossing, STRAIGHT } from './tracks.ts';

/** Places by the number of the node or link; `x` and `y` are the middle. */
export interface PlacedPart extends Size {
  readonly nodes: ReadonlyMap<number, Point>;
  readonly links: ReadonlyMap<number, Passage>;
  /** The rank of each node, from the top. */
  readonly ranks: ReadonlyMap<string, number>;
}

/** The maximum width of a row of parts: about a screen. */
export const SCREEN = 1200;
// Lengths in pixels.
const TRACK = 7;
const LANE = 16;
/** The room that a line needs above and below its tracks: for corners, and for its head. */
const ABOVE = 9;
const BELOW = 10;
const ABOVE_BOX = 21;
/** Between a box and the labels of its branches, and between those and the next boxes. */
const TO_LABELS = 20;
const TO_BOXES = 30;

/** A link on its way from row to row. */
interface Route {
  readonly link: number;
  /** With the positions of its ends at their boxes. */
  readonly stops: readonly Stop[];
  /** Of a link that closes a cycle: the last stop is that at the box it goes back to. */
  readonly lane?: number;
}

interface Stop {
  readonly row: number;
  readonly x: number;
}

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

/** The vertical positions of rows, and of the tracks between them. */
interface Gaps {
  /** By solid row. */
  readonly tops: ReadonlyMap<number, number>;
  readonly bottom: number;
  /** The height of the horizontal part of a crossing; `undefined` if it has none. */
  readonly trackOf: (link: number, above: number) => number | undefined;
  /** The last row with boxes or labels before a row; -1: none. */
  readonly before: (row: number) => number;
  readonly bottomOf: (row: number) => number;
}

function gapsOf(
  routes: readonly Route[],
  solid: readonly number[],
  heights: readonly number[],
): Gaps {
  const previous = new Map(solid.map((row, at) => [row, solid[at - 1] ?? -1]));
  const before = (row: number): number => previous.get(row) ?? -1;
  const crossings = new Map<number, { link: number; crossing: Crossing }[]>();
  for (const route of routes)
    for (const { above, crossing } of crossingsOf(route, before))
      addTo(crossings, above, { link: route.link, crossing });
  const tracks = new Map<string, number>();
  const tops = new Map<number, number>();
  let [y, bottom] = [0, 0];
  for (const [at, row] of [-1, ...solid].entries()) {
    const next = solid[at];
    if (row !== -1) {
      tops.set(row, y);
      y += heights[row] as number;
      bottom = y;
    }
    const own = crossings.get(row) ?? [];
    const { tracks: numbers, count } = assignTracks(own.map(({ crossing }) => crossing));
    const isToBox = next !== undefined && next % 2 === 0;
    const below = isToBox ? ABOVE_BOX : BELOW;
    const used = count === 0 ? 0 : ABOVE + (count - 1) * TRACK;
    const least = next === undefined || row === -1 ? 0 : leastGap(row, next);
    const height = Math.max(least, count === 0 ? 0 : used + below);
    const first = y + ABOVE + (count === 0 ? 0 : Math.max(0, height - used - below) / 2);
    for (const [i, { link }] of own.entries()) {
      const track = numbers[i];
      if (track !== undefined) tracks.set(`${link} ${row}`, first + track * TRACK);
    }
    if (next === undefined && count > 0) bottom = y + used;
    y += height;
  }
  return {
    tops,
    bottom,
    trackOf: (link, above) => tracks.get(`${link} ${above}`),
    before,
    bottomOf: (row) => (tops.get(row) ?? 0) + (heights[row] ?? 0),
  };
}

const leastGap = (row: number, next: number): number =>
  row % 2 === 1 ? TO_BOXES : next % 2 === 1 ? TO_LABELS : TO_LABELS + TO_BOXES;

/** The parts of a route in the gaps between rows, each with the row above it. */
function crossingsOf(
  { stops, lane }: Route,
  before: (row: number) => number,
): readonly { readonly above: number; readonly crossing: Crossing }[] {
  const last = stops.at(-1) as Stop;
  const down = lane === undefined ? stops : stops.slice(0, -1);
  const crossings = down.slice(1).map(({ x }, i) => {
    const { row, x: top } = down[i] as Stop;
    return { above: row, crossing: { top, bottom: x } as Crossing };
  });
  if (lane === undefined) return crossings;
  const { row, x } = down.at(-1) as Stop;
  return [
    ...crossings,
    { above: row, crossing: { top: x, lane } },
    { above: before(last.row), crossing: { bottom: last.x, lane } },
  ];
}

/** The corners of a line, from the bottom of its first box to the head at its last. */
function pointsOf({ link, stops, lane }: Route, start: number, gaps: Gaps): readonly Point[] {
  const last = stops.at(-1) as Stop;
  const points: Point[] = [{ x: (stops[0] as Stop).x, y: start }];
  const down = lane === undefined ? stops : stops.slice(0, -1);
  for (const [i, { row, x }] of down.slice(1).entries()) {
    const from = down[i] as Stop;
    const y = gaps.trackOf(link, from.row);
    if (y !== undefined) points.push({ x: from.x, y }, { x, y });
    else if (Math.abs(from.x - x) > 0.1 && Math.abs(from.x - x) < STRAIGHT)
      points.push(
        { x: from.x, y: gaps.bottomOf(from.row) },
        { x, y: (gaps.tops.get(row) ?? 0) - ABOVE_BOX },
      );
  }
  const end = { x: last.x, y: (gaps.tops.get(last.row) ?? 0) - HEAD };
  if (lane !== undefined) {
    const from = down.at(-1) as Stop;
    const leaves = gaps.trackOf(link, from.row) ?? end.y;
    const enters = gaps.trackOf(link, gaps.before(last.row)) ?? end.y;
    points.push({ x: from.x, y: leaves }, { x: lane, y: leaves }, { x: lane, y: enters });
    points.push({ x: last.x, y: enters });
  }
  return [...points, end];
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
