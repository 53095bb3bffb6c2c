import type { Box, Frame } from '../../core/drawing/scene.ts';
import { formatMark } from './marks.ts';
import type { PictureLink } from './picture.ts';
import { LOOP_REACH } from './rows.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The way of a link between its boxes. */
export interface Passage {
  /** Its start, its corners and its head; none for a line from a box back to itself. */
  readonly points: readonly Point[];
  /** Of its label. */
  readonly middle?: Point;
}

/** The path of a line, and of its head. */
interface LineRoute {
  readonly path: string;
  readonly head: string;
}

const CORNER = 7;
export const HEAD = 9;
const HALF = 4.5;

/** A line with round corners through its points, with a head at the end. */
export function routeLine(points: readonly Point[]): LineRoute {
  const [first = ORIGIN, ...rest] = points;
  const path = [`M${print(first)}`];
  let from = first;
  for (const [i, corner] of rest.entries()) {
    const next = rest[i + 1];
    if (next === undefined || isStraight(from, corner, next)) {
      path.push(`L${print(corner)}`);
    } else {
      const before = towards(corner, from);
      path.push(`L${print(before)}Q${print(corner)} ${print(towards(corner, next))}`);
    }
    from = corner;
  }
  const tip = points.at(-1) ?? ORIGIN;
  const last = points.findLast(({ x, y }) => x !== tip.x || y !== tip.y) ?? tip;
  const [dx, dy] = [Math.sign(round(tip.x - last.x)), Math.sign(round(tip.y - last.y))];
  const side = (sign: number): Point => ({
    x: tip.x + sign * HALF * dy,
    y: tip.y + sign * HALF * dx,
  });
  const end = { x: tip.x + HEAD * dx, y: tip.y + HEAD * dy };
  return { path: path.join(''), head: `M${print(side(-1))}L${print(side(1))}L${print(end)}z` };
}

const ORIGIN: Point = { x: 0, y: 0 };
const print = ({ x, y }: Point): string => `${round(x)} ${round(y)}`;

const isStraight = (a: Point, b: Point, c: Point): boolean =>
  Math.abs((b.x - a.x) * (c.y - b.y) - (b.y - a.y) * (c.x - b.x)) < 0.1;

/** The point where the round corner begins, on the way to another point. */
function towards(corner: Point, to: Point): Point {
  const length = Math.hypot(to.x - corner.x, to.y - corner.y);
  const part = length === 0 ? 0 : Math.min(CORNER, length / 2) / length;
  return { x: corner.x + (to.x - corner.x) * part, y: corner.y + (to.y - corner.y) * part };
}

/** A line from a box back to itself, to its right. */
export function routeLoop({ x, y, width, height }: Frame): LineRoute {
  const at = (far: number, near: number): string => print({ x: x + far, y: y + near });
  const middle = height / 2;
  const spread = Math.min(18, height / 4);
  const [start, end, tip] = [middle - spread, middle + spread, width + HEAD];
  const [out, back] = [middle - 2.2 * spread, middle + 2.2 * spread];
  const far = width + LOOP_REACH;
  return {
    path: `M${at(width, start)}C${at(far, out)} ${at(far, back)} ${at(tip, end)}`,
    head: `M${at(tip, end - HALF)}L${at(tip, end + HALF)}L${at(width, end)}z`,
  };
}

export function titleOfLink(
  { from, to, type, label, marks }: PictureLink,
  boxes: ReadonlyMap<string, Box>,
): string {
  const name = (id: string): string => boxes.get(id)?.key || '?';
  const kind = type ?? label;
  const edge = `edge from "${name(from)}" to "${name(to)}"${kind === '' ? '' : `, ${kind}`}`;
  return [edge, ...marks.map(formatMark)].join('; ');
}

export const round = (value: number): number => Math.round(value * 10) / 10;
