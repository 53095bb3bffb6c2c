import type { Frame } from '../../core/drawing/scene.ts';
import { addTo } from '../../core/model/groups.ts';
import { type Component, componentsOf } from './jumps.ts';
import { movePassage, type Passage, type Point } from './lines.ts';
import type { Size } from './measure.ts';
import type { Picture } from './picture.ts';
import { placeRows } from './place.ts';
import { LABEL_GAP, LOOP_REACH, rowsOf } from './rows.ts';

/** Places by the number of the node or link; `x` and `y` are the middle. */
interface Arrangement extends Size {
  readonly nodes: ReadonlyMap<number, Point>;
  readonly links: ReadonlyMap<number, Passage>;
  /** The frame around the unreachable steps. */
  readonly frames: readonly Frame[];
}

// Lengths in pixels.
const PART_GAP = 48;
/** The maximum width of a row of parts: about a screen. */
const SCREEN = 1200;
/** Between a box and the labels of its branches, and between those and the next boxes, for bends. */
const ABOVE_LABELS = 20;
const BELOW_LABELS = 30;
const TRACK = 7;
const LANE = 16;
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

/** The positions of all boxes and lines. Unreachable steps are placed separately. */
export function arrange(
  picture: Picture,
  sizes: readonly Size[],
  labels: readonly (Size | undefined)[],
): Arrangement {
  const parts = componentsOf(picture);
  const isApart = ({ nodes }: Component): boolean => nodes.every(([, { apart }]) => apart);
  const pack = (some: readonly Component[]): Arrangement =>
    packed(some.map((part) => placePart(part, sizes, labels)));
  const main = pack(parts.filter((part) => !isApart(part)));
  const aside = pack(parts.filter(isApart));
  return aside === NOTHING ? main : join([main, framed(aside)], main.width > SCREEN);
}

/** Ranks from top to bottom, each with a row for the labels of outgoing links; links that close a cycle run beside the boxes. */
function placePart(
  part: Component,
  sizes: readonly Size[],
  labels: readonly (Size | undefined)[],
): Arrangement {
  const { rows, rankOf, backward } = rowsOf(part, sizes, labels);
  placeRows(rows, SCREEN);
  const tracks = new Map<number, number>();
  /** The next free track below a rank, for the horizontal part of a loop. */
  const takeTrack = (rank: number): number => {
    const taken = tracks.get(rank) ?? 0;
    tracks.set(rank, taken + 1);
    return taken * TRACK;
  };
  // The inner loops first.
  const loops = part.links
    .filter(([i, { from, to }]) => backward.has(i) && from !== to)
    .map(([i, { from, to }]) => ({ i, from: rankOf(from), to: rankOf(to) }))
    .sort((a, b) => a.from - a.to - (b.from - b.to) || a.i - b.i)
    .map((loop) => ({ ...loop, leaves: takeTrack(loop.from), enters: takeTrack(loop.to - 1) }));

  const heights = rows.map((items) => Math.max(0, ...items.map(({ height }) => height)));
  const tops: number[] = [];
  const trackTops = new Map([[-1, 0]]);
  let y = tracks.has(-1) ? (tracks.get(-1) as number) * TRACK + BELOW_LABELS : 0;
  let bottom = y;
  for (const [row, height] of heights.entries()) {
    if (row % 2 === 1) y += ABOVE_LABELS;
    tops.push(y);
    y += height;
    if (height > 0) bottom = y;
    if (row % 2 === 0) continue;
    const taken = tracks.get((row - 1) / 2) ?? 0;
    trackTops.set((row - 1) / 2, y + TRACK);
    y += taken * TRACK;
    if (taken > 0) bottom = y + TRACK;
    y += BELOW_LABELS;
  }

  const nodes = new Map<number, Point>();
  const passed = new Map<number, Passage['through'][number][]>();
  const middles = new Map<number, Point>();
  for (const [row, items] of rows.entries()) {
    const [top, height] = [tops[row] as number, heights[row] as number];
    for (const item of items) {
      const { node, link, x } = item;
      if (node !== undefined) nodes.set(node, { x, y: top + (sizes[node] as Size).height / 2 });
      if (link === undefined) continue;
      if (item.height > 0) middles.set(link, { x, y: top + item.height / 2 });
      addTo(passed, link, { x, top, bottom: top + height });
    }
  }
  for (const [i, point] of besideLoops(part, nodes, sizes, labels)) middles.set(i, point);

  const [left, right] = [
    rows.map((items) => Math.min(...items.map((item) => item.x - item.left))),
    rows.map((items) => Math.max(...items.map((item) => item.x + item.right))),
  ];
  const lanes = new Map<number, NonNullable<Passage['lane']>>();
  for (const { i, from, to, leaves, enters } of loops) {
    const [first, end] = [2 * to, 2 * from + 2];
    const start = passed.get(i)?.[0]?.x as number;
    const [before, after] = [
      Math.min(...left.slice(first, end)) - LANE,
      Math.max(...right.slice(first, end)) + LANE,
    ];
    const x = after - start <= start - before ? after : before;
    (x === after ? right : left).fill(x, first, end);
    lanes.set(i, {
      x,
      leaves: (trackTops.get(from) as number) + leaves,
      enters: (trackTops.get(to - 1) as number) + enters,
    });
  }
  const start = Math.min(...left);
  const links = new Map(
    part.links.map(([i, { from }]) => {
      const row = 2 * rankOf(from);
      const rowEnd = (tops[row] as number) + (heights[row] as number);
      const [middle, lane] = [middles.get(i), lanes.get(i)];
      // In a row without labels, lines need not be straight.
      const through = (passed.get(i) ?? []).filter(({ top, bottom }) => lane || bottom > top);
      return [i, { rowEnd, through, ...(middle && { middle }), ...(lane && { lane }) }] as const;
    }),
  );
  const width = Math.max(...right) - start;
  return shift({ width, height: bottom, nodes, links, frames: [] }, -start, 0);
}

/** The labels of lines from a box back to itself, one below the other. */
function* besideLoops(
  { links, nodes }: Component,
  places: ReadonlyMap<number, Point>,
  sizes: readonly Size[],
  labels: readonly (Size | undefined)[],
): Iterable<readonly [number, Point]> {
  const used = new Map<string, number>();
  const numbers = new Map(nodes.map(([number, { id }]) => [id, number]));
  for (const [i, { from, to }] of links) {
    const label = labels[i];
    if (from !== to || label === undefined) continue;
    const number = numbers.get(from) as number;
    const [{ x, y }, { width, height }] = [places.get(number) as Point, sizes[number] as Size];
    const above = used.get(from) ?? 0;
    used.set(from, above + label.height + LABEL_GAP);
    yield [
      i,
      {
        x: x + width / 2 + LOOP_REACH + label.width / 2,
        y: y - height / 2 + above + label.height / 2,
      },
    ];
  }
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
function framed(given: Arrangement): Arrangement {
  const [width, height] = [given.width + 2 * SIDE, given.height + HEADING + SIDE];
  return { ...shift(given, SIDE, HEADING), width, height, frames: [{ x: 0, y: 0, width, height }] };
}

function shift(given: Arrangement, dx: number, dy: number): Arrangement {
  const move = ({ x, y }: Point): Point => ({ x: x + dx, y: y + dy });
  return {
    ...given,
    nodes: new Map([...given.nodes].map(([i, point]) => [i, move(point)])),
    links: new Map([...given.links].map(([i, passage]) => [i, movePassage(passage, dx, dy)])),
    frames: given.frames.map((frame) => ({ ...frame, ...move(frame) })),
  };
}
