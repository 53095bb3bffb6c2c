import { labelOf, nameOf, templateOf } from '../src/core/model/config.ts';
import { isEmail } from '../src/core/model/step-type.ts';
import { quote } from '../src/core/model/text.ts';
import type { Step, Workflow } from '../src/core/model/workflow.ts';
import { templateKeys } from '../src/core/resources/templates.ts';
import { defineRule, type ReportFn, type Workspace } from '../src/core/rule.ts';
import type { Cases } from '../src/core/run/case.ts';
import {
  certainCases,
  conditionsBefore,
  emailsOf,
  idleEmails,
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
    for (const [event, workflows] of workflowsByEvent(workspace))
      for (const [i, workflow] of workflows.entries())
        for (const other of workflows.slice(i + 1)) {
          const pair = { workflow, other, event, keyOf };
          if (workflow.status === 'enabled' && other.status === 'enabled')
            compareEnabled(pair, workspace, report);
          else compareDisabled(pair, report);
        }
  },
});

type KeyOf = ReturnType<typeof templateKeys>;

interface Pair {
  readonly workflow: Workflow;
  readonly other: Workflow;
  /** Starts both. */
  readonly event: string;
  readonly keyOf: KeyOf;
}

const idOf = (step: Step) => [step, 'config', 'template', 'id'] as const;

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
      report({
        at: idOf(step),
        message: `${labelOf(step)} sends template ${quote(templateOf(step) ?? '')} again, after ${nameOf(earlier)}${conditionsBefore(email)}`,
        help: 'write another template, or remove one of the emails',
        related: [{ at: idOf(earlier), message: 'first sent here' }],
        consequence: '1 email is sent twice',
      });
    }
  }
}

/** An enabled workflow and a disabled one, which may be enabled again. */
function compareDisabled({ workflow, other, keyOf }: Pair, report: ReportFn): void {
  const own = [workflow, other].find(({ status }) => status === 'enabled');
  const copy = [workflow, other].find(({ status }) => status === 'disabled');
  const templates = new Set(own?.steps?.filter(isEmail).map(keyOf));
  const shared = copy?.steps?.find(
    (step) => isEmail(step) && keyOf(step) !== undefined && templates.has(keyOf(step)),
  );
  if (own === undefined || copy === undefined || shared === undefined) return;
  report({
    at: [copy, 'status'],
    message: `enabled workflow ${quote(own.name ?? own.id ?? '')} has the same trigger and sends ${quote(templateOf(shared) ?? '')}`,
    help: 'delete this workflow, so that nobody enables it as well',
    related: [{ at: own, message: 'the enabled workflow' }],
    name: own.name ?? '',
    severity: 'info',
  });
}

/** Emails to one contact who does nothing. */
function compareEnabled(pair: Pair, workspace: Workspace, report: ReportFn): void {
  const { workflow, other, event, keyOf } = pair;
  const sent = new Map(idleEmails(workflow, workspace).map((email) => [keyOf(email.step), email]));
  const seen = new Set<string | undefined>([undefined]);
  for (const email of idleEmails(other, workspace)) {
    const template = keyOf(email.step);
    const earlier = sent.get(template);
    if (earlier === undefined || seen.has(template)) continue;
    seen.add(template);
    const name = workflow.name ?? workflow.id ?? '';
    report({
      at: idOf(email.step),
      message: `workflow ${quote(name)} also sends template ${quote(templateOf(email.step) ?? '')} to contacts of ${quote(event)}${conditionsBefore(email) || conditionsBefore(earlier)}`,
      help: 'remove the email from one of the two workflows, or write another template',
      related: [{ at: idOf(earlier.step), message: 'also sent here' }],
      consequence: '1 email is sent twice',
    });
  }
}
