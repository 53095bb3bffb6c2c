import type { Frame } from './scene.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where the boxes and labels of one rank stand: lines cross it straight, and bend only between ranks. */
export interface Band {
  readonly top: number;
  readonly bottom: number;
}

export interface Route {
  readonly path: string;
  readonly head: string;
}

const HEAD = 9;
const HALF = 4.5;
/** A line leaves and enters a box straight. */
const STUB = 4;

/** A line from one box to another: straight down through the ranks, in an easy bend between them. */
export function routeBetween(start: Point, startBand: Band, through: readonly (Point & Band)[], end: Point, endBand: Band): Route {
  const down = end.y >= start.y;
  const sign = down ? 1 : -1;
  const leave = (band: Band): number => (down ? band.bottom : band.top);
  const enter = (band: Band): number => (down ? band.top : band.bottom);
  const farther = down ? Math.max : Math.min;
  const nearer = down ? Math.min : Math.max;
  const tip = end.y - sign * HEAD;
  const straights = [
    { x: start.x, from: start.y, to: farther(start.y + sign * STUB, leave(startBand)) },
    ...through.map(({ x, top, bottom }) => ({ x, from: down ? top : bottom, to: down ? bottom : top })),
    { x: end.x, from: nearer(tip - sign * STUB, enter(endBand)), to: tip },
  ];
  let path = `M${round(start.x)} ${round(start.y)}`;
  let at: Point = start;
  for (const { x, from, to } of straights) {
    if (x === at.x) {
      at = { x, y: to };
      continue;
    }
    const middle = (at.y + from) / 2;
    path += `V${round(at.y)}C${round(at.x)} ${round(middle)} ${round(x)} ${round(middle)} ${round(x)} ${round(from)}`;
    at = { x, y: to };
  }
  path += `V${round(tip)}`;
  return { path, head: `M${round(end.x - HALF)} ${round(tip)}h${2 * HALF}L${round(end.x)} ${round(end.y)}z` };
}

/** A line from a box back to itself, beside it. */
export function routeLoop({ x, y, width, height }: Frame, reach: number): Route {
  const right = x + width;
  const middle = y + height / 2;
  const spread = Math.min(18, height / 4);
  const far = right + reach;
  const tip = right + HEAD;
  return {
    path: `M${round(right)} ${round(middle - spread)}C${round(far)} ${round(middle - 2.2 * spread)} ${round(far)} ${round(middle + 2.2 * spread)} ${round(tip)} ${round(middle + spread)}`,
    head: `M${round(tip)} ${round(middle + spread - HALF)}v${2 * HALF}L${round(right)} ${round(middle + spread)}z`,
  };
}

export const round = (value: number): number => Math.round(value * 10) / 10;
