import { labelOf, labelOfWorkflow, nameOf, templateOf } from '../src/core/model/config.ts';
import { quote } from '../src/core/model/text.ts';
import type { Step, Workflow } from '../src/core/model/workflow.ts';
import { templateKeys } from '../src/core/resources/templates.ts';
import { defineRule, type ReportFn } from '../src/core/rule.ts';
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
    for (const workflow of workspace.soundWorkflows) {
      const templates = (workflow.steps ?? []).flatMap((step) => keyOf(step) ?? []);
      if (new Set(templates).size === templates.length) continue;
      const cases = workspace.casesOf(workflow);
      const seen = new Set<Step>();
      for (const each of cases === undefined ? [] : certainCases(cases))
        for (const [email, earlier] of repeatsIn(emailsOf(each), keyOf)) {
          if (seen.has(email.step)) continue;
          seen.add(email.step);
          const when = `again, after ${nameOf(earlier.step)}${conditionsBefore(email)}`;
          const message = `${labelOf(email.step)} sends ${shownTemplate(email.step)} ${when}`;
          report({ ...twice(email, earlier), message });
        }
    }
    for (const workflows of workflowsByEvent(workspace).values()) {
      const enabled = workflows.filter(({ status }) => status === 'enabled');
      const emails = enabled.flatMap((workflow) => idleEmails(workflow, workspace));
      for (const [email, earlier] of repeatsIn(emails, keyOf)) {
        const { workflow } = earlier.step;
        if (workflow === email.step.workflow) continue;
        const when = conditionsBefore(email) || conditionsBefore(earlier);
        const what = `${shownTemplate(email.step)} on the event${when}`;
        const message = `${labelOfWorkflow(workflow)} also sends ${what}`;
        report({ ...twice(email, earlier), message });
      }
      compareDisabled(workflows, keyOf, report);
    }
  },
});

type KeyOf = (step: Step) => string | undefined;

/** Each email whose template another step sent before, with the first email of that template. */
function repeatsIn(emails: readonly SentEmail[], keyOf: KeyOf) {
  const first = new Map<string, SentEmail>();
  return emails.flatMap((email) => {
    const template = keyOf(email.step);
    const earlier = template === undefined ? undefined : first.get(template);
    if (template !== undefined && earlier === undefined) first.set(template, email);
    // The rule cycle reports one step that sends it again.
    return earlier === undefined || earlier.step === email.step ? [] : [[email, earlier] as const];
  });
}

const twice = (email: SentEmail, earlier: SentEmail) => ({
  at: [email.step, 'config', 'template', 'id'] as const,
  help: 'write another template, or remove one of the emails',
  related: [{ at: earlier.step, message: 'also sent here' }],
  consequence: '1 email is sent twice',
});

const shownTemplate = (step: Step): string => `template ${quote(templateOf(step) ?? '')}`;

/** Disabled workflows, which may be enabled again, with the enabled ones on the same event. */
function compareDisabled(workflows: readonly Workflow[], keyOf: KeyOf, report: ReportFn): void {
  const enabled = workflows.filter(({ status }) => status === 'enabled');
  const steps = enabled.flatMap((workflow) => workflow.steps ?? []);
  const senders = new Map(steps.map((step) => [keyOf(step), step.workflow]));
  senders.delete(undefined);
  for (const copy of workflows.filter(({ status }) => status === 'disabled')) {
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
