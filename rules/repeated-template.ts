import { labelOf, nameOf, templateOf } from '../src/core/model/config.ts';
import { isEmail } from '../src/core/model/step-type.ts';
import { quote } from '../src/core/model/text.ts';
import type { Step, Workflow } from '../src/core/model/workflow.ts';
import { defineRule, type ReportFn, type Workspace } from '../src/core/rule.ts';
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

  workflow({ workflow, workspace }, report) {
    const cases = workspace.casesOf(workflow);
    if (cases === undefined) return;
    const seen = new Set<Step>();
    for (const each of certainCases(cases)) {
      const first = new Map<string, Step>();
      for (const email of emailsOf(each)) {
        const { step } = email;
        const template = templateOf(step);
        if (template === undefined) continue;
        const earlier = first.get(template);
        first.set(template, earlier ?? step);
        // The rule cycle reports one step that sends it again.
        if (earlier === undefined || earlier === step || seen.has(step)) continue;
        seen.add(step);
        report({
          at: [step, 'config', 'template', 'id'],
          message: `${labelOf(step)} sends template ${quote(template)} again, after ${nameOf(earlier)}${conditionsBefore(email)}`,
          help: 'write another template, or remove one of the emails',
          related: [{ at: [earlier, 'config', 'template', 'id'], message: 'first sent here' }],
          consequence: '1 email is sent twice',
        });
      }
    }
  },

  workspace({ workspace }, report) {
    for (const [event, workflows] of workflowsByEvent(workspace))
      for (const [i, workflow] of workflows.entries())
        for (const other of workflows.slice(i + 1))
          if (workflow.id === undefined || workflow.id !== other.id)
            compare(workflow, other, event, workspace, report);
  },
});

/** Two workflows on one event. A disabled one is a copy that may be enabled again. */
function compare(
  a: Workflow,
  b: Workflow,
  event: string,
  workspace: Workspace,
  report: ReportFn,
): void {
  const enabled = [a, b].filter(({ status }) => status === 'enabled');
  if (enabled.length === 1) {
    const [own, other] = a.status === 'enabled' ? [a, b] : [b, a];
    const templates = new Set((own.steps ?? []).filter(isEmail).map(templateOf));
    const shared = (other.steps ?? [])
      .filter(isEmail)
      .find((step) => templateOf(step) !== undefined && templates.has(templateOf(step)));
    if (shared !== undefined)
      report({
        at: [other, 'status'],
        message: `enabled workflow ${quote(own.name ?? '')} has the same trigger and sends ${quote(templateOf(shared) ?? '')}`,
        help: 'delete this workflow, so that nobody enables it as well',
        related: [{ at: own, message: 'the enabled workflow' }],
        name: own.name ?? '',
        severity: 'info',
      });
  }
  if (enabled.length < 2) return;
  const sentBy = firstByTemplate(idleEmails(a, workspace));
  for (const [template, email] of firstByTemplate(idleEmails(b, workspace))) {
    const other = sentBy.get(template);
    if (other === undefined) continue;
    report({
      at: [email.step, 'config', 'template', 'id'],
      message: `workflow ${quote(a.name ?? '')} also sends template ${quote(template)} to contacts of ${quote(event)}${conditionsBefore(email) || conditionsBefore(other)}`,
      help: 'remove the email from one of the two workflows, or write another template',
      related: [{ at: [other.step, 'config', 'template', 'id'], message: 'also sent here' }],
      consequence: '1 email is sent twice',
    });
  }
}

function firstByTemplate(emails: readonly SentEmail[]): ReadonlyMap<string, SentEmail> {
  const first = new Map<string, SentEmail>();
  for (const email of emails) {
    const template = templateOf(email.step);
    if (template !== undefined && !first.has(template)) first.set(template, email);
  }
  return first;
}
