import type { Step } from '../../core/model/nodes.ts';
import type { EdgeChange, Move } from './difference.ts';

/** A changed edge, with names of its ends that are equal for matched steps; a step on one side only has no match. */
export interface ChangedEdge {
  readonly change: EdgeChange;
  readonly from: string;
  readonly to: string;
  readonly type: string;
}

interface Changes {
  readonly removed: readonly ChangedEdge[];
  readonly added: readonly ChangedEdge[];
  /** The step of a name on one side only. */
  readonly only: ReadonlyMap<string, Step>;
}

/** Changed edges that are one change together: steps that were swapped, moved, inserted or taken out. */
export function findMoves(given: Changes): readonly Move[] {
  const moves: Move[] = [];
  let { removed, added } = given;
  const take = (found: Found | undefined): boolean => {
    if (found === undefined) return false;
    const { removed: gone, added: come, ...move } = found;
    const edges = [...gone, ...come].map(({ change }) => change);
    moves.push({ ...move, edges });
    removed = removed.filter((each) => !gone.includes(each));
    added = added.filter((each) => !come.includes(each));
    return true;
  };
  while (take(findChain(removed, added, given.only, 'inserted')));
  while (take(findChain(added, removed, given.only, 'taken out')));
  while (take(findSwap(removed, added)));
  while (take(findMoved({ removed, added, only: given.only })));
  const reported = new Set<Step | undefined>();
  const isNew = (name: string): boolean => {
    for (const step of moves.flatMap(({ nodes }) => nodes)) reported.add(step);
    return given.only.has(name) && !reported.has(given.only.get(name));
  };
  while (take(findTail(added, { ...given, isNew }, 'inserted')));
  while (take(findTail(removed, { ...given, isNew }, 'taken out')));
  return moves;
}

interface Found extends Omit<Move, 'edges'> {
  readonly removed: readonly ChangedEdge[];
  readonly added: readonly ChangedEdge[];
}

export const lookOf = ({ from, to, type }: Pick<ChangedEdge, 'from' | 'to' | 'type'>): string =>
  JSON.stringify([from, to, type]);

/** Two steps whose removed edges are the added ones when their names are exchanged. */
function findSwap(
  removed: readonly ChangedEdge[],
  added: readonly ChangedEdge[],
): Found | undefined {
  for (const { from, to: one, type } of removed) {
    // The other takes its place after some step.
    const other = added.find((each) => each.from === from && each.type === type)?.to;
    if (other === undefined) continue;
    const isAbout = (edge: ChangedEdge): boolean =>
      [edge.from, edge.to].some((name) => name === one || name === other);
    const [gone, come] = [removed.filter(isAbout), added.filter(isAbout)];
    const exchange = (name: string): string => (name === one ? other : name === other ? one : name);
    const wanted = gone.map((edge) =>
      lookOf({ from: exchange(edge.from), to: exchange(edge.to), type: edge.type }),
    );
    // Fewer edges are a step that took the place of another.
    const hasBoth = [one, other].every((name) => gone.some(({ to }) => to === name));
    if (!hasBoth || wanted.sort().join() !== come.map(lookOf).sort().join()) continue;
    const steps = [one, other].map((name) => labelIn(gone, name));
    return { kind: 'swapped', steps, nodes: [], removed: gone, added: come };
  }
  return undefined;
}

/** A step that both sides have, with other neighbours on both of its sides. */
function findMoved({ removed, added, only }: Changes): Found | undefined {
  for (const into of removed) {
    const name = into.to;
    if (only.has(name)) continue;
    const out = removed.find((each) => each.from === name);
    const closing = out && findBetween(added, into, out.to);
    const newInto = added.find((each) => each.to === name);
    if (newInto === undefined || (out !== undefined && closing === undefined)) continue;
    const newOut = added.find((each) => each.from === name);
    // Another way to the same place.
    if (out === undefined && newOut === undefined) continue;
    const opened = newOut && findBetween(removed, newInto, newOut.to);
    if (newOut !== undefined && opened === undefined) continue;
    const gone = [into, out, opened].filter((each) => each !== undefined);
    const come = [closing, newInto, newOut].filter((each) => each !== undefined);
    const steps = [into.change.to.label];
    return {
      kind: 'moved',
      steps,
      nodes: [],
      was: placeOf(into, out),
      place: placeOf(newInto, newOut),
      removed: gone,
      added: come,
    };
  }
  return undefined;
}

const findBetween = (edges: readonly ChangedEdge[], { from, type }: ChangedEdge, to: string) =>
  edges.find((each) => each.from === from && each.to === to && each.type === type);

/** New steps on the way of an edge that is gone; or the reverse, with the sides exchanged. */
function findChain(
  gone: readonly ChangedEdge[],
  come: readonly ChangedEdge[],
  only: ReadonlyMap<string, Step>,
  kind: 'inserted' | 'taken out',
): Found | undefined {
  for (const edge of gone) {
    const first = come.find((each) => each.from === edge.from && each.type === edge.type);
    if (first === undefined) continue;
    const chain = chainTo(first, edge.to, come, only);
    if (chain === undefined) continue;
    const steps = chain.slice(0, -1).map(({ to }) => only.get(to) as Step);
    const place = placeOf(edge, edge);
    const [removed, added] = kind === 'inserted' ? [[edge], chain] : [chain, [edge]];
    return {
      kind,
      steps: chain.slice(0, -1).map(({ change }) => change.to.label),
      nodes: steps,
      place,
      removed,
      added,
    };
  }
  return undefined;
}

/** The edges from the first to a step that both sides have, through steps of one side. */
function chainTo(
  first: ChangedEdge,
  end: string,
  edges: readonly ChangedEdge[],
  only: ReadonlyMap<string, Step>,
): readonly ChangedEdge[] | undefined {
  const paths = [[first]];
  const seen = new Set([first.to]);
  for (const path of paths) {
    const last = path.at(-1) as ChangedEdge;
    if (last.to === end && path.length > 1) return path;
    if (!only.has(last.to)) continue;
    for (const next of edges) {
      if (next.from !== last.to || (seen.has(next.to) && next.to !== end)) continue;
      seen.add(next.to);
      paths.push([...path, next]);
    }
  }
  return undefined;
}

/** Steps of one side after one that both sides have or that has a line already, up to a fork, to a step of both sides, or to the end. */
function findTail(
  edges: readonly ChangedEdge[],
  { only, isNew }: Pick<Changes, 'only'> & { readonly isNew: (name: string) => boolean },
  kind: 'inserted' | 'taken out',
): Found | undefined {
  const first = edges.find(({ from, to }) => !isNew(from) && isNew(to));
  if (first === undefined) return undefined;
  const chain = [first];
  const seen = new Set<string>();
  for (let last = first; isNew(last.to) && !seen.has(last.to); ) {
    seen.add(last.to);
    const { to } = last;
    const [next, ...others] = edges.filter(({ from }) => from === to);
    if (next === undefined || others.length > 0 || seen.has(next.to)) break;
    chain.push(next);
    last = next;
  }
  const inside = chain.filter(({ to }) => isNew(to));
  const end = chain.at(-1) === inside.at(-1) ? undefined : chain.at(-1);
  const sides = kind === 'inserted' ? { removed: [], added: chain } : { removed: chain, added: [] };
  return {
    kind,
    steps: inside.map(({ change }) => change.to.label),
    nodes: inside.map(({ to }) => only.get(to) as Step),
    place: placeOf(first, end),
    ...sides,
  };
}

/** `between A and B`, `after A`. */
function placeOf({ change: { from, type } }: ChangedEdge, out: ChangedEdge | undefined): string {
  const branch = type === undefined || type === 'default' ? '' : ` (${type})`;
  const start = `${from.label}${branch}`;
  return out === undefined ? `after ${start}` : `between ${start} and ${out.change.to.label}`;
}

function labelIn(edges: readonly ChangedEdge[], name: string): string {
  const edge = edges.find(({ from, to }) => from === name || to === name);
  const end = edge?.from === name ? edge.change.from : edge?.change.to;
  return end?.label ?? '';
}
