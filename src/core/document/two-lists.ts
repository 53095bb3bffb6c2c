import { indexSteps, type StepOf } from '../model/guess-keys.ts';
import type { Edge, Workflow } from '../model/nodes.ts';

/** Whether a second list has the same edges, in any order and dialect, by keys or ids of steps. */
export function hasSameEdges({ steps, edges }: Workflow, others: readonly Edge[]): boolean {
  const stepOf: StepOf = indexSteps(steps).index;
  const resolve = (end: string | undefined) => stepOf.get(end)?.index ?? end;
  const print = ({ from, to, type }: Edge): string =>
    JSON.stringify([resolve(from), resolve(to), type]);
  const own = new Set(edges.map(print));
  const other = new Set(others.map(print));
  return own.size === other.size && [...other].every((edge) => own.has(edge));
}
