import { nameOf, templateOf } from '../src/core/model/config.ts';
import { formatDuration } from '../src/core/model/duration.ts';
import { isTrigger } from '../src/core/model/step-type.ts';
import { quote } from '../src/core/model/text.ts';
import type { Step, Workflow } from '../src/core/model/workflow.ts';
import { defineRule, type Workspace } from '../src/core/rule.ts';
import {
  conditionsBefore,
  emailsOf,
  idleEmails,
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
      const enabled = workflows.filter(({ status }) => status === 'enabled');
      for (const [i, workflow] of enabled.entries())
        for (const other of enabled.slice(0, i)) {
          const name = quote(other.name ?? other.id ?? '');
          const pair = togetherIn(other, workflow, workspace);
          if (pair !== undefined)
            report({
              at: pair.own.step,
              message: `${nameOf(pair.own.step)} is sent together with ${nameOf(pair.other.step)} of workflow ${name}, ${when(pair.own.time.min)} ${quote(event)}${conditionsBefore(pair.own) || conditionsBefore(pair.other)}`,
              help: 'delay one of the two emails, or start one workflow on another event',
              related: [{ at: pair.other.step, message: 'the other email' }],
            });
          else if (isSoon(workflow, workspace) && isSoon(other, workspace))
            report({
              at: triggerOf(workflow) as Step,
              message: `workflow ${name} also sends an email within an hour of ${quote(event)}`,
              help: 'join the workflows, or delay the first email of one of them',
              related: [{ at: triggerOf(other) as Step, message: 'the other trigger' }],
            });
        }
    }
  },
});

const triggerOf = ({ steps = [] }: Workflow): Step | undefined => steps.find(isTrigger);

const when = (time: number): string =>
  time === 0 ? 'right after' : `${formatDuration(time)} after`;

/**
 * The first emails of both workflows that a contact who does nothing receives less than a minute
 * apart, at known times.
 */
function togetherIn(other: Workflow, own: Workflow, workspace: Workspace) {
  const theirs = idleEmails(other, workspace);
  for (const email of idleEmails(own, workspace)) {
    const near = theirs.find(
      ({ step, time }) =>
        time.max - email.time.min < MINUTE &&
        email.time.max - time.min < MINUTE &&
        // The rule repeated-template reports two emails of one template.
        (templateOf(step) === undefined || templateOf(step) !== templateOf(email.step)),
    );
    if (near !== undefined) return { own: email, other: near };
  }
  return undefined;
}

/** Whether it sends an email within the first hour in every case. */
function isSoon(workflow: Workflow, workspace: Workspace): boolean {
  const cases = workspace.casesOf(workflow)?.cases ?? [];
  return (
    cases.length > 0 && cases.every((each) => emailsOf(each).some(({ time }) => time.max <= HOUR))
  );
}
