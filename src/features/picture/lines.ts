import type { Box, Frame } from '../../core/drawing/scene.ts';
import { addTo } from '../../core/model/groups.ts';
import { formatMark } from './marks.ts';
import type { PictureLink } from './picture.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The extent of one rank: lines cross it straight, and bend only between ranks. */
interface Band {
  readonly top: number;
  readonly bottom: number;
}

/** The path of a line, and of its head. */
interface LineRoute {
  readonly path: string;
  readonly head: string;
}

/** Where a line leaves one box and enters another. */
export interface Ends {
  readonly start: Point;
  readonly end: Point;
}

// How far apart lines leave and enter a box, where there is room.
const PORT_GAP = 26;
const LOOP_REACH = 46;
const HEAD = 9;
const HALF = 4.5;
/** A line leaves and enters a box straight. */
const STUB = 4;

/**
 * Where lines meet boxes: side by side, in the order of their other ends, so that they do not cross at once.
 * @param paths the points of each line in the layout, without its ends.
 */
export function endsOf(
  links: readonly PictureLink[],
  boxes: ReadonlyMap<string, Box>,
  paths: readonly (readonly Point[])[],
): readonly Ends[] {
  const middle = (id: string): Point => middleOf(boxes.get(id) as Box);
  const ends = links.map(() => ({ start: { x: 0, y: 0 }, end: { x: 0, y: 0 } }));
  /** By box, then `y` of the side. */
  const sides = new Map<string, { box: Box; port: { x: number; y: number }; towards: number }[]>();
  for (const [i, { from, to }] of links.entries()) {
    if (from === to) continue;
    const path = paths[i] ?? [];
    const { start, end } = ends[i] as (typeof ends)[number];
    const isDown = middle(from).y <= middle(to).y;
    for (const [port, id, other, isBottom] of [
      [start, from, path[0] ?? middle(to), isDown],
      [end, to, path.at(-1) ?? middle(from), !isDown],
    ] as const) {
      const box = boxes.get(id) as Box;
      port.y = isBottom ? box.y + box.height : box.y;
      addTo(sides, `${isBottom} ${id}`, { box, port, towards: other.x });
    }
  }
  for (const ports of sides.values()) {
    const [{ box }] = ports as [(typeof ports)[number]];
    const { x } = middleOf(box);
    ports.sort((a, b) => a.towards - b.towards);
    // A straight line keeps the middle.
    const straight = ports.findIndex(({ towards }) => Math.abs(towards - x) < 3);
    const centre = straight === -1 ? (ports.length - 1) / 2 : straight;
    const others = Math.max(1, centre, ports.length - 1 - centre);
    const gap = Math.min(PORT_GAP, (box.width / 2 - 20) / others);
    for (const [n, { port }] of ports.entries()) port.x = x + (n - centre) * gap;
  }
  return ends;
}

/** Bands by the height of their middle. */
export function bandsOf(frames: readonly Frame[]): ReadonlyMap<number, Band> {
  const bands = new Map<number, Band>();
  for (const { y, height } of frames) {
    const key = Math.round(y + height / 2);
    const { top = y, bottom = y + height } = bands.get(key) ?? {};
    bands.set(key, { top: Math.min(y, top), bottom: Math.max(y + height, bottom) });
  }
  return bands;
}

export function routeLink(
  { from, to }: PictureLink,
  boxes: ReadonlyMap<string, Box>,
  path: readonly Point[],
  bands: ReadonlyMap<number, Band>,
  ends: Ends,
): LineRoute {
  const [source, target] = [boxes.get(from) as Box, boxes.get(to) as Box];
  if (from === to) return routeLoop(source);
  const bandAt = (y: number): Band => {
    const at = Math.round(y);
    return bands.get(at) ?? bands.get(at + 1) ?? bands.get(at - 1) ?? { top: y, bottom: y };
  };
  const through = path.map((point) => ({ x: point.x, ...bandAt(point.y) }));
  const [first, last] = [bandAt(middleOf(source).y), bandAt(middleOf(target).y)];
  return routeBetween(ends, first, through, last);
}

/** A line from one box to another: straight down through the ranks, in an easy bend between them. */
function routeBetween(
  { start, end }: Ends,
  startBand: Band,
  through: readonly (Pick<Point, 'x'> & Band)[],
  endBand: Band,
): LineRoute {
  const down = end.y >= start.y;
  const sign = down ? 1 : -1;
  const leave = (band: Band): number => (down ? band.bottom : band.top);
  const enter = (band: Band): number => (down ? band.top : band.bottom);
  const farther = down ? Math.max : Math.min;
  const nearer = down ? Math.min : Math.max;
  const tip = end.y - sign * HEAD;
  const straights = [
    { x: start.x, from: start.y, to: farther(start.y + sign * STUB, leave(startBand)) },
    ...through.map((band) => ({ x: band.x, from: enter(band), to: leave(band) })),
    { x: end.x, from: nearer(tip - sign * STUB, enter(endBand)), to: tip },
  ];
  let path = `M${round(start.x)} ${round(start.y)}`;
  let at = start;
  for (const { x, from, to } of straights) {
    const middle = round((at.y + from) / 2);
    if (x !== at.x)
      path += `V${round(at.y)}C${round(at.x)} ${middle} ${round(x)} ${middle} ${round(x)} ${round(from)}`;
    at = { x, y: to };
  }
  const head = `M${round(end.x - HALF)} ${round(tip)}h${2 * HALF}L${round(end.x)} ${round(end.y)}z`;
  return { path: `${path}V${round(tip)}`, head };
}

/** A line from a box back to itself, beside it. */
function routeLoop({ x, y, width, height }: Frame): LineRoute {
  const right = round(x + width);
  const middle = y + height / 2;
  const spread = Math.min(18, height / 4);
  const far = round(x + width + LOOP_REACH);
  const tip = round(x + width + HEAD);
  const end = round(middle + spread);
  return {
    path: `M${right} ${round(middle - spread)}C${far} ${round(middle - 2.2 * spread)} ${far} ${round(middle + 2.2 * spread)} ${tip} ${end}`,
    head: `M${tip} ${round(middle + spread - HALF)}v${2 * HALF}L${right} ${end}z`,
  };
}

export function titleOfLink(
  { from, to, label, marks }: PictureLink,
  boxes: ReadonlyMap<string, Box>,
): string {
  const name = (id: string): string => boxes.get(id)?.key || '?';
  const edge = `edge from "${name(from)}" to "${name(to)}"${label === '' ? '' : `, ${label}`}`;
  return [edge, ...marks.map(formatMark)].join('\n');
}

export const round = (value: number): number => Math.round(value * 10) / 10;

const middleOf = ({ x, y, width, height }: Frame): Point => ({
  x: x + width / 2,
  y: y + height / 2,
});
