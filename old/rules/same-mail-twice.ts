import { createExclusions } from '../src/core/conditions/exclusions.ts';
import type { PathConstraint } from '../src/core/conditions/path-constraints.ts';
import {
  type EmailFact,
  type EventEmails,
  emailFactOf,
  emailsByEvent,
  lacksEmails,
} from '../src/core/graph/email-facts.ts';
import type { PlannedEmail } from '../src/core/graph/email-plan.ts';
import { groupBy, identityOfGroup, joinNames, scopeOf } from '../src/core/model/groups.ts';
import { labelOfWorkflow, quote, sentTwice } from '../src/core/model/label.ts';
import type { Place } from '../src/core/model/nodes.ts';
import { firstPlaces, placeIn, placeOfStep } from '../src/core/model/place.ts';
import { findPlaceholder } from '../src/core/model/placeholder.ts';
import templates from '../src/core/resources/templates.ts';
import { defineRule, namesOption, optionsOf, type WorkflowSummary } from '../src/core/rule.ts';

/** An email that contacts of an event can receive. */
interface Sent {
  readonly known: WorkflowSummary<EmailFact>;
  readonly email: PlannedEmail;
  /** The event starts the workflow; otherwise it ends a wait of the contact. */
  readonly isStart: boolean;
  readonly constraints: readonly PathConstraint[];
}

/** Emails with one template that an email is compared with. */
const MAX_COMPARED = 50;
export default defineRule({
  id: 'same-mail-twice',
  severity: 'warning',
  preset: 'recommended',
  category: 'email',
  summary: 'The same template sent to one contact by several enabled workflows.',
  why: 'Contacts who pass these workflows receive the same email more than once.',
  remedy: 'Send another template, or disable all but one of the workflows.',
  whenOff:
    'When templates are only layouts and their variables contain the text; listing them in the option "allow" is better.',
  options: optionsOf({
    allow: namesOption([], 'Templates that several workflows may send, such as a plain layout.'),
  }),
  needs: { workflows: 'partly' },

  summarize: emailFactOf,

  compare({ summaries, workspace }, report, { allow }) {
    const { find } = workspace.resources(templates);
    const reported = new Set<string>();
    for (const [event, emails] of emailsByEvent(summaries)) {
      const { excludes } = createExclusions();
      // A contact who only waits in both workflows need not be in both.
      const canMeet = (a: Sent, b: Sent): boolean =>
        a.known !== b.known &&
        (a.isStart || b.isStart) &&
        !a.constraints.some((one) => b.constraints.some((other) => excludes(one, other)));
      // An id and an alias may name one template.
      const templated = sentEmails(emails).filter(({ email }) => email.template !== undefined);
      const byTemplate = groupBy(templated, (sent) => {
        const id = templateOf(sent);
        return find(id)?.value.id ?? id;
      });
      for (const [id, group] of byTemplate) {
        const repeats = findRepeats(group, canMeet);
        if (repeats.length === 0) continue;
        const [first, second] = repeats as [Sent, Sent];
        const names = repeats.map(templateOf).sort();
        if ([id, ...names].some((name) => allow.includes(name))) continue;
        if (findPlaceholder(id, 'id') !== undefined) continue;
        const keys = repeats.map(({ known }) => joinNames(keyOf(known), id));
        if (keys.every((key) => reported.has(key))) continue;
        for (const key of keys) reported.add(key);
        const workflows = new Set(group.map(({ known }) => known)).size;
        const isLowerBound =
          lacksEmails(emails) || (group.length > MAX_COMPARED && repeats.length < workflows);
        const least = isLowerBound ? 'at least ' : '';
        const more =
          repeats.length === 2
            ? ' also sends'
            : ` and ${least}${repeats.length - 2} more also send`;
        report({
          at: placeOf(second),
          message: `${labelOfWorkflow(first.known.workflow)}${more} template ${quote(templateOf(second))} to contacts of ${quote(event)}`,
          consequence: sentTwice(isLowerBound || repeats.length > 2),
          help: 'send another template, or disable all but one of the workflows',
          related: firstPlaces(
            repeats.filter((other) => other !== second),
            (other) => ({ at: placeOf(other), message: 'the same template' }),
          ),
          fingerprintKey: {
            names: identityOfGroup(repeats.map(({ known }) => scopeOf(known.workflow))),
            detail: names[0] as string,
          },
        });
      }
    }
  },
});

/** All emails that contacts of an event can receive. */
function sentEmails({
  started,
  waiting,
}: EventEmails<WorkflowSummary<EmailFact>>): readonly Sent[] {
  const sent: Sent[] = [];
  for (const { known, start } of started)
    for (const { email, constraints } of start.plan)
      if (email !== undefined) sent.push({ known, email, isStart: true, constraints });
  for (const { known, wait } of waiting) {
    for (const { email, constraints } of wait.plan)
      if (email !== undefined) sent.push({ known, email, isStart: false, constraints });
    // The conditions of this workflow read another event.
    for (const { email } of known.summary.starts.flatMap(({ plan }) => plan))
      if (email !== undefined && wait.earlier.includes(email.index))
        sent.push({ known, email, isStart: false, constraints: [] });
  }
  return sent;
}

/** The first email of each workflow that one contact can receive besides that of another. */
function findRepeats(
  group: readonly Sent[],
  canMeet: (a: Sent, b: Sent) => boolean,
): readonly Sent[] {
  const compared: Sent[] = [];
  const found = new Map<WorkflowSummary<EmailFact>, Sent>();
  for (const sent of group) {
    for (const each of compared) {
      const missing = [each, sent].filter(({ known }) => !found.has(known));
      if (missing.length > 0 && canMeet(each, sent))
        for (const one of missing) found.set(one.known, one);
    }
    if (compared.length < MAX_COMPARED) compared.push(sent);
  }
  return [...found.values()];
}

const templateOf = ({ email }: Sent): string => (email.template as { readonly id: string }).id;

function placeOf({ known, email }: Sent): Place {
  const place = placeOfStep(placeIn(known), email);
  return { ...place, pointer: `${place.pointer}/${email.template?.at}` };
}

const keyOf = ({ workflow, document, pointer }: WorkflowSummary<EmailFact>): string =>
  joinNames(scopeOf(workflow), document.source, pointer);
