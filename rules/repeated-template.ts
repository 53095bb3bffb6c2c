import { labelOf, labelOfWorkflow, nameOf, templateOf } from '../src/core/model/config.ts';
import { quote } from '../src/core/model/text.ts';
import type { Step, Workflow } from '../src/core/model/workflow.ts';
import { templateKeys } from '../src/core/resources/templates.ts';
import { defineRule, type ReportFn } from '../src/core/rule.ts';
import type { Cases } from '../src/core/run/case.ts';
import {
  certainCases,
  conditionsBefore,
  emailsOf,
  idleEmails,
  type SentEmail,
  workflowsByEvent,
} from '../src/core/run/emails.ts';

export default defineRule({
  id: 'repeated-template',
  severity: 'warning',
  preset: 'recommended',
  stage: 'flow',
  summary: 'One template that a contact receives twice.',
  why: 'The contact receives the same email a second time.',
  remedy: 'Use another template for one of the emails, or remove it.',

  workspace({ workspace }, report) {
    const keyOf = templateKeys(workspace);
    for (const workflow of workspace.soundWorkflows)
      compareEmails(workspace.casesOf(workflow), keyOf, report);
    for (const workflows of workflowsByEvent(workspace).values()) {
      const enabled = workflows.filter(({ status }) => status === 'enabled');
      const emails = enabled.map((workflow) => idleEmails(workflow, workspace));
      compareEnabled(emails, keyOf, report);
      const disabled = workflows.filter(({ status }) => status === 'disabled');
      compareDisabled(disabled, enabled, keyOf, report);
    }
  },
});

type KeyOf = (step: Step) => string | undefined;

const idOf = (step: Step) => [step, 'config', 'template', 'id'] as const;
const shownTemplate = (step: Step): string => `template ${quote(templateOf(step) ?? '')}`;

/** Emails of one case. */
function compareEmails(cases: Cases | undefined, keyOf: KeyOf, report: ReportFn): void {
  const seen = new Set<Step>();
  for (const each of cases === undefined ? [] : certainCases(cases)) {
    const first = new Map<string, Step>();
    for (const email of emailsOf(each)) {
      const { step } = email;
      const template = keyOf(step);
      if (template === undefined) continue;
      const earlier = first.get(template);
      first.set(template, earlier ?? step);
      // The rule cycle reports one step that sends it again.
      if (earlier === undefined || earlier === step || seen.has(step)) continue;
      seen.add(step);
      const when = `after ${nameOf(earlier)}${conditionsBefore(email)}`;
      const message = `${labelOf(step)} sends ${shownTemplate(step)} again, ${when}`;
      reportTwice(step, earlier, message, report);
    }
  }
}

function reportTwice(step: Step, earlier: Step, message: string, report: ReportFn): void {
  report({
    at: idOf(step),
    message,
    help: 'write another template, or remove one of the emails',
    related: [{ at: idOf(earlier), message: 'also sent here' }],
    consequence: '1 email is sent twice',
  });
}

/** Emails of several workflows on one event, to one contact who does nothing. */
function compareEnabled(
  workflows: readonly (readonly SentEmail[])[],
  keyOf: KeyOf,
  report: ReportFn,
): void {
  const sent = new Map<string, SentEmail>();
  for (const emails of workflows) {
    // The first email of each template.
    const own = new Map(emails.map((email) => [keyOf(email.step), email] as const).reverse());
    for (const [template, email] of own) {
      if (template === undefined) continue;
      const earlier = sent.get(template);
      sent.set(template, earlier ?? email);
      if (earlier === undefined) continue;
      const sender = labelOfWorkflow(earlier.step.workflow);
      const when = conditionsBefore(email) || conditionsBefore(earlier);
      const message = `${sender} also sends ${shownTemplate(email.step)} on the event${when}`;
      reportTwice(email.step, earlier.step, message, report);
    }
  }
}

/** Disabled workflows, which may be enabled again, with the enabled ones on the same event. */
function compareDisabled(
  disabled: readonly Workflow[],
  enabled: readonly Workflow[],
  keyOf: KeyOf,
  report: ReportFn,
): void {
  const steps = enabled.flatMap((workflow) => workflow.steps ?? []);
  const senders = new Map(steps.map((step) => [keyOf(step), step.workflow]));
  senders.delete(undefined);
  for (const copy of disabled) {
    const shared = copy.steps?.find((step) => senders.has(keyOf(step)));
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
