import { labelOfWorkflow, nameOf, templateOf } from '../src/core/model/config.ts';
import { formatDuration } from '../src/core/model/duration.ts';
import { isTrigger } from '../src/core/model/step-type.ts';
import { quote } from '../src/core/model/text.ts';
import type { Step, Workflow } from '../src/core/model/workflow.ts';
import { defineRule, type Workspace } from '../src/core/rule.ts';
import {
  conditionsBefore,
  emailsOf,
  idleEmails,
  type SentEmail,
  workflowsByEvent,
} from '../src/core/run/emails.ts';

const MINUTE = 60;
const HOUR = 3600;

export default defineRule({
  id: 'competing-workflows',
  severity: 'warning',
  preset: 'recommended',
  stage: 'flow',
  summary: 'Two enabled workflows on one event whose emails come together.',
  why: 'One contact receives the emails of both workflows at once, and may read neither.',
  remedy: 'Join the workflows, delay one of the emails, or start one workflow on another event.',

  workspace({ workspace }, report) {
    for (const [event, workflows] of workflowsByEvent(workspace)) {
      const earlier = new Map<number, readonly SentEmail[]>();
      let soon: Workflow | undefined;
      for (const workflow of workflows.filter(({ status }) => status === 'enabled')) {
        const emails = idleEmails(workflow, workspace).filter(isAtKnownTime);
        const isWorkflowSoon = isSoon(workflow, workspace);
        const pair = togetherIn(emails, earlier);
        if (pair !== undefined)
          report({
            at: pair.own.step,
            message: `${nameOf(pair.own.step)} is sent together with ${nameOf(pair.other.step)} of ${labelOfWorkflow(pair.other.step.workflow)}, ${when(pair.own.time.min)} ${quote(event)}${conditionsBefore(pair.own) || conditionsBefore(pair.other)}`,
            help: 'delay one of the two emails, or start one workflow on another event',
            related: [{ at: pair.other.step, message: 'the other email' }],
          });
        else if (isWorkflowSoon && soon !== undefined)
          report({
            at: triggerOf(workflow) as Step,
            message: `${labelOfWorkflow(soon)} also sends an email within an hour of ${quote(event)}`,
            help: 'join the workflows, or delay the first email of one of them',
            related: [{ at: triggerOf(soon) as Step, message: 'the other trigger' }],
          });
        if (isWorkflowSoon) soon ??= workflow;
        for (const email of emails) keep(email, earlier);
      }
    }
  },
});

const triggerOf = ({ steps = [] }: Workflow): Step | undefined => steps.find(isTrigger);

const when = (time: number): string =>
  time === 0 ? 'right after' : `${formatDuration(time)} after`;

const isAtKnownTime = ({ time }: SentEmail): boolean => time.max - time.min < MINUTE;

const minuteOf = ({ time }: SentEmail): number => Math.floor(time.min / MINUTE);

/** The rule repeated-template reports two emails of one template. */
const isOther = (email: SentEmail, other: SentEmail): boolean =>
  templateOf(email.step) === undefined || templateOf(email.step) !== templateOf(other.step);

/** The first email of a workflow in the same minute as one of an earlier workflow. */
function togetherIn(
  emails: readonly SentEmail[],
  earlier: ReadonlyMap<number, readonly SentEmail[]>,
) {
  for (const own of emails) {
    const other = earlier.get(minuteOf(own))?.find((each) => isOther(each, own));
    if (other !== undefined) return { own, other };
  }
  return undefined;
}

/** Two emails with different templates are enough: one of them differs from any other email. */
function keep(email: SentEmail, earlier: Map<number, readonly SentEmail[]>): void {
  const [first, second] = earlier.get(minuteOf(email)) ?? [];
  if (first === undefined) earlier.set(minuteOf(email), [email]);
  else if (second === undefined && isOther(email, first))
    earlier.set(minuteOf(email), [first, email]);
}

/** Whether it sends an email within the first hour in every case. */
function isSoon(workflow: Workflow, workspace: Workspace): boolean {
  const cases = workspace.casesOf(workflow)?.cases ?? [];
  return (
    cases.length > 0 && cases.every((each) => emailsOf(each).some(({ time }) => time.max <= HOUR))
  );
}
