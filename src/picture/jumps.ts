import { backwardLinks } from './backward.ts';
import type { Picture, PictureLink, PictureNode } from './picture.ts';
import { spansOf } from './spans.ts';

// Ranks that a line may pass: a longer one leads off the screen, and nobody follows it.
const MAX_SPAN = 12;
// Ranks that all lines may pass together: the layout takes time by them.
const BUDGET = 700;
const MAX_NAMES = 4;

/**
 * The picture with signposts in place of lines that would be too long: the edge leads to one that names where it goes on, and the step there
 * says where it also comes from.
 */
export function withJumps(picture: Picture): Picture {
  const { nodes, links } = picture;
  const entries = [...links.entries()];
  const backward = backwardLinks(nodes, entries);
  const long = longLinks(spansOf(nodes, entries, backward));
  if (long.size === 0) return picture;

  const byId = new Map(nodes.map((node) => [node.id, node]));
  const origins = new Map<string, string[]>();
  const signposts: PictureNode[] = [];
  const shortened = links.map((link, i): PictureLink => {
    if (!long.has(i)) return link;
    const [source, target] = [byId.get(link.from) as PictureNode, byId.get(link.to) as PictureNode];
    const id = `j${i}`;
    signposts.push(signpostTo(target, id, backward.has(i), source.apart));
    const others = origins.get(link.to);
    if (others === undefined) origins.set(link.to, [labelOf(source)]);
    else others.push(labelOf(source));
    return { ...link, to: id };
  });
  const told = nodes.map((node) => {
    const from = origins.get(node.id);
    return from === undefined ? node : { ...node, facts: { ...node.facts, details: [...node.facts.details, originsOf(from)] } };
  });
  return { ...picture, nodes: [...told, ...signposts], links: shortened };
}

function longLinks(spans: ReadonlyMap<number, number>): ReadonlySet<number> {
  const long = new Set<number>();
  let total = 0;
  for (const [link, span] of [...spans].sort((a, b) => a[1] - b[1] || a[0] - b[0])) {
    total += span;
    if (span > MAX_SPAN || (total > BUDGET && span > 1)) long.add(link);
  }
  return long;
}

function signpostTo(target: PictureNode, id: string, isBack: boolean, apart: boolean): PictureNode {
  const main = `${isBack ? '↑ back to' : '↓ goes on at'} ${labelOf(target)}`;
  return { id, kind: 'jump', type: 'jump', facts: { caption: '', main, details: [] }, name: '', key: target.key, apart, marks: [] };
}

function originsOf(names: readonly string[]): string {
  return names.length === 1 ? `also from ${names[0]}` : `also from ${names.length} steps: ${names.slice(0, MAX_NAMES).join(', ')}`;
}

const labelOf = ({ name, facts }: PictureNode): string => (name === '' ? facts.main : name);
