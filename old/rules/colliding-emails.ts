import { createExclusions } from '../src/core/conditions/exclusions.ts';
import type { PathConstraint } from '../src/core/conditions/path-constraints.ts';
import {
  type AnsweredWait,
  type EmailFact,
  emailFactOf,
  emailsByEvent,
  lacksEmails,
} from '../src/core/graph/email-facts.ts';
import type { EmailPlan, PlannedEmail } from '../src/core/graph/email-plan.ts';
import { formatDuration } from '../src/core/model/duration.ts';
import { groupBy, identityOfGroup, joinNames, scopeOf } from '../src/core/model/groups.ts';
import { labelOfWorkflow, nameOfMail, quote } from '../src/core/model/label.ts';
import { firstPlaces, placeIn, placeOfStep } from '../src/core/model/place.ts';
import { findPlaceholder } from '../src/core/model/placeholder.ts';
import { pluralize } from '../src/core/model/text.ts';
import templates from '../src/core/resources/templates.ts';
import { defineRule, type WorkflowSummary, type Workspace } from '../src/core/rule.ts';

/** An email that every contact who does nothing receives at one time after the event. */
interface Send {
  readonly known: WorkflowSummary<EmailFact>;
  readonly email: PlannedEmail;
  readonly seconds: number;
  readonly constraints: readonly PathConstraint[];
  /** The wait that the event ends; without it, the event starts the workflow. */
  readonly wait?: AnsweredWait;
}

export default defineRule({
  id: 'colliding-emails',
  severity: 'warning',
  preset: 'recommended',
  category: 'time',
  summary: 'Emails of several workflows sent to the same contact at the same time.',
  why: 'Every contact in these workflows for whom no awaited event occurs receives the emails at once.',
  remedy: 'Change the delay of one email, or merge the workflows.',
  limits:
    'Emails behind a condition, or after an event that a wait received: it is not certain that one contact receives both. Emails with one template: `same-mail-twice` reports them.',
  whenOff: 'When two emails at the same time are intended, such as a receipt and a welcome email.',
  needs: { workflows: 'partly' },

  summarize: emailFactOf,

  compare({ summaries, workspace }, report) {
    const withoutRepeats = createWithoutRepeats(workspace);
    for (const [event, emails] of emailsByEvent(summaries)) {
      const { started, waiting } = emails;
      const least = lacksEmails(emails) ? 'at least ' : '';
      const { findConflict } = createExclusions();
      const sends = started.flatMap(({ known, start }) => certainSends(known, start.plan));
      const bySeconds = groupBy(sends, ({ seconds }) => seconds);
      // A contact who leaves a wait by its event starts the workflows of the event at the same moment.
      const answers = waiting.flatMap(({ known, wait }) =>
        certainSends(known, wait.plan, wait).filter(
          ({ seconds, constraints }) =>
            bySeconds.has(seconds) && findConflict(constraints) === undefined,
        ),
      );
      const answersBySeconds = groupBy(answers, ({ seconds }) => seconds);
      for (const [seconds, all] of bySeconds) {
        const together = withoutRepeats(all);
        const [first] = together as [Send];
        const second = together.find(({ known }) => known !== first.known);
        const time = seconds === 0 ? 'immediately' : formatDuration(seconds);
        const describe = (at: Send, others: readonly Send[], after: string) => ({
          at: placeOf(at),
          message: `${nameOfMail(at.email)} is sent together with ${printSend(first)}${others.length === 1 ? '' : ` and ${least}${pluralize(others.length - 1, 'other email')}`}, ${time} after ${after}`,
          help: 'change the delay of one email, or merge the workflows',
        });
        if (second !== undefined) {
          const others = together.filter((other) => other !== second);
          report({
            ...describe(second, others, quote(event)),
            related: relatedTo(others),
            fingerprintKey: { names: identityOf(all), detail: joinNames(event, `${seconds}`) },
          });
        }
        const [answer, ...more] = withoutRepeats([
          ...together,
          ...(answersBySeconds.get(seconds) ?? []),
        ]).slice(together.length);
        if (answer?.wait === undefined) continue;
        const ends = `${quote(event)} ends this wait and starts ${labelOfWorkflow(first.known.workflow)}`;
        report({
          ...describe(answer, [...together, ...more], `wait ${answer.wait.name}`),
          related: [
            { at: placeOfStep(placeIn(answer.known), answer.wait), message: ends },
            ...relatedTo([...together, ...more]),
          ],
          fingerprintKey: {
            names: identityOf([answer, ...more]),
            detail: joinNames(event, `${seconds}`, 'wait'),
          },
        });
      }
    }
  },
});

/** Of emails with one template the first: `same-mail-twice` reports the others. */
function createWithoutRepeats({ resources }: Workspace) {
  const { find } = resources(templates);
  return (sends: readonly Send[]): readonly Send[] => {
    const seen = new Set<string>();
    return sends.filter(({ email: { template } }) => {
      if (template === undefined || findPlaceholder(template.id, 'id') !== undefined) return true;
      const id = find(template.id)?.value.id ?? template.id;
      return seen.size < seen.add(id).size;
    });
  };
}

function certainSends(
  known: WorkflowSummary<EmailFact>,
  plan: EmailPlan,
  wait?: AnsweredWait,
): Send[] {
  return plan.flatMap(({ email, isCertain, min: seconds, constraints }) =>
    email !== undefined && isCertain
      ? { known, email, seconds, constraints, ...(wait && { wait }) }
      : [],
  );
}

const printSend = (send: Send): string =>
  `${nameOfMail(send.email)} of ${labelOfWorkflow(send.known.workflow)}`;

const placeOf = ({ known, email }: Send) => placeOfStep(placeIn(known), email);

const relatedTo = (sends: readonly Send[]) =>
  firstPlaces(sends, (send) => ({ at: placeOf(send), message: printSend(send) }));

const identityOf = (sends: readonly Send[]): string =>
  identityOfGroup(sends.map(({ known, email }) => joinNames(scopeOf(known.workflow), email.key)));
