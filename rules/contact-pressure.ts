import { secondsOfOption } from '../src/core/model/duration.ts';
import { isTrigger } from '../src/core/model/step-type.ts';
import { quote } from '../src/core/model/text.ts';
import type { Step } from '../src/core/model/workflow.ts';
import { countOption, defineRule, durationOption, optionsOf } from '../src/core/rule.ts';
import { emailsOf, type IdleEmail } from '../src/core/run/emails.ts';

export default defineRule({
  id: 'contact-pressure',
  severity: 'warning',
  stage: 'flow',
  summary: 'More emails to one contact within a day than most contacts accept.',
  why: 'Contacts who receive many emails in a day ignore them, or unsubscribe from all.',
  remedy: 'Spread the emails over more days, or remove some of them.',
  options: optionsOf({
    within: durationOption('24 hours', 'The time in which emails are counted, such as "2 days".'),
    max: countOption(3, [1, 100], 'The most emails of several workflows that start on one event.'),
    maxOfOne: countOption(5, [1, 100], 'The most emails of one workflow.'),
  }),

  workflow({ workflow, emails, graph, workspace }, report, { within, maxOfOne }) {
    if (graph.cycles.length === 0 && emails.length <= maxOfOne) return;
    const cases = workspace.casesOf(workflow)?.cases ?? [];
    const windows = cases.map((each) => firstWindow(emailsOf(each), within, maxOfOne));
    // The case with the fewest: every contact receives as many.
    const [window] = windows.toSorted((a, b) => (a?.length ?? 0) - (b?.length ?? 0));
    // What some contacts receive may be what they asked for.
    if (window === undefined || windows.includes(undefined)) return;
    report({
      at: (window[maxOfOne] as Email).step,
      message: `contacts receive ${window.length} emails within ${within} (limit: ${maxOfOne})`,
      help: 'add delays between the emails, or remove some of them',
      related: window
        .filter((_, i) => i !== maxOfOne)
        .map(({ step }) => ({ at: step, message: 'also sent' })),
      name: '',
    });
  },

  workspace({ workspace }, report, { within, max }) {
    for (const [event, workflows] of workspace.rivals) {
      const emails = workflows
        .filter(({ status }) => status === 'enabled')
        .flatMap((workflow) => workspace.idleEmailsOf(workflow))
        .sort((a, b) => a.time.max - b.time.max);
      const window = firstWindow(emails, within, max) ?? [];
      const [workflow, another] = new Set(window.map(({ step }) => step.workflow).reverse());
      if (workflow === undefined || another === undefined) continue;
      const what = `${window.length} emails within ${within} of ${quote(event)}`;
      report({
        at: [workflow.steps?.find(isTrigger) as Step, 'config', 'event_name'],
        message: `a contact who does nothing receives ${what} (limit: ${max})`,
        help: 'delay some of the emails, or join the workflows',
        related: window.map(({ step }) => ({ at: step, message: 'one of the emails' })),
        name: event,
      });
    }
  },
});

type Email = Pick<IdleEmail, 'step' | 'time'>;

/** The first emails, more than a number, that all come within a time; in order of time. */
function firstWindow(emails: readonly Email[], within: string, max: number) {
  for (const [i, last] of emails.entries()) {
    const window = emails.slice(Math.max(0, i - max), i + 1);
    const start = Math.min(...window.map(({ time }) => time.min));
    const isWithin = ({ time }: Email) =>
      time.min >= start && time.max - start < secondsOfOption(within);
    if (window.length > max && isWithin(last)) return emails.slice(i - max).filter(isWithin);
  }
  return undefined;
}
