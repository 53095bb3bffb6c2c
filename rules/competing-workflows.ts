import { templateOf } from '../src/core/model/config.ts';
import { isTrigger } from '../src/core/model/step-type.ts';
import { labelOfWorkflow, nameOf } from '../src/core/model/text.ts';
import type { Step, Workflow } from '../src/core/model/workflow.ts';
import { defineRule, type Workspace } from '../src/core/rule.ts';
import { conditionsBefore, emailsOf, type IdleEmail } from '../src/core/run/emails.ts';

const MINUTE = 60;
const HOUR = 3600;

export default defineRule({
  id: 'competing-workflows',
  severity: 'warning',
  stage: 'flow',
  summary: 'Two enabled workflows on one event whose emails come together.',
  why: 'One contact receives the emails of both workflows at once, and may read neither.',
  remedy: 'Join the workflows, delay one of the emails, or start one workflow on another event.',

  workspace({ workspace }, report) {
    for (const workflows of workspace.rivals.values()) {
      // Minute → emails that earlier workflows send in it.
      const sent = new Map<number, readonly IdleEmail[]>();
      let soon: Workflow | undefined;
      for (const workflow of workflows.filter(({ status }) => status === 'enabled')) {
        const emails = workspace.idleEmailsOf(workflow).filter(isAtKnownTime);
        const otherOf = (email: IdleEmail): IdleEmail | undefined =>
          sent.get(minuteOf(email))?.find((each) => isOther(email, each));
        const email = emails.find((each) => otherOf(each) !== undefined);
        const other = email && otherOf(email);
        const isWorkflowSoon = isSoon(workflow, workspace);
        if (email !== undefined && other !== undefined) {
          const sender = labelOfWorkflow(other.step.workflow);
          const condition = conditionsBefore(email.before) || conditionsBefore(other.before);
          report({
            at: email.step,
            message: `${sender} sends ${nameOf(other.step)} at the same time${condition}`,
            help: 'delay one of the two emails, or start one workflow on another event',
            related: [{ at: other.step, message: 'the other email' }],
          });
        } else if (isWorkflowSoon && soon !== undefined)
          report({
            at: workflow.steps?.find(isTrigger) as Step,
            message: `${labelOfWorkflow(soon)} also sends an email within the first hour`,
            help: 'join the workflows, or delay the first email of one of them',
          });
        if (isWorkflowSoon) soon ??= workflow;
        for (const each of emails) {
          const kept = sent.get(minuteOf(each)) ?? [];
          // Of two with different templates, one differs from any other email.
          if (kept.length < 2 && kept.every((one) => isOther(each, one)))
            sent.set(minuteOf(each), [...kept, each]);
        }
      }
    }
  },
});

const isAtKnownTime = ({ time }: IdleEmail): boolean => time.max - time.min < MINUTE;

const minuteOf = ({ time }: IdleEmail): number => Math.floor(time.min / MINUTE);

/** The rule repeated-template reports two emails of one template. */
const isOther = ({ step }: IdleEmail, other: IdleEmail): boolean =>
  templateOf(step) === undefined || templateOf(step) !== templateOf(other.step);

/** Whether it sends an email within the first hour in every case. */
function isSoon(workflow: Workflow, workspace: Workspace): boolean {
  const cases = workspace.casesOf(workflow)?.cases ?? [];
  return (
    cases.length > 0 && cases.every((each) => emailsOf(each).some(({ time }) => time.max <= HOUR))
  );
}
