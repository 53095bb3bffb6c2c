import { groupBy } from '../../core/model/groups.ts';
import type { Component } from './jumps.ts';
import type { PictureLink } from './picture.ts';
import type { RowItem } from './rows.ts';

/** The positions where a line leaves one box and enters another. */
interface Ports {
  start: number;
  end: number;
}

// The distance between lines at a box, if there is room.
export const PORT_GAP = 26;
const EDGE = 10;
/** Lines that are closer look like one. */
const LEAST_GAP = 4;

/** The side of a box at which a number of lines can be told apart. */
export const sideFor = (lines: number): number => 2 * EDGE + (lines - 1) * LEAST_GAP;

/** The points where lines meet boxes: side by side, in the order of their other ends, so that they do not cross there. */
export function portsOf(
  { links }: Component,
  given: {
    readonly rows: readonly (readonly RowItem[])[];
    readonly passed: ReadonlyMap<PictureLink, readonly { readonly x: number }[]>;
    readonly lanes: ReadonlyMap<PictureLink, number>;
  },
): ReadonlyMap<PictureLink, Ports> {
  const items = new Map(given.rows.flat().map((item) => [item.node, item]));
  const boxOf = (id: string): RowItem => items.get(id) as RowItem;
  const ports = new Map<PictureLink, Ports>();
  const ends = links.flatMap((link) => {
    const [from, to] = [boxOf(link.from), boxOf(link.to)];
    if (from === to) return [];
    const own = { start: 0, end: 0 };
    ports.set(link, own);
    const between = given.passed.get(link) ?? [];
    const after = between[0]?.x ?? given.lanes.get(link) ?? to.x;
    const before = given.lanes.get(link) ?? between.at(-1)?.x ?? from.x;
    return [
      { side: `bottom ${link.from}`, box: from, own, end: 'start', towards: after } as const,
      { side: `top ${link.to}`, box: to, own, end: 'end', towards: before } as const,
    ];
  });
  for (const side of groupBy(ends, (each) => each.side).values()) {
    const { x, left } = side[0].box;
    side.sort((a, b) => a.towards - b.towards);
    // A straight line stays in the middle.
    const straight = side.findIndex(({ towards }) => Math.abs(towards - x) < 3);
    const middle = (side.length - 1) / 2;
    const gapOf = (centre: number): number =>
      (left - EDGE) / Math.max(1, centre, side.length - 1 - centre);
    const centre = straight === -1 || gapOf(straight) < LEAST_GAP ? middle : straight;
    const gap = Math.min(PORT_GAP, gapOf(centre));
    for (const [n, { own, end }] of side.entries()) own[end] = x + (n - centre) * gap;
  }
  return ports;
}
