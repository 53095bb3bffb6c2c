import { graphlib, layout } from '@dagrejs/dagre';
import { backwardLinks } from './backward.ts';
import { componentsOf } from './components.ts';
import type { Picture, PictureLink, PictureNode } from './picture.ts';
import type { Point } from './route.ts';
import type { Frame } from './scene.ts';

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Places by the number of the node or link; `x` and `y` are the middle. */
export interface Arrangement extends Size {
  readonly nodes: ReadonlyMap<number, Point>;
  readonly links: ReadonlyMap<number, { readonly middle: Point; readonly points: readonly Point[] }>;
  /** Around the steps that no trigger leads to. */
  readonly frames: readonly Frame[];
}

/** What hangs together, and is laid out by itself. */
interface Part {
  readonly nodes: readonly (readonly [number, PictureNode])[];
  readonly links: readonly (readonly [number, PictureLink])[];
}

const NODE_GAP = 36;
const RANK_GAP = 42;
const PART_GAP = 48;
/** A row of parts is not made much wider than a screen. */
const ROW = 1200;
// Narrower by less than this is no reason to give up the balance.
const WORTHWHILE = 0.8;
// To lay out several times, and compare.
const MANY_LINKS = 200;
const APART = 'apart';
/** Around what is set apart: at its sides, and above it, where its heading stands. */
const SIDE = 18;
const ABOVE = 34;
const NOTHING: Arrangement = { width: 0, height: 0, nodes: new Map(), links: new Map(), frames: [] };

/** Ranks and rows for all boxes, and ways for the lines between them. What is never reached comes to stand on its own. */
export function arrange(picture: Picture, sizes: readonly Size[], labels: readonly (Size | undefined)[]): Arrangement {
  const parts = componentsOf(picture);
  const isApart = ({ nodes }: Part): boolean => nodes.every(([, { apart }]) => apart);
  const place = (part: Part): Arrangement => {
    const laid = run(part, sizes, labels);
    return isApart(part) ? laid : framed(laid, part, sizes);
  };
  const main = pack(parts.filter((part) => !isApart(part)).map(place));
  const lost = parts.filter(isApart);
  if (lost.length === 0) return main;
  const aside = framed(pack(lost.map(place)), { nodes: lost.flatMap(({ nodes }) => nodes), links: [] }, sizes);
  return join([main, aside], main.width > ROW);
}

/** Balanced, or where that makes stairs of a trunk and its branches, with the trunk straight. */
function run(part: Part, sizes: readonly Size[], labels: readonly (Size | undefined)[]): Arrangement {
  const balanced = runAligned(part, sizes, labels, undefined);
  if (balanced.width <= ROW || part.links.length > MANY_LINKS) return balanced;
  const straight = ['UL', 'UR'].map((align) => runAligned(part, sizes, labels, align));
  const narrowest = straight.reduce((best, each) => (each.width < best.width ? each : best));
  return narrowest.width < WORTHWHILE * balanced.width ? narrowest : balanced;
}

function runAligned({ nodes, links }: Part, sizes: readonly Size[], labels: readonly (Size | undefined)[], align: string | undefined): Arrangement {
  const [alone] = nodes;
  if (nodes.length === 1 && links.length === 0 && alone !== undefined) {
    const { width, height } = sizes[alone[0]] as Size;
    return { ...NOTHING, width, height, nodes: new Map([[alone[0], { x: width / 2, y: height / 2 }]]) };
  }
  const graph = new graphlib.Graph({ multigraph: true, compound: true });
  graph.setGraph({ rankdir: 'TB', nodesep: NODE_GAP, edgesep: 18, ranksep: RANK_GAP, align });
  for (const [i, { id }] of nodes) graph.setNode(id, { width: sizes[i]?.width, height: sizes[i]?.height });
  const apart = nodes.filter((node) => node[1].apart);
  if (apart.length > 0 && apart.length < nodes.length) {
    graph.setNode(APART, {});
    for (const [, { id }] of apart) graph.setParent(id, APART);
  }
  const backward = backwardLinks(
    nodes.map(([, node]) => node),
    links,
  );
  const endsOf = (i: number, { from, to }: PictureLink): [string, string] => (backward.has(i) ? [to, from] : [from, to]);
  for (const [i, link] of links) graph.setEdge(...endsOf(i, link), { width: labels[i]?.width ?? 0, height: labels[i]?.height ?? 0, labelpos: 'c' }, String(i));
  layout(graph);
  const { width, height } = graph.graph() as Size;
  return {
    width,
    height,
    nodes: new Map(nodes.map(([i, { id }]) => [i, graph.node(id) as Point])),
    links: new Map(
      links.map(([i, link]) => {
        const { x, y, points } = graph.edge(...endsOf(i, link), String(i)) as Point & { points: readonly Point[] };
        return [i, { middle: { x, y }, points: backward.has(i) ? points.toReversed() : points }];
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
  return join(
    rows.map((row) => join(row, false)),
    true,
  );
}

function join(parts: readonly Arrangement[], below: boolean): Arrangement {
  let joined = NOTHING;
  for (const part of parts) {
    if (part === NOTHING) continue;
    if (joined === NOTHING) {
      joined = part;
      continue;
    }
    const { nodes, links, frames } = below ? shift(part, 0, joined.height + PART_GAP) : shift(part, joined.width + PART_GAP, 0);
    joined = {
      width: below ? Math.max(joined.width, part.width) : joined.width + PART_GAP + part.width,
      height: below ? joined.height + PART_GAP + part.height : Math.max(joined.height, part.height),
      nodes: new Map([...joined.nodes, ...nodes]),
      links: new Map([...joined.links, ...links]),
      frames: [...joined.frames, ...frames],
    };
  }
  return joined;
}

/** Puts a frame around the nodes set apart, if there are any, and makes room for it. */
function framed(given: Arrangement, { nodes }: Part, sizes: readonly Size[]): Arrangement {
  const inside = nodes.filter(([, { apart }]) => apart).map(([i]) => ({ ...(given.nodes.get(i) as Point), ...(sizes[i] as Size) }));
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
    links: new Map([...given.links].map(([i, { middle, points }]) => [i, { middle: move(middle), points: points.map(move) }])),
    frames: given.frames.map((frame) => ({ ...frame, ...move(frame) })),
  };
}
