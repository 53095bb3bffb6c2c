import { addTo } from '../../core/model/groups.ts';
import type { Component } from './jumps.ts';
import type { Size } from './measure.ts';
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
  { links, nodes }: Component,
  given: {
    readonly rows: readonly (readonly RowItem[])[];
    readonly sizes: { readonly boxes: readonly Size[] };
    readonly passed: ReadonlyMap<number, readonly { readonly x: number }[]>;
    readonly lanes: ReadonlyMap<number, number>;
  },
): ReadonlyMap<number, Ports> {
  const items = new Map(given.rows.flat().map((item) => [item.node, item]));
  const places = new Map(
    nodes.map(([number, { id }]) => {
      const { width = 0 } = given.sizes.boxes[number] ?? {};
      return [id, { x: items.get(number)?.x ?? 0, width }];
    }),
  );
  const xOf = (id: string): number => places.get(id)?.x ?? 0;
  const ports = new Map<number, Ports>();
  /** By side and box. */
  const sides = new Map<string, { id: string; put: (x: number) => void; towards: number }[]>();
  for (const [link, { from, to }] of links) {
    if (from === to) continue;
    const own = { start: 0, end: 0 };
    ports.set(link, own);
    const between = given.passed.get(link) ?? [];
    const after = between[0]?.x ?? given.lanes.get(link) ?? xOf(to);
    const before = given.lanes.get(link) ?? between.at(-1)?.x ?? xOf(from);
    const [start, end] = [(x: number) => void (own.start = x), (x: number) => void (own.end = x)];
    addTo(sides, `bottom ${from}`, { id: from, put: start, towards: after });
    addTo(sides, `top ${to}`, { id: to, put: end, towards: before });
  }
  for (const side of sides.values()) {
    const { x, width } = places.get(side[0]?.id ?? '') ?? { x: 0, width: 0 };
    side.sort((a, b) => a.towards - b.towards);
    // A straight line stays in the middle.
    const straight = side.findIndex(({ towards }) => Math.abs(towards - x) < 3);
    const middle = (side.length - 1) / 2;
    const gapOf = (centre: number): number =>
      (width / 2 - EDGE) / Math.max(1, centre, side.length - 1 - centre);
    const centre = straight === -1 || gapOf(straight) < LEAST_GAP ? middle : straight;
    const gap = Math.min(PORT_GAP, gapOf(centre));
    for (const [n, { put }] of side.entries()) put(x + (n - centre) * gap);
  }
  return ports;
}
