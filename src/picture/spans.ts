import type { PictureLink, PictureNode } from './picture.ts';

/** How many ranks each link goes over, when every node stands below all that lead to it; `backward` ones count the other way round. */
export function spansOf(
  nodes: readonly PictureNode[],
  links: readonly (readonly [number, PictureLink])[],
  backward: ReadonlySet<number>,
): ReadonlyMap<number, number> {
  const outgoing = new Map<string, string[]>(nodes.map(({ id }) => [id, []]));
  const pending = new Map<string, number>(nodes.map(({ id }) => [id, 0]));
  const ends = links.map(([i, { from, to }]) => ({ i, from: backward.has(i) ? to : from, to: backward.has(i) ? from : to }));
  for (const { from, to } of ends) {
    if (from === to) continue;
    outgoing.get(from)?.push(to);
    pending.set(to, (pending.get(to) ?? 0) + 1);
  }
  const ranks = new Map<string, number>();
  const order = nodes.filter(({ id }) => pending.get(id) === 0).map(({ id }) => id);
  for (const id of order) {
    const rank = ranks.get(id) ?? 0;
    ranks.set(id, rank);
    for (const next of outgoing.get(id) ?? []) {
      ranks.set(next, Math.max(ranks.get(next) ?? 0, rank + 1));
      const left = (pending.get(next) ?? 0) - 1;
      pending.set(next, left);
      if (left === 0) order.push(next);
    }
  }
  return new Map(ends.map(({ i, from, to }) => [i, (ranks.get(to) ?? 0) - (ranks.get(from) ?? 0)]));
}
