import { groupBy } from '../src/core/graph/graph.ts';
import { eventNameOf, nameOf, templateOf } from '../src/core/model/config.ts';
import { formatDuration } from '../src/core/model/duration.ts';
import { isTrigger } from '../src/core/model/step-type.ts';
import { quote } from '../src/core/model/text.ts';
import type { Step, Workflow } from '../src/core/model/workflow.ts';
import { defineRule, type Workspace } from '../src/core/rule.ts';
import type { Moment } from '../src/core/run/case.ts';
import { emailsOf, idleCase } from '../src/core/run/emails.ts';

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
    const enabled = workspace.soundWorkflows.filter(({ status }) => status === 'enabled');
    for (const [event, workflows] of groupBy(enabled, (workflow) => eventOf(workflow))) {
      if (event === undefined) continue;
      for (const [i, workflow] of workflows.entries())
        for (const other of workflows.slice(0, i)) {
          const name = quote(other.name ?? other.id ?? '');
          const pair = togetherIn(other, workflow, workspace);
          if (pair !== undefined)
            report({
              at: pair.own,
              message: `${nameOf(pair.own)} is sent together with ${nameOf(pair.other)} of workflow ${name}, ${when(pair.time)} ${quote(event)}`,
              help: 'delay one of the two emails, or start one workflow on another event',
              related: [{ at: pair.other, message: 'the other email' }],
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

function eventOf(workflow: Workflow): string | undefined {
  const trigger = triggerOf(workflow);
  return trigger === undefined ? undefined : eventNameOf(trigger);
}

const when = (time: number): string =>
  time === 0 ? 'right after' : `${formatDuration(time)} after`;

/** The first emails of both workflows that a contact who does nothing receives less than a minute apart, at known times. */
function togetherIn(other: Workflow, own: Workflow, workspace: Workspace) {
  const theirs = idleEmails(other, workspace);
  for (const { step, time } of idleEmails(own, workspace)) {
    const near = theirs.find(
      (email) =>
        Math.abs(email.time.min - time.min) < MINUTE &&
        // The rule repeated-template reports two emails of one template.
        (templateOf(email.step) === undefined || templateOf(email.step) !== templateOf(step)),
    );
    if (near !== undefined) return { own: step, other: near.step, time: time.min };
  }
  return undefined;
}

function idleEmails(workflow: Workflow, workspace: Workspace): readonly Moment[] {
  const cases = workspace.casesOf(workflow);
  const idle = cases === undefined ? undefined : idleCase(cases);
  return idle === undefined ? [] : emailsOf(idle).filter(({ time }) => time.min === time.max);
}

/** Whether it sends an email within the first hour in every case. */
function isSoon(workflow: Workflow, workspace: Workspace): boolean {
  const cases = workspace.casesOf(workflow)?.cases ?? [];
  return (
    cases.length > 0 && cases.every((each) => emailsOf(each).some(({ time }) => time.max <= HOUR))
  );
}
