import { addTo } from '../../core/model/groups.ts';
import { type Arrangement, join, shift } from './arrangement.ts';
import type { Component } from './jumps.ts';
import { HEAD, type Point } from './lines.ts';
import type { Size, Sizes } from './measure.ts';
import { type PlacedPart, placePart } from './part.ts';
import type { PictureLink } from './picture.ts';
import { PORT_GAP } from './ports.ts';

/** A part that is higher is folded, in pixels. */
const HIGHEST = 2000;
const COLUMN_GAP = 64;
/** Above the first boxes and below the last ones, for the lines between columns. */
const TURN = 24;

/** A part in one column, or in several where a single line leads on from one to the next. */
export function foldPart(part: Component, sizes: Sizes, wraps: boolean): Arrangement {
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
  readonly link: PictureLink;
  /** The last rank above. */
  readonly rank: number;
  /** The bottom of its first box. */
  readonly bottom: number;
}

function bridgesOf({ links }: Component, { ranks, nodes }: PlacedPart): readonly Bridge[] {
  const crossed = new Map<number, PictureLink[]>();
  for (const link of links) {
    const ends = [link.from, link.to].map((id) => ranks.get(id) as number);
    for (let rank = Math.min(...ends); rank < Math.max(...ends); rank++) addTo(crossed, rank, link);
  }
  return [...crossed].flatMap(([rank, [link, ...others]]) => {
    const { from, to } = link as PictureLink;
    const isNext = ranks.get(from) === rank && ranks.get(to) === rank + 1;
    const bottom = (nodes.get(from) as Point).y;
    return isNext && others.length === 0 ? { link: link as PictureLink, rank, bottom } : [];
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
    nodes: nodes.filter(({ id }) => columnOf(id) === column),
    links: links.filter(({ from, to }) => columnOf(from) === column && columnOf(to) === column),
  }));
}

/** Side by side, with the lines that lead from the bottom of one to the top of the next. */
function joinColumns(
  columns: readonly PlacedPart[],
  given: { readonly part: Component; readonly sizes: Sizes; readonly cuts: readonly Bridge[] },
): Arrangement {
  const { part, sizes, cuts } = given;
  const joined = shift(join(columns, COLUMN_GAP, 'beside'), 0, TURN);
  const links = new Map(joined.links);
  let bottom = TURN + joined.height;
  let right = 0;
  for (const [column, { link }] of cuts.entries()) {
    const { width, height } = columns[column] as PlacedPart;
    right += width;
    const { from, to } = link;
    const [start, end] = [joined.nodes.get(from), joined.nodes.get(to)] as [Point, Point];
    const halfOf = (id: string): number => (sizes.boxes.get(id) as Size).height / 2;
    const under = start.y + halfOf(from);
    const label = sizes.labels.get(link);
    const space = label === undefined ? TURN : label.height + 2 * TURN - 8;
    const low = Math.max(under, TURN + height) + space;
    const lane = right + COLUMN_GAP / 2;
    const high = 4;
    // Beside the other lines of these boxes, which are in the middle.
    const others = part.links.filter((other) => other !== link);
    const out = start.x + (others.some((each) => each.from === from) ? PORT_GAP : 0);
    const into = end.x - (others.some((each) => each.to === to) ? PORT_GAP : 0);
    const points = [
      { x: out, y: under },
      { x: out, y: low },
      { x: lane, y: low },
      { x: lane, y: high },
      { x: into, y: high },
      { x: into, y: end.y - halfOf(to) - HEAD },
    ];
    const middle = label && { x: out, y: under + TURN - 8 + label.height / 2 };
    links.set(link, { points, ...(middle && { middle }) });
    bottom = Math.max(bottom, low + 4);
    right += COLUMN_GAP;
  }
  return { ...joined, height: bottom, links };
}
