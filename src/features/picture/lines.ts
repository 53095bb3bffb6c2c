import type { Box, Frame } from '../../core/drawing/scene.ts';
import { addTo } from '../../core/model/groups.ts';
import { formatMark } from './marks.ts';
import type { PictureLink } from './picture.ts';
import { LOOP_REACH } from './rows.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The positions that a link passes between its boxes. */
export interface Passage {
  /** Bottom of the row of its source, which it leaves vertically. */
  readonly rowEnd: number;
  /** From top to bottom. It is vertical there, and bends only between them. */
  readonly through: readonly {
    readonly x: number;
    readonly top: number;
    readonly bottom: number;
  }[];
  /** Of its label. */
  readonly middle?: Point;
  /** Of an upward link: its position beside the boxes, and the heights at which it leaves and enters their column. */
  readonly lane?: { readonly x: number; readonly leaves: number; readonly enters: number };
}

export function movePassage(
  { through, middle, lane, rowEnd }: Passage,
  dx: number,
  dy: number,
): Passage {
  return {
    rowEnd: rowEnd + dy,
    through: through.map(({ x, top, bottom }) => {
      return { x: x + dx, top: top + dy, bottom: bottom + dy };
    }),
    ...(middle && { middle: { x: middle.x + dx, y: middle.y + dy } }),
    ...(lane && {
      lane: { x: lane.x + dx, leaves: lane.leaves + dy, enters: lane.enters + dy },
    }),
  };
}

/** The path of a line, and of its head. */
interface LineRoute {
  readonly path: string;
  readonly head: string;
}

/** The points where a line leaves one box and enters another. */
export interface Ends {
  readonly start: Point;
  readonly end: Point;
}

// The distance between lines at a box, if there is room.
const PORT_GAP = 26;
const CORNER = 7;
const HEAD = 9;
const HALF = 4.5;
/** Length of the vertical part of a line at a box. */
const STUB = 4;

/** The points where lines meet boxes: side by side, in the order of their other ends, so that they do not cross there. */
export function endsOf(
  links: readonly PictureLink[],
  boxes: ReadonlyMap<string, Box>,
  passages: readonly Passage[],
): readonly Ends[] {
  const middle = (id: string): Point => middleOf(boxes.get(id) as Box);
  const ends = links.map(() => ({ start: { x: 0, y: 0 }, end: { x: 0, y: 0 } }));
  /** By side and box. */
  const sides = new Map<string, { box: Box; port: { x: number; y: number }; towards: number }[]>();
  for (const [i, { from, to }] of links.entries()) {
    if (from === to) continue;
    const { through, lane } = passages[i] as Passage;
    const { start, end } = ends[i] as (typeof ends)[number];
    const [source, target] = [boxes.get(from) as Box, boxes.get(to) as Box];
    start.y = source.y + source.height;
    end.y = target.y;
    const towards = [through[0]?.x ?? middle(to).x, lane?.x ?? through.at(-1)?.x ?? middle(from).x];
    addTo(sides, `bottom ${from}`, { box: source, port: start, towards: towards[0] as number });
    addTo(sides, `top ${to}`, { box: target, port: end, towards: towards[1] as number });
  }
  for (const ports of sides.values()) {
    const [{ box }] = ports as [(typeof ports)[number]];
    const { x } = middleOf(box);
    ports.sort((a, b) => a.towards - b.towards);
    // A straight line stays in the middle.
    const straight = ports.findIndex(({ towards }) => Math.abs(towards - x) < 3);
    const centre = straight === -1 ? (ports.length - 1) / 2 : straight;
    const others = Math.max(1, centre, ports.length - 1 - centre);
    const gap = Math.min(PORT_GAP, (box.width / 2 - 20) / others);
    for (const [n, { port }] of ports.entries()) port.x = x + (n - centre) * gap;
  }
  return ends;
}

/** A line down through the rows, or back up in its lane. */
export function routeLink(
  { from, to }: PictureLink,
  boxes: ReadonlyMap<string, Box>,
  { through, lane, rowEnd }: Passage,
  { start, end }: Ends,
): LineRoute {
  const source = boxes.get(from) as Box;
  if (from === to) return routeLoop(source);
  let path = `M${round(start.x)} ${round(start.y)}`;
  let at = { x: start.x, y: Math.max(start.y + STUB, rowEnd) };
  const tip = end.y - HEAD;
  const bendTo = (x: number, y: number): void => {
    const middle = round((at.y + y) / 2);
    if (Math.abs(x - at.x) >= 0.1)
      path += `V${round(at.y)}C${round(at.x)} ${middle} ${round(x)} ${middle} ${round(x)} ${round(y)}`;
  };
  for (const { x, top, bottom } of through) {
    bendTo(x, top);
    at = { x, y: bottom };
  }
  if (lane === undefined) bendTo(end.x, tip - STUB);
  else path += `V${round(lane.leaves - CORNER)}${corners(at.x, lane, end.x)}`;
  const head = `M${round(end.x - HALF)} ${round(tip)}h${2 * HALF}L${round(end.x)} ${round(end.y)}z`;
  return { path: `${path}V${round(tip)}`, head };
}

/** Across to the lane, up, and across to the end, with round corners. */
function corners(
  from: number,
  { x, leaves, enters }: NonNullable<Passage['lane']>,
  to: number,
): string {
  const turn = (a: number, b: number): number =>
    Math.sign(b - a) * Math.min(CORNER, Math.abs(b - a) / 2);
  const [out, back] = [turn(from, x), turn(x, to)];
  const q = (...numbers: readonly number[]): string => `Q${numbers.map(round).join(' ')}`;
  return (
    `${q(from, leaves, from + out, leaves)}H${round(x - out)}${q(x, leaves, x, leaves - CORNER)}` +
    `V${round(enters + CORNER)}${q(x, enters, x + back, enters)}H${round(to - back)}${q(to, enters, to, enters + CORNER)}`
  );
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
  return [edge, ...marks.map(formatMark)].join('; ');
}

export const round = (value: number): number => Math.round(value * 10) / 10;

const middleOf = ({ x, y, width, height }: Frame): Point => ({
  x: x + width / 2,
  y: y + height / 2,
});
