import type { Frame } from '../../core/drawing/scene.ts';
import { extentOf, foldPart } from './fold.ts';
import { type Component, componentsOf } from './jumps.ts';
import { movePassage, type Passage, type Point } from './lines.ts';
import type { Size, Sizes } from './measure.ts';
import { SCREEN } from './part.ts';
import type { Picture } from './picture.ts';
import { rowsOf } from './rows.ts';

/** Places by the number of the node or link; `x` and `y` are the middle. */
interface Arrangement extends Size {
  readonly nodes: ReadonlyMap<number, Point>;
  readonly links: ReadonlyMap<number, Passage>;
  /** The frame around the unreachable steps. */
  readonly frames: readonly Frame[];
}

// Lengths in pixels.
const PART_GAP = 48;
/** Around the unreachable steps: beside them, and above them for the heading. */
const SIDE = 18;
const HEADING = 34;
const NOTHING: Arrangement = {
  width: 0,
  height: 0,
  frames: [],
  nodes: new Map(),
  links: new Map(),
};

/**
 * The positions of all boxes and lines, from top to bottom. Unreachable steps are placed separately.
 * @param isTurned the picture is turned afterwards, so that headings are beside the boxes here.
 */
export function arrange(picture: Picture, sizes: Sizes, isTurned: boolean): Arrangement {
  const parts = componentsOf(picture);
  const isApart = ({ nodes }: Component): boolean => nodes.every(([, { apart }]) => apart);
  const pack = (some: readonly Component[]): Arrangement =>
    packed(some.map((part) => ({ ...placeBest(part, sizes), frames: [] })));
  const main = pack(parts.filter((part) => !isApart(part)));
  const aside = pack(parts.filter(isApart));
  return aside === NOTHING ? main : join([main, framed(aside, isTurned)], main.width > SCREEN);
}

/** Branches are in several rows, and chains in several columns, where that makes the picture smaller. */
function placeBest(part: Component, sizes: Sizes): Omit<Arrangement, 'frames'> {
  const wrapped = foldPart(part, sizes, true);
  const { rows } = rowsOf(part, sizes, false);
  const widths = rows.map((items) => items.reduce((sum, item) => sum + item.left + item.right, 0));
  if (Math.max(...widths) > extentOf(wrapped)) return wrapped;
  const plain = foldPart(part, sizes, false);
  return extentOf(plain) <= extentOf(wrapped) ? plain : wrapped;
}

/** Parts side by side, in rows. */
function packed(parts: readonly Arrangement[]): Arrangement {
  const rows: Arrangement[][] = [];
  let used = Number.POSITIVE_INFINITY;
  for (const part of parts) {
    if (used + part.width > SCREEN) {
      rows.push([]);
      used = 0;
    }
    rows.at(-1)?.push(part);
    used += part.width + PART_GAP;
  }
  const joined = rows.map((row) => join(row, false));
  return join(joined, true);
}

function join(parts: readonly Arrangement[], below: boolean): Arrangement {
  const [first = NOTHING, ...others] = parts.filter((part) => part !== NOTHING);
  let joined = first;
  for (const part of others) {
    const [dx, dy] = below ? [0, joined.height + PART_GAP] : [joined.width + PART_GAP, 0];
    const { nodes, links, frames } = shift(part, dx, dy);
    joined = {
      width: Math.max(joined.width, dx + part.width),
      height: Math.max(joined.height, dy + part.height),
      nodes: new Map([...joined.nodes, ...nodes]),
      links: new Map([...joined.links, ...links]),
      frames: [...joined.frames, ...frames],
    };
  }
  return joined;
}

/** With a frame around it. */
function framed(given: Arrangement, isTurned: boolean): Arrangement {
  const [left, top] = isTurned ? [HEADING, SIDE] : [SIDE, HEADING];
  const [width, height] = [given.width + left + SIDE, given.height + top + SIDE];
  return { ...shift(given, left, top), width, height, frames: [{ x: 0, y: 0, width, height }] };
}

function shift(given: Arrangement, dx: number, dy: number): Arrangement {
  const move = ({ x, y }: Point): Point => ({ x: x + dx, y: y + dy });
  return {
    ...given,
    nodes: new Map([...given.nodes].map(([i, point]) => [i, move(point)])),
    links: new Map([...given.links].map(([i, passage]) => [i, movePassage(passage, move)])),
    frames: given.frames.map((frame) => ({ ...frame, ...move(frame) })),
  };
}
