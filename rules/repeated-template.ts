import { templateOf } from '../src/core/model/config.ts';
import { findPlaceholder } from '../src/core/model/placeholder.ts';
import { labelOf, labelOfWorkflow, nameOf, quote } from '../src/core/model/text.ts';
import type { Step, Workflow } from '../src/core/model/workflow.ts';
import { templateKeys } from '../src/core/resources/templates.ts';
import { defineRule, type ReportFn } from '../src/core/rule.ts';
import { answersBefore, certainCases, conditionsBefore, emailsOf } from '../src/core/run/emails.ts';

export default defineRule({
  id: 'repeated-template',
  severity: 'warning',
  stage: 'flow',
  summary: 'One template that a contact receives twice.',
  why: 'The contact receives the same email a second time.',
  remedy: 'Use another template for one of the emails, or remove it.',

  workflow({ workflow, emails: all, workspace }, report) {
    const keyOf = workspace.derive(templateKeys);
    const templates = all.map(keyOf);
    if (new Set(templates).size === templates.length) return;
    const seen = new Set<Step>();
    for (const each of certainCases(workspace.casesOf(workflow)))
      for (const [email, earlier] of repeatsIn(emailsOf(each), keyOf)) {
        if (seen.has(email.step)) continue;
        seen.add(email.step);
        const condition = conditionsBefore(answersBefore(email.index, each));
        const when = `again, after ${nameOf(earlier.step)}${condition}`;
        const message = `${labelOf(email.step)} sends ${shownTemplate(email.step)} ${when}`;
        report({ ...twice(email.step, earlier.step), message });
      }
  },

  workspace({ workspace }, report) {
    const keyOf = workspace.derive(templateKeys);
    for (const workflows of workspace.rivals.values()) {
      const enabled = workflows.filter(({ status }) => status === 'enabled');
      const emails = enabled.flatMap((workflow) => workspace.idleEmailsOf(workflow));
      for (const [email, earlier] of repeatsIn(emails, keyOf)) {
        const { workflow } = earlier.step;
        if (workflow === email.step.workflow) continue;
        const when = conditionsBefore(email.before) || conditionsBefore(earlier.before);
        const what = `${shownTemplate(email.step)} on the event${when}`;
        const message = `${labelOfWorkflow(workflow)} also sends ${what}`;
        report({ ...twice(email.step, earlier.step), message });
      }
      compareDisabled(workflows, keyOf, report);
    }
  },
});

type KeyOf = (step: Step) => string | undefined;

/** Each email whose template another step sent before, with the first email of that template. */
function repeatsIn<T extends { readonly step: Step }>(emails: readonly T[], keyOf: KeyOf) {
  const first = new Map<string, T>();
  const found: (readonly [email: T, earlier: T])[] = [];
  for (const email of emails) {
    const template = keyOf(email.step);
    if (template === undefined) continue;
    const earlier = first.get(template);
    if (earlier === undefined) first.set(template, email);
    // The rule cycle reports one step that sends it again.
    else if (earlier.step !== email.step && !isPlaceholder(email.step))
      found.push([email, earlier]);
  }
  return found;
}

const twice = (step: Step, earlier: Step) => ({
  at: [step, 'config', 'template', 'id'] as const,
  help: 'write another template, or remove one of the emails',
  related: [{ at: earlier, message: 'also sent here' }],
  consequence: '1 email is sent twice',
});

/** The rule placeholder-value reports it. */
const isPlaceholder = (step: Step): boolean =>
  findPlaceholder(templateOf(step) ?? '', 'id') !== undefined;

const shownTemplate = (step: Step): string => `template ${quote(templateOf(step) ?? '')}`;

/** Disabled workflows, which may be enabled again, with the enabled ones on the same event. */
function compareDisabled(workflows: readonly Workflow[], keyOf: KeyOf, report: ReportFn): void {
  const disabled = workflows.filter(({ status }) => status === 'disabled');
  const enabled = workflows.filter(({ status }) => status === 'enabled');
  if (disabled.length === 0 || enabled.length === 0) return;
  const steps = enabled.flatMap((workflow) => workflow.steps ?? []);
  const senders = new Map(steps.map((step) => [keyOf(step), step.workflow]));
  senders.delete(undefined);
  for (const copy of disabled) {
    const shared = copy.steps?.find((step) => senders.has(keyOf(step)) && !isPlaceholder(step));
    const own = shared && senders.get(keyOf(shared));
    if (shared === undefined || own === undefined) continue;
    report({
      at: [copy, 'status'],
      message: `enabled ${labelOfWorkflow(own)} also sends ${shownTemplate(shared)} on the event`,
      help: 'delete this workflow, so that nobody enables it as well',
      name: own.name ?? '',
      severity: 'info',
    });
  }
}
