import type { Frame } from '../../core/drawing/scene.ts';
import type { Passage, Point } from './lines.ts';
import type { Size } from './measure.ts';
import type { PictureLink } from './picture.ts';

export interface Arrangement extends Size {
  /** The middle of each box, by its id. */
  readonly nodes: ReadonlyMap<string, Point>;
  readonly links: ReadonlyMap<PictureLink, Passage>;
  /** The frame around the unreachable steps. */
  readonly frames: readonly Frame[];
}

export const NOTHING: Arrangement = {
  width: 0,
  height: 0,
  frames: [],
  nodes: new Map(),
  links: new Map(),
};

/** One after the other: beside it, or below it. */
export function join(
  parts: readonly Arrangement[],
  gap: number,
  direction: 'beside' | 'below',
): Arrangement {
  const [first = NOTHING, ...others] = parts.filter((part) => part !== NOTHING);
  let joined = first;
  for (const part of others) {
    const [dx, dy] = direction === 'below' ? [0, joined.height + gap] : [joined.width + gap, 0];
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

export function shift(given: Arrangement, dx: number, dy: number): Arrangement {
  const move = ({ x, y }: Point): Point => ({ x: x + dx, y: y + dy });
  return {
    ...given,
    nodes: new Map(Array.from(given.nodes, ([id, point]) => [id, move(point)])),
    links: new Map(
      Array.from(given.links, ([link, { points, middle }]) => [
        link,
        { points: points.map(move), ...(middle && { middle: move(middle) }) },
      ]),
    ),
    frames: given.frames.map((frame) => ({ ...frame, ...move(frame) })),
  };
}
