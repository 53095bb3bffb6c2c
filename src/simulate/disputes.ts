import { arrivalsOf } from '../graph/arrivals.ts';
import { flowOf } from '../graph/flow.ts';
import type { Graph } from '../graph/graph.ts';
import type { Workflow } from '../model/nodes.ts';
import { type Dispute, nameOfWorkflow } from './running.ts';
import type { Occurrence } from './world.ts';
import { fieldsWritten } from './write.ts';

type Started = { readonly workflow: Workflow; readonly cause: Occurrence };

/** Fields of the contact that are written, and the earliest time that a run other than the given one does. */
export function findDisputes(started: readonly Started[], graphOf: (workflow: Workflow) => Graph): (run: number) => ReadonlyMap<string, Dispute> {
  // Of each field the earliest write, and the earliest by another run than that.
  const writes = new Map<string, (Dispute & { readonly run: number })[]>();
  for (const [run, { workflow, cause }] of started.entries()) {
    for (const step of workflow.steps) {
      if (step.type !== 'contact_update') continue;
      const from = cause.at + (arrivalsOf(flowOf(graphOf(workflow))).at(step)?.least ?? 0);
      for (const field of fieldsWritten(step)) {
        const known = writes.get(field) ?? [];
        const earliest = known.find((write) => write.run === run);
        const all = [...known.filter((write) => write !== earliest), { run, from: Math.min(from, earliest?.from ?? from), by: nameOfWorkflow(workflow) }];
        writes.set(field, all.sort((a, b) => a.from - b.from || a.run - b.run).slice(0, 2));
      }
    }
  }
  return (run) =>
    new Map(
      [...writes].flatMap(([field, all]) =>
        all
          .filter((write) => write.run !== run)
          .slice(0, 1)
          .map((write): [string, Dispute] => [field, write]),
      ),
    );
}
