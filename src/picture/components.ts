import type { Picture, PictureLink, PictureNode } from './picture.ts';

/** Nodes and links with their numbers in the picture. */
export interface Component {
  readonly nodes: readonly (readonly [number, PictureNode])[];
  readonly links: readonly (readonly [number, PictureLink])[];
}

/** The parts of a picture that no link connects, each with its nodes and links in order; parts by their first node. */
export function componentsOf({ nodes, links }: Picture): readonly Component[] {
  const neighbours = new Map<string, string[]>(nodes.map(({ id }) => [id, []]));
  for (const { from, to } of links) {
    neighbours.get(from)?.push(to);
    neighbours.get(to)?.push(from);
  }
  const partOf = new Map<string, number>();
  let parts = 0;
  for (const { id } of nodes) {
    if (partOf.has(id)) continue;
    const part = parts++;
    partOf.set(id, part);
    const reached = [id];
    for (const each of reached) {
      for (const next of neighbours.get(each) as string[]) {
        if (partOf.has(next)) continue;
        partOf.set(next, part);
        reached.push(next);
      }
    }
  }
  const found = Array.from({ length: parts }, () => ({ nodes: [] as (readonly [number, PictureNode])[], links: [] as (readonly [number, PictureLink])[] }));
  for (const [i, node] of nodes.entries()) found[partOf.get(node.id) as number]?.nodes.push([i, node]);
  for (const [i, link] of links.entries()) found[partOf.get(link.from) as number]?.links.push([i, link]);
  return found;
}
