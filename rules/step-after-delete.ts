import type { Graph } from '../src/core/graph/graph.ts';
import { readsField } from '../src/core/model/condition.ts';
import { configValue } from '../src/core/model/config.ts';
import { isCondition } from '../src/core/model/step-type.ts';
import { labelOf, nameOf } from '../src/core/model/text.ts';
import type { Step } from '../src/core/model/workflow.ts';
import { defineRule, type ReportFn } from '../src/core/rule.ts';

export default defineRule({
  id: 'step-after-delete',
  severity: 'error',
  stage: 'flow',
  summary: 'Steps that are only reached after the contact is deleted or unsubscribed.',
  why: 'The run ends with its contact, and emails to unsubscribed contacts are skipped.',
  remedy: 'Move them before the contact_delete or the update, or remove them.',

  workflow({ workflow, steps, emails, graph, workspace }, report) {
    const deletions = steps.filter(({ spec }) => spec.deletesContact);
    if (deletions.length > 0) reportDeleted(deletions, graph, report);
    if (!steps.some(mayExclude)) return;
    const moments = (workspace.casesOf(workflow)?.cases ?? []).flatMap((each) =>
      each.moments.map((moment, index) => ({ ...moment, before: each.moments.slice(0, index) })),
    );
    for (const step of emails) {
      const own = moments.filter((moment) => moment.step === step);
      const cause = own[0]?.before.findLast((moment) => mayExclude(moment.step))?.step;
      if (cause === undefined || own.some(({ isSent }) => isSent !== false)) continue;
      const [name, email] = [nameOf(cause), nameOf(step)];
      const [fault, help] = isCondition(cause)
        ? [
            `is never sent: ${name} selects unsubscribed contacts`,
            `connect ${email} to the other branch of ${name}`,
          ]
        : [`is sent only after ${name} unsubscribes the contact`, `move ${name} after ${email}`];
      report({
        at: step,
        message: `${labelOf(step)} ${fault}`,
        help,
        loses: [step],
        severity: 'warning',
      });
    }
  },
});

function reportDeleted(deletions: readonly Step[], graph: Graph, report: ReportFn): void {
  const alive = graph.reaches(graph.triggers, ({ from }) => !from.spec.deletesContact);
  const taken = new Set<Step>();
  for (const deletion of deletions.filter((step) => alive.has(step))) {
    const next = graph.outgoing(deletion).map(({ to }) => to);
    const lost = [...graph.reaches(next)].filter((step) => !alive.has(step) && !taken.has(step));
    for (const step of lost) taken.add(step);
    const [first, ...others] = lost.sort((a, b) => a.index - b.index);
    if (first === undefined) continue;
    const what = others.length === 0 ? labelOf(first) : `${lost.length} steps`;
    report({
      at: first,
      message: `unreachable: ${labelOf(deletion)} ends the run before ${what}`,
      help: `move ${nameOf(deletion)} to the end, or remove what follows it`,
      loses: lost,
    });
  }
}

/** It unsubscribes the contact, or asks whether the contact is. */
const mayExclude = (step: Step): boolean =>
  configValue(step, 'unsubscribed') === true ||
  (isCondition(step) && readsField(step, 'contact.unsubscribed'));
