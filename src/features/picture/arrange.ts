import { graphlib, layout } from '@dagrejs/dagre';
import type { Frame } from '../../core/drawing/scene.ts';
import { type Component, componentsOf, walkLinks } from './jumps.ts';
import type { Point } from './lines.ts';
import type { Picture, PictureLink } from './picture.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Places by the number of the node or link; `x` and `y` are the middle. */
export interface Arrangement extends Size {
  readonly nodes: ReadonlyMap<number, Point>;
  readonly links: ReadonlyMap<
    number,
    { readonly middle: Point; readonly points: readonly Point[] }
  >;
  /** Around the steps that no trigger leads to. */
  readonly frames: readonly Frame[];
}

const NODE_GAP = 36;
const RANK_GAP = 42;
const PART_GAP = 48;
/** Width at which a row of parts is full: about a screen. */
const ROW = 1200;
// The balanced layout is kept unless another is narrower by this factor.
const WORTHWHILE = 0.8;
// With more, one layout is enough work.
const MANY_LINKS = 200;
const APART = 'apart';
/** Around what is set apart: beside it, and above it for its heading. */
const SIDE = 18;
const ABOVE = 34;
const NOTHING: Arrangement = {
  width: 0,
  height: 0,
  nodes: new Map(),
  links: new Map(),
  frames: [],
};

/** Places for all boxes, and points for the lines between them. What is never reached is set apart. */
export function arrange(
  picture: Picture,
  sizes: readonly Size[],
  labels: readonly (Size | undefined)[],
): Arrangement {
  const parts = componentsOf(picture);
  const isApart = ({ nodes }: Component): boolean => nodes.every(([, { apart }]) => apart);
  const place = (part: Component): Arrangement => {
    const laid = run(part, sizes, labels);
    return isApart(part) ? laid : framed(laid, part, sizes);
  };
  const main = pack(parts.filter((part) => !isApart(part)).map(place));
  const lost = parts.filter(isApart);
  if (lost.length === 0) return main;
  const aside = framed(
    pack(lost.map(place)),
    { nodes: lost.flatMap(({ nodes }) => nodes), links: [] },
    sizes,
  );
  return join([main, aside], main.width > ROW);
}

/** Balanced, or with a straight trunk where the balanced layout is too wide. */
function run(
  part: Component,
  sizes: readonly Size[],
  labels: readonly (Size | undefined)[],
): Arrangement {
  const balanced = runAligned(part, sizes, labels, undefined);
  if (balanced.width <= ROW || part.links.length > MANY_LINKS) return balanced;
  const straight = ['UL', 'UR'].map((align) => runAligned(part, sizes, labels, align));
  const narrowest = straight.reduce((best, each) => (each.width < best.width ? each : best));
  return narrowest.width < WORTHWHILE * balanced.width ? narrowest : balanced;
}

function runAligned(
  { nodes, links }: Component,
  sizes: readonly Size[],
  labels: readonly (Size | undefined)[],
  align: string | undefined,
): Arrangement {
  const [alone] = nodes;
  if (nodes.length === 1 && links.length === 0 && alone !== undefined) {
    const { width, height } = sizes[alone[0]] as Size;
    const middle = { x: width / 2, y: height / 2 };
    return { ...NOTHING, width, height, nodes: new Map([[alone[0], middle]]) };
  }
  const graph = new graphlib.Graph({ multigraph: true, compound: true });
  graph.setGraph({ rankdir: 'TB', nodesep: NODE_GAP, edgesep: 18, ranksep: RANK_GAP, align });
  for (const [i, { id }] of nodes)
    graph.setNode(id, { width: sizes[i]?.width, height: sizes[i]?.height });
  const apart = nodes.filter((node) => node[1].apart);
  if (apart.length > 0 && apart.length < nodes.length) {
    graph.setNode(APART, {});
    for (const [, { id }] of apart) graph.setParent(id, APART);
  }
  const { backward } = walkLinks({ nodes, links });
  const endsOf = (i: number, { from, to }: PictureLink): [string, string] =>
    backward.has(i) ? [to, from] : [from, to];
  for (const [i, link] of links) {
    const { width = 0, height = 0 } = labels[i] ?? {};
    graph.setEdge(...endsOf(i, link), { width, height, labelpos: 'c' }, String(i));
  }
  layout(graph);
  const { width, height } = graph.graph() as Size;
  return {
    width,
    height,
    nodes: new Map(nodes.map(([i, { id }]) => [i, graph.node(id) as Point])),
    links: new Map(
      links.map(([i, link]) => {
        const edge = graph.edge(...endsOf(i, link), String(i)) as Point & { points: Point[] };
        const points = backward.has(i) ? edge.points.toReversed() : edge.points;
        return [i, { middle: { x: edge.x, y: edge.y }, points }];
      }),
    ),
    frames: [],
  };
}

/** Parts side by side, in rows. */
function pack(parts: readonly Arrangement[]): Arrangement {
  const rows: Arrangement[][] = [];
  let used = Number.POSITIVE_INFINITY;
  for (const part of parts) {
    if (used + part.width > ROW) {
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

/** Puts a frame around the nodes set apart, if there are any, and makes room for it. */
function framed(given: Arrangement, { nodes }: Component, sizes: readonly Size[]): Arrangement {
  const inside = nodes
    .filter(([, { apart }]) => apart)
    .map(([i]) => ({ ...(given.nodes.get(i) as Point), ...(sizes[i] as Size) }));
  if (inside.length === 0) return given;
  const left = Math.min(...inside.map(({ x, width }) => x - width / 2)) - SIDE;
  const right = Math.max(...inside.map(({ x, width }) => x + width / 2)) + SIDE;
  const top = Math.min(...inside.map(({ y, height }) => y - height / 2)) - ABOVE;
  const bottom = Math.max(...inside.map(({ y, height }) => y + height / 2)) + SIDE;
  const [dx, dy] = [Math.max(0, -left), Math.max(0, -top)];
  return {
    ...shift(given, dx, dy),
    width: Math.max(given.width, right) + dx,
    height: Math.max(given.height, bottom) + dy,
    frames: [{ x: left + dx, y: top + dy, width: right - left, height: bottom - top }],
  };
}

function shift(given: Arrangement, dx: number, dy: number): Arrangement {
  const move = ({ x, y }: Point): Point => ({ x: x + dx, y: y + dy });
  return {
    ...given,
    nodes: new Map([...given.nodes].map(([i, point]) => [i, move(point)])),
    links: new Map(
      [...given.links].map(([i, { middle, points }]) => {
        return [i, { middle: move(middle), points: points.map(move) }];
      }),
    ),
    frames: given.frames.map((frame) => ({ ...frame, ...move(frame) })),
  };
}
