import { type Arrangement, join, NOTHING, shift } from './arrangement.ts';
import { extentOf, foldPart } from './fold.ts';
import { type Component, componentsOf } from './jumps.ts';
import type { Sizes } from './measure.ts';
import { SCREEN } from './part.ts';
import type { Picture } from './picture.ts';
import { rowsOf } from './rows.ts';

// Lengths in pixels.
const PART_GAP = 48;
/** Around the unreachable steps: beside them, and above them for the heading. */
const SIDE = 18;
const HEADING = 34;
/** The positions of all boxes and lines, from top to bottom. Unreachable steps are placed separately. */
export function arrange(picture: Picture, sizes: Sizes): Arrangement {
  const parts = componentsOf(picture);
  const isApart = ({ nodes }: Component): boolean => nodes.every(({ apart }) => apart);
  const pack = (some: readonly Component[]): Arrangement =>
    packed(some.map((part) => placeBest(part, sizes)));
  const main = pack(parts.filter((part) => !isApart(part)));
  const aside = pack(parts.filter(isApart));
  return aside === NOTHING
    ? main
    : join([main, framed(aside)], PART_GAP, main.width > SCREEN ? 'below' : 'beside');
}

/** Branches are in several rows, and chains in several columns, where that makes the picture smaller. */
function placeBest(part: Component, sizes: Sizes): Arrangement {
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
  const joined = rows.map((row) => join(row, PART_GAP, 'beside'));
  return join(joined, PART_GAP, 'below');
}

/** With a frame around it. */
function framed(given: Arrangement): Arrangement {
  const [width, height] = [given.width + 2 * SIDE, given.height + HEADING + SIDE];
  return { ...shift(given, SIDE, HEADING), width, height, frames: [{ x: 0, y: 0, width, height }] };
}
