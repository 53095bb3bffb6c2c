import { reversePostorder } from '../../core/graph/components.ts';
import { addTo, groupBy } from '../../core/model/groups.ts';
import { stepTypeOf } from '../../core/steps/registry.ts';
import type { Picture, PictureLink, PictureNode } from './picture.ts';

/** A part of a picture. */
export type Component = Pick<Picture, 'nodes' | 'links'>;

// The number of ranks that a line may pass; a longer line leaves the screen.
const MAX_SPAN = 12;
// The number of ranks that all lines may pass together, since the time of the layout grows with it.
const BUDGET = 700;

/** The picture with reference boxes instead of very long lines: one at the source of the edge, and a note at its target. */
export function withJumps(picture: Picture): Picture {
  const { nodes, links } = picture;
  const { backward, order } = walkLinks(picture);
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const nodeOf = (id: string): PictureNode => byId.get(id) as PictureNode;
  const long = longLinks(links, backward, order);
  // Unreachable steps are drawn separately.
  for (const link of links) if (nodeOf(link.from).apart !== nodeOf(link.to).apart) long.add(link);
  if (long.size === 0) return picture;
  const origins = new Map<string, string[]>();
  const signposts: PictureNode[] = [];
  const shortened = links.map((link, i): PictureLink => {
    if (!long.has(link)) return link;
    const [source, target] = [nodeOf(link.from), nodeOf(link.to)];
    const id = `j${i}`;
    const main = `${backward.has(link) ? '↑ back to' : '↓ goes on at'} ${labelOf(target)}`;
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

/** A search from the triggers, so that a trigger is never placed at the bottom. */
export function walkLinks({ nodes, links }: Component): {
  /** The links that close a cycle. */
  readonly backward: ReadonlySet<PictureLink>;
  /** The nodes, each after all that lead to it by other links. */
  readonly order: readonly string[];
} {
  const outgoing = groupBy(links, ({ from }) => from);
  const starts = nodes.filter(({ type }) => stepTypeOf(type).event === 'starts');
  const order = reversePostorder(
    [...starts, ...nodes].map(({ id }) => id),
    (id) => (outgoing.get(id) ?? []).map(({ to }) => to),
  );
  const places = new Map(order.map((id, place) => [id, place]));
  const placeOf = (id: string): number => places.get(id) as number;
  const backward = new Set(links.filter(({ from, to }) => placeOf(to) <= placeOf(from)));
  return { backward, order };
}

/** The links that pass too many ranks, when every node is below all that lead to it. Backward links count in reverse. */
function longLinks(
  links: readonly PictureLink[],
  backward: ReadonlySet<PictureLink>,
  order: readonly string[],
): Set<PictureLink> {
  const ends = links.map((link) => {
    const [from, to] = backward.has(link) ? [link.to, link.from] : [link.from, link.to];
    return { link, from, to };
  });
  const outgoing = groupBy(ends, ({ from }) => from);
  const ranks = new Map<string, number>();
  const rankOf = (id: string): number => ranks.get(id) ?? 0;
  for (const id of order)
    for (const { to } of outgoing.get(id) ?? [])
      if (to !== id) ranks.set(to, Math.max(rankOf(to), rankOf(id) + 1));
  const spans = ends.map(({ link, from, to }) => ({ link, span: rankOf(to) - rankOf(from) }));
  const long = new Set<PictureLink>();
  let total = 0;
  for (const { link, span } of spans.sort((a, b) => a.span - b.span)) {
    total += span;
    if (span > MAX_SPAN || (total > BUDGET && span > 1)) long.add(link);
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
  const owners = new Map<string, string>();
  for (const { id } of nodes) {
    if (owners.has(id)) continue;
    const part = new Set([id]);
    for (const each of part) {
      owners.set(each, id);
      for (const next of neighbours.get(each) ?? []) part.add(next);
    }
  }
  const linksOf = groupBy(links, ({ from }) => owners.get(from));
  return Array.from(
    groupBy(nodes, ({ id }) => owners.get(id)),
    ([owner, own]) => ({ nodes: own, links: linksOf.get(owner) ?? [] }),
  );
}
