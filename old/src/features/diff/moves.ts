import { groupBy } from '../../core/model/groups.ts';
import type { Step } from '../../core/model/nodes.ts';
import type { EdgeChange, Move } from './difference.ts';

/** A changed edge, with names of its ends that are equal for matched steps; a step on one side only has no match. */
interface ChangedEdge {
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
export function findMoves({ removed, added, only }: Changes): readonly Move[] {
  const moves: Move[] = [];
  let left = [...removed, ...added];
  const changed = (change: EdgeChange['change']): readonly ChangedEdge[] =>
    left.filter((edge) => edge.change.change === change);
  const take = (found: Found | undefined): boolean => {
    if (found === undefined) return false;
    moves.push({ ...found, edges: found.edges.map(({ change }) => change) });
    left = left.filter((edge) => !found.edges.includes(edge));
    return true;
  };
  while (take(findChain(changed('removed'), changed('added'), only, 'inserted')));
  while (take(findChain(changed('added'), changed('removed'), only, 'taken out')));
  while (take(findSwap(changed('removed'), changed('added'))));
  while (take(findMoved(changed('removed'), changed('added'))));
  const isNew = (name: string): boolean => {
    const step = only.get(name);
    return step !== undefined && !moves.some(({ nodes }) => nodes.includes(step));
  };
  while (take(findTail(changed('added'), { only, isNew }, 'inserted')));
  while (take(findTail(changed('removed'), { only, isNew }, 'taken out')));
  return moves;
}

interface Found extends Omit<Move, 'edges'> {
  readonly edges: readonly ChangedEdge[];
}

export const edgeKey = ({ from, to, type }: Pick<ChangedEdge, 'from' | 'to' | 'type'>): string =>
  JSON.stringify([from, to, type]);

/** Two steps whose removed edges are the added ones when their names are exchanged. */
function findSwap(
  removed: readonly ChangedEdge[],
  added: readonly ChangedEdge[],
): Found | undefined {
  for (const first of removed) {
    const { from, to: one, type } = first;
    // The other takes its place after some step.
    const other = added.find((each) => each.from === from && each.type === type)?.to;
    if (other === undefined) continue;
    const isAbout = (edge: ChangedEdge): boolean =>
      [edge.from, edge.to].some((name) => name === one || name === other);
    const [gone, come] = [removed.filter(isAbout), added.filter(isAbout)];
    const exchange = (name: string): string => (name === one ? other : name === other ? one : name);
    const wanted = gone.map((edge) =>
      edgeKey({ from: exchange(edge.from), to: exchange(edge.to), type: edge.type }),
    );
    const second = gone.find(({ to }) => to === other);
    // Fewer edges are a step that took the place of another.
    if (second === undefined || wanted.sort().join() !== come.map(edgeKey).sort().join()) continue;
    const steps = [first, second].map(({ change }) => change.to.label);
    return { kind: 'swapped', steps, nodes: [], edges: [...gone, ...come] };
  }
  return undefined;
}

/** A step that both sides have, with other neighbours on both of its sides. */
function findMoved(
  removed: readonly ChangedEdge[],
  added: readonly ChangedEdge[],
): Found | undefined {
  for (const into of removed) {
    const name = into.to;
    const out = removed.find((each) => each.from === name);
    const closing = out && findBetween(added, into, out.to);
    const newInto = added.find((each) => each.to === name);
    if (newInto === undefined || (out !== undefined && closing === undefined)) continue;
    const newOut = added.find((each) => each.from === name);
    // Another way to the same place.
    if (out === undefined && newOut === undefined) continue;
    const opened = newOut && findBetween(removed, newInto, newOut.to);
    if (newOut !== undefined && opened === undefined) continue;
    const edges = [into, out, opened, closing, newInto, newOut];
    return {
      kind: 'moved',
      steps: [into.change.to.label],
      nodes: [],
      was: placeOf(into, out),
      place: placeOf(newInto, newOut),
      edges: edges.filter((each) => each !== undefined),
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
  const outgoing = groupBy(come, ({ from }) => from);
  for (const edge of gone) {
    const first = outgoing.get(edge.from)?.find(({ type }) => type === edge.type);
    if (first === undefined) continue;
    const chain = chainTo(first, edge.to, outgoing, only);
    if (chain === undefined) continue;
    const inside = chain.slice(0, -1);
    return {
      kind,
      steps: inside.map(({ change }) => change.to.label),
      nodes: inside.map(({ to }) => only.get(to) as Step),
      place: placeOf(edge, edge),
      edges: [edge, ...chain],
    };
  }
  return undefined;
}

/** The edges from the first to a step that both sides have, through steps of one side. */
function chainTo(
  first: ChangedEdge,
  end: string,
  outgoing: ReadonlyMap<string, readonly ChangedEdge[]>,
  only: ReadonlyMap<string, Step>,
): readonly ChangedEdge[] | undefined {
  const paths = [[first]];
  const seen = new Set([first.to]);
  for (const path of paths) {
    const last = path.at(-1) as ChangedEdge;
    if (last.to === end) return path;
    if (!only.has(last.to)) continue;
    for (const next of outgoing.get(last.to) ?? []) {
      if (seen.has(next.to)) continue;
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
  for (let last = first; isNew(last.to); ) {
    seen.add(last.to);
    const { to } = last;
    const [next, ...others] = edges.filter(({ from }) => from === to);
    if (next === undefined || others.length > 0 || seen.has(next.to)) break;
    chain.push(next);
    last = next;
  }
  const inside = chain.filter(({ to }) => isNew(to));
  const end = chain.at(-1) === inside.at(-1) ? undefined : chain.at(-1);
  return {
    kind,
    steps: inside.map(({ change }) => change.to.label),
    nodes: inside.map(({ to }) => only.get(to) as Step),
    place: placeOf(first, end),
    edges: chain,
  };
}

/** `between A and B`, `after A`. */
function placeOf({ change: { from, type } }: ChangedEdge, out: ChangedEdge | undefined): string {
  const branch = type === undefined || type === 'default' ? '' : ` (${type})`;
  const start = `${from.label}${branch}`;
  return out === undefined ? `after ${start}` : `between ${start} and ${out.change.to.label}`;
}
