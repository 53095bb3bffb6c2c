import { eventNameOf } from '../../core/model/config.ts';
import { quote } from '../../core/model/label.ts';
import { nearest } from '../../core/model/nearest.ts';
import type { Workflow } from '../../core/model/nodes.ts';
import type { Run } from '../../core/model/simulation.ts';
import { isTrigger } from '../../core/model/step-type.ts';
import { isSend } from '../../core/report/simulation-words.ts';
import { stepTypeOf } from '../../core/steps/registry.ts';
import type { DraftMoment } from './moments.ts';
import { quoteWorkflow } from './running.ts';

/** According to the documentation the rest of the run is skipped; other runs are not mentioned. */
export function noteDeletions(
  drafts: readonly DraftMoment[],
  runs: readonly Run[],
  notes: Set<string>,
): void {
  const sends = drafts.filter(isSend);
  for (const { run, type, at } of drafts) {
    const isLater = ({ run: other, at: { greatest } }: DraftMoment): boolean =>
      other !== run && (greatest ?? Number.POSITIVE_INFINITY) >= at.least;
    if (!stepTypeOf(type).effects.deletesContact || !sends.some(isLater)) continue;
    const name = quoteWorkflow((runs[run] as Run).workflow);
    notes.add(
      `${name} deletes the contact: whether other workflows still send after that is not documented`,
    );
  }
}

/** An event that may come also starts workflows, at an unknown time. */
export function noteStarts(
  drafts: readonly DraftMoment[],
  later: ReadonlyMap<string, unknown>,
  startedBy: (event: string) => readonly Workflow[],
  notes: Set<string>,
): void {
  const awaited = new Set(
    drafts.flatMap(({ event }) => (event === undefined || later.has(event) ? [] : [event])),
  );
  for (const event of awaited) {
    const started = startedBy(event);
    if (started.length === 0) continue;
    const verb = started.length === 1 ? 'starts' : 'start';
    notes.add(
      `if ${quote(event)} comes, ${namesOf(started)} ${verb} too, which is not shown: say with --when that it comes`,
    );
  }
}

export function namesOf(workflows: readonly Workflow[]): string {
  const shown = workflows.slice(0, 3).map(quoteWorkflow);
  return workflows.length > shown.length
    ? `${shown.join(', ')} and ${workflows.length - shown.length} more workflows`
    : shown.join(', ');
}

/** If no workflow starts on an event: the most similar name of another event. */
export function noteNearest(
  workflows: readonly Workflow[],
  event: string,
  notes: Set<string>,
): void {
  const owners = new Map<string, Workflow>();
  for (const workflow of workflows) {
    for (const step of workflow.steps) {
      const name = isTrigger(step) ? eventNameOf(step) : undefined;
      if (name !== undefined && !owners.has(name)) owners.set(name, workflow);
    }
  }
  const near = nearest(event, owners.keys());
  if (near === undefined) return;
  const owner = quoteWorkflow(owners.get(near) as Workflow);
  notes.add(`${owner} starts on ${quote(near)}: perhaps that is the same event, misspelt`);
}
