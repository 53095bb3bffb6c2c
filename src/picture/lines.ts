import { sayMark } from './marks.ts';
import type { PictureLink } from './picture.ts';
import { type Band, type Point, type Route, routeBetween, routeLoop } from './route.ts';
import type { Box, Frame } from './scene.ts';

// How far apart lines leave and enter a box, where there is room.
const PORT_GAP = 26;
const LOOP_REACH = 46;

/** Where a line leaves one box and enters another. */
export interface Ends {
  readonly start: Point;
  readonly end: Point;
}

/** The points that each line passes on its way, as the layout has them, the ends left out. */
export type Ways = readonly (readonly Point[])[];

/** Where lines meet boxes: side by side, in the order of where they come from or go to, so that they do not cross at once. */
export function endsOf(links: readonly PictureLink[], boxes: ReadonlyMap<string, Box>, ways: Ways): readonly Ends[] {
  const sides = new Map<string, { readonly link: number; readonly isStart: boolean; readonly towards: number }[]>();
  const downs = links.map(({ from, to }) => middleOf(boxes.get(from) as Box).y <= middleOf(boxes.get(to) as Box).y);
  for (const [i, { from, to }] of links.entries()) {
    if (from === to) continue;
    const way = ways[i] as readonly Point[];
    const far = (id: string): number => middleOf(boxes.get(id) as Box).x;
    for (const isStart of [true, false]) {
      const side = `${(isStart ? downs[i] : !downs[i]) ? 'bottom' : 'top'} ${isStart ? from : to}`;
      const towards = (isStart ? way[0]?.x : way.at(-1)?.x) ?? far(isStart ? to : from);
      const others = sides.get(side);
      if (others === undefined) sides.set(side, [{ link: i, isStart, towards }]);
      else others.push({ link: i, isStart, towards });
    }
  }
  const starts = new Map<number, Point>();
  const ends = new Map<number, Point>();
  for (const [side, meetings] of sides) {
    const [edge, id] = [side.slice(0, side.indexOf(' ')), side.slice(side.indexOf(' ') + 1)];
    const box = boxes.get(id) as Box;
    const middle = box.x + box.width / 2;
    meetings.sort((a, b) => a.towards - b.towards || a.link - b.link);
    // A line that goes straight on keeps the middle, and the others make room.
    const straight = meetings.findIndex(({ towards }) => Math.abs(towards - middle) < 3);
    const centre = straight === -1 ? (meetings.length - 1) / 2 : straight;
    const gap = Math.min(PORT_GAP, (box.width / 2 - 20) / Math.max(1, centre, meetings.length - 1 - centre));
    for (const [n, { link, isStart }] of meetings.entries()) {
      const x = middle + (n - centre) * gap;
      (isStart ? starts : ends).set(link, { x, y: edge === 'bottom' ? box.y + box.height : box.y });
    }
  }
  const nowhere = { x: 0, y: 0 };
  return links.map((_, i) => ({ start: starts.get(i) ?? nowhere, end: ends.get(i) ?? nowhere }));
}

/** What stands at one height: by the height of its middle. */
export function bandsOf(frames: readonly Frame[]): ReadonlyMap<number, Band> {
  const bands = new Map<number, Band>();
  for (const { y, height } of frames) {
    const key = Math.round(y + height / 2);
    const known = bands.get(key);
    bands.set(key, { top: Math.min(y, known?.top ?? y), bottom: Math.max(y + height, known?.bottom ?? y + height) });
  }
  return bands;
}

export function routeLink(
  { from, to }: PictureLink,
  boxes: ReadonlyMap<string, Box>,
  way: readonly Point[],
  bands: ReadonlyMap<number, Band>,
  ends: Ends,
): Route {
  const source = boxes.get(from) as Box;
  if (from === to) return routeLoop(source, LOOP_REACH);
  const bandAt = (y: number): Band => bands.get(Math.round(y)) ?? bands.get(Math.round(y) + 1) ?? bands.get(Math.round(y) - 1) ?? { top: y, bottom: y };
  const through = way.map((point) => ({ ...point, ...bandAt(point.y) }));
  return routeBetween(ends.start, bandAt(middleOf(source).y), through, ends.end, bandAt(middleOf(boxes.get(to) as Box).y));
}

export function titleOfLink({ from, to, label, marks }: PictureLink, boxes: ReadonlyMap<string, Box>): string {
  const name = (id: string): string => boxes.get(id)?.key || '?';
  return [`edge from "${name(from)}" to "${name(to)}"${label === '' ? '' : `, ${label}`}`, ...marks.map(sayMark)].join('\n');
}

const middleOf = ({ x, y, width, height }: Frame): Point => ({ x: x + width / 2, y: y + height / 2 });
