import { addTo } from '../../core/model/groups.ts';
import { stepTypeOf } from '../../core/steps/registry.ts';
import type { Picture, PictureLink, PictureNode } from './picture.ts';

/** Nodes and links with their numbers in the picture. */
export interface Component {
  readonly nodes: readonly (readonly [number, PictureNode])[];
  readonly links: readonly (readonly [number, PictureLink])[];
}

// The number of ranks that a line may pass; a longer line leaves the screen.
const MAX_SPAN = 12;
// The number of ranks that all lines may pass together, since the time of the layout grows with it.
const BUDGET = 700;

/** The picture with reference boxes instead of very long lines: one at the source of the edge, and a note at its target. */
export function withJumps(picture: Picture): Picture {
  const { nodes, links } = picture;
  const component = { nodes: [...nodes.entries()], links: [...links.entries()] };
  const walked = walkLinks(component);
  const apart = new Map(nodes.map((node) => [node.id, node.apart]));
  const long = new Set([
    ...longLinks(component, walked),
    // Unreachable steps are drawn separately.
    ...links.flatMap(({ from, to }, i) => (apart.get(from) === apart.get(to) ? [] : i)),
  ]);
  if (long.size === 0) return picture;

  const byId = new Map(nodes.map((node) => [node.id, node]));
  const origins = new Map<string, string[]>();
  const signposts: PictureNode[] = [];
  const shortened = links.map((link, i): PictureLink => {
    if (!long.has(i)) return link;
    const [source, target] = [byId.get(link.from) as PictureNode, byId.get(link.to) as PictureNode];
    const id = `j${i}`;
    const main = `${walked.backward.has(i) ? '↑ back to' : '↓ goes on at'} ${labelOf(target)}`;
    const facts = { caption: '', main, details: [], decides: false };
    const [{ key }, { apart }] = [target, source];
    signposts.push({ id, kind: 'jump', type: 'jump', facts, name: '', key, apart, marks: [] });
    addTo(origins, link.to, labelOf(source));
    return { ...link, to: id };
  });
  const annotated = nodes.map((node) => {
    const from = origins.get(node.id);
    if (from === undefined) return node;
    const details = [...node.facts.details, originsOf(from)];
    return { ...node, facts: { ...node.facts, details } };
  });
  return { ...picture, nodes: [...annotated, ...signposts], links: shortened };
}

const labelOf = ({ name, facts }: PictureNode): string => (name === '' ? facts.main : name);

function originsOf(names: readonly string[]): string {
  return names.length === 1
    ? `also from ${names[0]}`
    : `also from ${names.length} steps: ${names.slice(0, 4).join(', ')}`;
}

interface Walked {
  /** The links that close a cycle. */
  readonly backward: ReadonlySet<number>;
  /** The nodes, each after all that lead to it by other links. */
  readonly order: readonly string[];
}

/** A search from the triggers, so that a trigger is never placed at the bottom. */
export function walkLinks({ nodes, links }: Component): Walked {
  const outgoing = new Map<string, { readonly link: number; readonly to: string }[]>();
  for (const [link, { from, to }] of links) addTo(outgoing, from, { link, to });
  const backward = new Set<number>();
  const entered = new Set<string>();
  const onPath = new Set<string>();
  const order: string[] = [];
  const ids = nodes.map(([, { id }]) => id);
  const starts = nodes.filter(([, { type }]) => stepTypeOf(type).event === 'starts');
  for (const start of [...starts.map(([, { id }]) => id), ...ids]) {
    const path: { readonly id: string; next: number }[] = [];
    const enter = (id: string): void => {
      entered.add(id);
      onPath.add(id);
      path.push({ id, next: 0 });
    };
    if (!entered.has(start)) enter(start);
    for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
      const next = outgoing.get(at.id)?.[at.next++];
      if (next === undefined) {
        onPath.delete(at.id);
        order.push(at.id);
        path.pop();
      } else if (onPath.has(next.to)) backward.add(next.link);
      else if (!entered.has(next.to)) enter(next.to);
    }
  }
  return { backward, order: order.reverse() };
}

/** The links that pass too many ranks, when every node is below all that lead to it. Backward links count in reverse. */
function longLinks({ links }: Component, { backward, order }: Walked): ReadonlySet<number> {
  const ends = links.map(([i, { from, to }]) =>
    backward.has(i) ? { i, from: to, to: from } : { i, from, to },
  );
  const outgoing = new Map<string, string[]>();
  for (const { from, to } of ends) if (from !== to) addTo(outgoing, from, to);
  const ranks = new Map<string, number>();
  const rankOf = (id: string): number => ranks.get(id) ?? 0;
  for (const id of order)
    for (const next of outgoing.get(id) ?? [])
      ranks.set(next, Math.max(rankOf(next), rankOf(id) + 1));
  const spans = ends.map(({ i, from, to }) => ({ i, span: rankOf(to) - rankOf(from) }));
  const long = new Set<number>();
  let total = 0;
  for (const { i, span } of spans.sort((a, b) => a.span - b.span || a.i - b.i)) {
    total += span;
    if (span > MAX_SPAN || (total > BUDGET && span > 1)) long.add(i);
  }
  return long;
}

/** The parts of a picture that no link connects, each with its nodes and links in order; parts by their first node. */
export function componentsOf({ nodes, links }: Picture): readonly Component[] {
  const neighbours = new Map<string, string[]>();
  for (const { from, to } of links) {
    addTo(neighbours, from, to);
    addTo(neighbours, to, from);
  }
  const parts: Set<string>[] = [];
  const seen = new Set<string>();
  for (const { id } of nodes) {
    if (seen.has(id)) continue;
    const part = new Set([id]);
    for (const each of part) {
      seen.add(each);
      for (const next of neighbours.get(each) ?? []) part.add(next);
    }
    parts.push(part);
  }
  return parts.map((part) => ({
    nodes: [...nodes.entries()].filter(([, { id }]) => part.has(id)),
    links: [...links.entries()].filter(([, { from }]) => part.has(from)),
  }));
}
