import type { PictureLink, PictureNode } from './picture.ts';

/**
 * The links that lead back to where a walk from the first nodes on came from: turned round, what is left goes in one direction. The layout
 * library would choose some as well, but puts a trigger at the bottom for it.
 */
export function backwardLinks(nodes: readonly PictureNode[], links: readonly (readonly [number, PictureLink])[]): ReadonlySet<number> {
  const outgoing = new Map<string, { readonly link: number; readonly to: string }[]>(nodes.map(({ id }) => [id, []]));
  for (const [link, { from, to }] of links) outgoing.get(from)?.push({ link, to });
  const backward = new Set<number>();
  const entered = new Set<string>();
  const onPath = new Set<string>();
  const starts = [...nodes.filter(({ type }) => type === 'trigger'), ...nodes];
  for (const start of starts) {
    const path: { readonly id: string; next: number }[] = [];
    const enter = (id: string): void => {
      entered.add(id);
      onPath.add(id);
      path.push({ id, next: 0 });
    };
    if (!entered.has(start.id)) enter(start.id);
    for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
      const way = outgoing.get(at.id)?.[at.next++];
      if (way === undefined) {
        onPath.delete(at.id);
        path.pop();
      } else if (onPath.has(way.to)) backward.add(way.link);
      else if (!entered.has(way.to)) enter(way.to);
    }
  }
  return backward;
}
