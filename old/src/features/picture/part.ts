import { addTo } from '../../core/model/groups.ts';
import { type Arrangement, shift } from './arrangement.ts';
import { gapsOf, pointsOf, type Route, type Stop } from './gaps.ts';
import type { Component } from './jumps.ts';
import type { Point } from './lines.ts';
import type { Size, Sizes } from './measure.ts';
import type { PictureLink } from './picture.ts';
import { placeRows } from './place.ts';
import { portsOf } from './ports.ts';
import { LABEL_GAP, LOOP_REACH, type RowItem, rowsOf } from './rows.ts';

export interface PlacedPart extends Arrangement {
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
  const ports = portsOf(part, { rows, passed, lanes });
  const routes = part.links.flatMap((link): Route | [] => {
    const { from, to } = link;
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
  const nodes = new Map<string, Point>();
  const middles = new Map<PictureLink, Point>();
  for (const [row, items] of rows.entries())
    for (const { node, link, x, height } of items) {
      const top = gaps.tops.get(row) ?? 0;
      if (node !== undefined)
        nodes.set(node, { x, y: top + (sizes.boxes.get(node) as Size).height / 2 });
      else if (height > 0) middles.set(link as PictureLink, { x, y: top + height / 2 });
    }
  for (const [link, point] of besideLoops(part, nodes, sizes)) middles.set(link, point);
  const bottomOf = (id: string): number =>
    (nodes.get(id) as Point).y + (sizes.boxes.get(id) as Size).height / 2;
  const byLink = new Map(routes.map((route) => [route.link, route]));
  const links = new Map(
    part.links.map((link) => {
      const route = byLink.get(link);
      const points = route === undefined ? [] : pointsOf(route, bottomOf(link.from), gaps);
      const middle = middles.get(link);
      return [link, { points, ...(middle && { middle }) }] as const;
    }),
  );
  const start = Math.min(...extents.left);
  const [width, height] = [Math.max(...extents.right) - start, gaps.bottom];
  const ranks = new Map(part.nodes.map(({ id }) => [id, rankOf(id)]));
  return { ...shift({ width, height, nodes, links, frames: [] }, -start, 0), ranks };
}

/** The rows that each link passes, with labels or boxes. In other rows, lines need not be straight. */
function passedRows(
  rows: readonly (readonly RowItem[])[],
  isSolid: (row: number) => boolean,
): ReadonlyMap<PictureLink, readonly Stop[]> {
  const passed = new Map<PictureLink, Stop[]>();
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
    readonly backward: ReadonlySet<PictureLink>;
    readonly passed: ReadonlyMap<PictureLink, readonly Stop[]>;
    readonly extents: Extents;
  },
): ReadonlyMap<PictureLink, number> {
  const { rankOf, backward, passed } = given;
  const { left, right } = given.extents;
  const loops = links
    .filter((link) => backward.has(link) && link.from !== link.to)
    .map((link) => ({ link, from: rankOf(link.from), to: rankOf(link.to) }))
    .sort((a, b) => a.from - a.to - (b.from - b.to));
  const lanes = new Map<PictureLink, number>();
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
  { links }: Component,
  places: ReadonlyMap<string, Point>,
  { boxes, labels }: Sizes,
): Iterable<readonly [PictureLink, Point]> {
  const used = new Map<string, number>();
  for (const link of links) {
    const { from, to } = link;
    const label = labels.get(link);
    if (from !== to || label === undefined) continue;
    const [{ x, y }, { width, height }] = [places.get(from) as Point, boxes.get(from) as Size];
    const above = used.get(from) ?? 0;
    used.set(from, above + label.height + LABEL_GAP);
    const left = x + width / 2 + LOOP_REACH;
    yield [link, { x: left + label.width / 2, y: y - height / 2 + above + label.height / 2 }];
  }
}
