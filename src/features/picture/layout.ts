/**
 * Places boxes and lines: dagre gives ranks, order and x. A line is straight through the band of a
 * rank, in the slot that dagre keeps free for it, and curves only between two ranks, so that it
 * crosses no box and no label.
 */
import { Graph, layout } from '@dagrejs/dagre';

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface ToPlace {
  readonly nodes: readonly (Size & { readonly id: string })[];
  readonly links: readonly { readonly from: string; readonly to: string; readonly label?: Size }[];
}

/** In pixels; `x` and `y` are the upper left corner. */
export interface Frame extends Size {
  readonly x: number;
  readonly y: number;
}

export interface Placed extends Size {
  /** In the order of the nodes. */
  readonly boxes: readonly Frame[];
  /** In the order of the links: the path of a line, and where its label is. */
  readonly lines: readonly { readonly path: string; readonly label?: Frame }[];
}

/** A straight part of a line: at `x`, from `start` to `end`. */
interface Stop {
  x: number;
  readonly start: number;
  readonly end: number;
}

/** Its `x` and `y` are the middle. */
type Center = Frame;

const BETWEEN_PORTS = 26;
/** Of a line from a step to itself. */
const LOOP = 34;

export function place({ nodes, links }: ToPlace): Placed {
  const graph = new Graph({ multigraph: true });
  graph.setGraph({ rankdir: 'TB', nodesep: 36, edgesep: 22, ranksep: 44, marginx: 8, marginy: 8 });
  for (const { id, width, height } of nodes) graph.setNode(id, { width, height });
  for (const [i, { from, to, label }] of links.entries())
    graph.setEdge(from, to, { ...label, labelpos: 'c' }, String(i));
  layout(graph);
  const center = (id: string): Center => graph.node(id) as Center;
  const bands = bandsOf([
    ...nodes.map(({ id }) => center(id)),
    ...links.flatMap(({ from, to, label }, i) =>
      label === undefined || from === to ? [] : [{ ...edgeAt(graph, from, to, i), ...label }],
    ),
  ]);
  const stops = links.map(({ from, to }, i) =>
    from === to ? [] : stopsOf(center(from), center(to), edgeAt(graph, from, to, i).points, bands),
  );
  spreadPorts(links, stops, center);
  const lines = links.map(({ from, to, label }, i) => {
    const { x, y } = edgeAt(graph, from, to, i);
    const path = from === to ? loopAt(center(from)) : pathOf(stops[i] ?? []);
    return { path, ...(label !== undefined && { label: frameOf({ ...label, x, y }) }) };
  });
  const { width = 0, height = 0 } = graph.graph();
  return { width, height, boxes: nodes.map(({ id }) => frameOf(center(id))), lines };
}

interface DagreEdge {
  readonly x: number;
  readonly y: number;
  readonly points: readonly { readonly x: number; readonly y: number }[];
}

const edgeAt = (graph: Graph, from: string, to: string, i: number): DagreEdge =>
  graph.edge(from, to, String(i)) as DagreEdge;

const frameOf = ({ x, y, width, height }: Center): Frame => ({
  ...{ x: x - width / 2, y: y - height / 2, width, height },
});

/** Half the height of each rank of boxes and labels, by its middle. */
type Bands = ReadonlyMap<number, number>;
const rankOf = (y: number): number => Math.round(y * 10);

function bandsOf(items: readonly { readonly y: number; readonly height: number }[]): Bands {
  const bands = new Map<number, number>();
  for (const { y, height } of items)
    bands.set(rankOf(y), Math.max(bands.get(rankOf(y)) ?? 0, height / 2));
  return bands;
}

function stopsOf(from: Center, to: Center, points: DagreEdge['points'], bands: Bands): Stop[] {
  const half = (y: number): number => bands.get(rankOf(y)) ?? 0;
  const way = Math.sign(to.y - from.y) || 1;
  return [
    { x: from.x, start: from.y + (way * from.height) / 2, end: from.y + way * half(from.y) },
    // Without the points at the borders of the boxes.
    ...points.slice(1, -1).map(({ x, y }) => ({
      ...{ x, start: y - way * half(y), end: y + way * half(y) },
    })),
    { x: to.x, start: to.y - way * half(to.y), end: to.y - (way * to.height) / 2 },
  ];
}

/** Lines at one side of a box stand side by side, in the order in which they go on. */
function spreadPorts(
  links: ToPlace['links'],
  stops: readonly (readonly Stop[])[],
  center: (id: string) => Center,
): void {
  const sides = new Map<string, { readonly own: Stop; readonly next: Stop }[]>();
  const boxes = new Map<string, Center>();
  for (const [i, { from, to }] of links.entries()) {
    const line = stops[i] ?? [];
    const ends = [
      { id: from, own: line[0], next: line[1] },
      { id: to, own: line.at(-1), next: line.at(-2) },
    ];
    for (const { id, own, next } of ends) {
      if (own === undefined || next === undefined) continue;
      const side = JSON.stringify([id, own.start > center(id).y || own.end > center(id).y]);
      sides.set(side, [...(sides.get(side) ?? []), { own, next }]);
      boxes.set(side, center(id));
    }
  }
  for (const [side, ports] of sides) {
    const { x = 0, width = 0 } = boxes.get(side) ?? {};
    ports.sort((a, b) => a.next.x - b.next.x);
    const gap = Math.min(BETWEEN_PORTS, (width - 24) / Math.max(1, ports.length - 1));
    for (const [i, { own }] of ports.entries()) own.x = x + (i - (ports.length - 1) / 2) * gap;
  }
}

function pathOf(stops: readonly Stop[]): string {
  const parts = stops.map(({ x, start, end }, i) => {
    const before = stops[i - 1];
    if (before === undefined) return `M${round(x)} ${round(start)}V${round(end)}`;
    const middle = round((before.end + start) / 2);
    const curve = `C${round(before.x)} ${middle} ${round(x)} ${middle} ${round(x)} ${round(start)}`;
    // A part without a length has no direction for its arrow.
    return start === end ? curve : `${curve}V${round(end)}`;
  });
  return parts.join('');
}

function loopAt({ x, y, width }: Center): string {
  const right = round(x + width / 2);
  const far = right + LOOP;
  const curve = `${far} ${round(y - 18)} ${far} ${round(y + 18)} ${right} ${round(y + 10)}`;
  return `M${right} ${round(y - 10)}C${curve}`;
}

const GAP = 14;
const BETWEEN_COLUMNS = 180;

/** Boxes in two columns, with lines from the left to the right one. */
export function inColumns({ nodes, links }: ToPlace, isLeft: (id: string) => boolean): Placed {
  const left = nodes.filter(({ id }) => isLeft(id));
  const start = Math.max(0, ...left.map(({ width }) => width));
  const next = { left: 0, right: 0 };
  const boxes = new Map<string, Frame>();
  for (const { id, width, height } of nodes) {
    const side = isLeft(id) ? 'left' : 'right';
    const x = side === 'left' ? start - width : start + BETWEEN_COLUMNS;
    boxes.set(id, { x, y: next[side], width, height });
    next[side] += height + GAP;
  }
  const lines = links.map(({ from, to }) => {
    const [a, b] = [boxes.get(from) as Frame, boxes.get(to) as Frame];
    const [y, end] = [round(a.y + a.height / 2), round(b.y + b.height / 2)];
    const middle = round(start + BETWEEN_COLUMNS / 2);
    return { path: `M${round(start)} ${y}C${middle} ${y} ${middle} ${end} ${round(b.x)} ${end}` };
  });
  const all = nodes.map(({ id }) => boxes.get(id) as Frame);
  const width = Math.max(0, ...all.map((each) => each.x + each.width));
  return { width, height: Math.max(next.left, next.right), boxes: all, lines };
}

/** Boxes one below the other, where there are too many lines to draw. */
export function stack(nodes: readonly Size[]): Placed {
  let height = 0;
  const boxes = nodes.map((size): Frame => {
    const frame = { ...size, x: 0, y: height };
    height += size.height + 12;
    return frame;
  });
  return { width: Math.max(0, ...nodes.map(({ width }) => width)), height, boxes, lines: [] };
}

export const round = (pixels: number): number => Math.round(pixels * 10) / 10;
