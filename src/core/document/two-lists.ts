import type { Edge, Workflow } from '../model/nodes.ts';

/** Whether a second list has the same edges, in any order and dialect, by keys or ids of steps. */
export function hasSameEdges({ steps, edges }: Workflow, others: readonly Edge[]): boolean {
  const indexes = new Map<string, number>();
  for (const { key, index } of steps)
    if (key !== undefined && !indexes.has(key)) indexes.set(key, index);
  for (const { alias, index } of steps)
    if (alias !== undefined && !indexes.has(alias)) indexes.set(alias, index);
  const resolve = (end: string | undefined): string | number | undefined =>
    end === undefined ? undefined : (indexes.get(end) ?? end);
  const print = ({ from, to, type }: Edge): string =>
    JSON.stringify([resolve(from), resolve(to), type]);
  const own = new Set(edges.map(print));
  const other = new Set(others.map(print));
  return own.size === other.size && [...other].every((edge) => own.has(edge));
}
