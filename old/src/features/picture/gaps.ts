import { addTo } from '../../core/model/groups.ts';
import { HEAD, type Point } from './lines.ts';
import type { PictureLink } from './picture.ts';
import { assignTracks, type Crossing, STRAIGHT } from './tracks.ts';

// Lengths in pixels.
const TRACK = 7;
/** The room that a line needs above and below its tracks: for corners, and for its head. */
const ABOVE = 9;
const BELOW = 10;
const ABOVE_BOX = 21;
/** Between a box and the labels of its branches, and between those and the next boxes. */
const TO_LABELS = 20;
const TO_BOXES = 30;

/** A link on its way from row to row. */
export interface Route {
  readonly link: PictureLink;
  /** With the positions of its ends at their boxes. */
  readonly stops: readonly Stop[];
  /** Of a link that closes a cycle: the last stop is that at the box it goes back to. */
  readonly lane?: number;
}

export interface Stop {
  readonly row: number;
  readonly x: number;
}

/** The vertical positions of rows, and of the tracks between them. */
interface Gaps {
  /** By solid row. */
  readonly tops: ReadonlyMap<number, number>;
  readonly bottom: number;
  /** The height of the horizontal part of a crossing; `undefined` if it has none. */
  readonly trackOf: (route: Route, above: number) => number | undefined;
  /** The last row with boxes or labels before a row; -1: none. */
  readonly before: (row: number) => number;
  readonly bottomOf: (row: number) => number;
}

export function gapsOf(
  routes: readonly Route[],
  solid: readonly number[],
  heights: readonly number[],
): Gaps {
  const previous = new Map(solid.map((row, at) => [row, solid[at - 1] ?? -1]));
  const before = (row: number): number => previous.get(row) ?? -1;
  const crossings = new Map<number, { route: Route; crossing: Crossing }[]>();
  for (const route of routes)
    for (const { above, crossing } of crossingsOf(route, before))
      addTo(crossings, above, { route, crossing });
  const tracks = new Map(routes.map((route) => [route, new Map<number, number>()]));
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
    for (const [i, { route }] of own.entries()) {
      const track = numbers[i];
      if (track !== undefined) tracks.get(route)?.set(row, first + track * TRACK);
    }
    if (next === undefined && count > 0) bottom = y + used;
    y += height;
  }
  return {
    tops,
    bottom,
    trackOf: (route, above) => tracks.get(route)?.get(above),
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
export function pointsOf(route: Route, start: number, gaps: Gaps): readonly Point[] {
  const { stops, lane } = route;
  const last = stops.at(-1) as Stop;
  const points: Point[] = [{ x: (stops[0] as Stop).x, y: start }];
  const down = lane === undefined ? stops : stops.slice(0, -1);
  for (const [i, { row, x }] of down.slice(1).entries()) {
    const from = down[i] as Stop;
    const y = gaps.trackOf(route, from.row);
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
    const leaves = gaps.trackOf(route, from.row) ?? end.y;
    const enters = gaps.trackOf(route, gaps.before(last.row)) ?? end.y;
    points.push({ x: from.x, y: leaves }, { x: lane, y: leaves }, { x: lane, y: enters });
    points.push({ x: last.x, y: enters });
  }
  return [...points, end];
}
