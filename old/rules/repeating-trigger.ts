import {
  countRepeatedEmails,
  isNamedFirst,
  sendsInEachRun,
} from '../src/core/graph/repeated-emails.ts';
import { eventNameOf } from '../src/core/model/config.ts';
import { addTo, createFirstFacts, groupBy } from '../src/core/model/groups.ts';
import { quote } from '../src/core/model/label.ts';
import { createEventMatcher } from '../src/core/model/name-patterns.ts';
import type { Place, WorkflowRef } from '../src/core/model/nodes.ts';
import { firstPlaces, placeOf } from '../src/core/model/place.ts';
import { pluralize } from '../src/core/model/text.ts';
import {
  defineRule,
  namesOption,
  optionsOf,
  type Report,
  type ReportFn,
  type WorkflowSummary,
} from '../src/core/rule.ts';

/** A trigger of a workflow that sends emails at each occurrence of the event, or its first wait for the event. */
interface Use {
  readonly event: string;
  readonly at: Place;
  /** Sent at each occurrence; 0 for a wait. */
  readonly emails: number;
  /** No wait or condition can end a run before its first email. */
  readonly sendsAlways?: true;
}

interface StartOf {
  readonly known: WorkflowSummary<Uses>;
  readonly start: Use;
  readonly event: string;
}

type Uses = readonly Use[];

const DEFAULT_ONCE: readonly string[] = [
  'user.created',
  'user.signed_up',
  'user.signup',
  'user.registered',
  'account.created',
  'contact.created',
  'customer.created',
  'signup.completed',
  'registration.completed',
];
const PER_OCCURRENCE: readonly string[] = [
  'order.*',
  'payment.*',
  'invoice.*',
  'booking.*',
  'purchase.*',
  'subscription.*',
  'refund.*',
];
const ACTIVITY: readonly string[] = [
  '*.updated',
  '*.viewed',
  '*.active',
  '*.tracked',
  '*.visited',
  'cart.*',
  'session.*',
  'habit.*',
  'user.login',
  'user.logged_in',
];
const ADDED =
  'Added to the defaults. "*" matches any words; case and the separators ". _ -" are ignored.';

export default defineRule({
  id: 'repeating-trigger',
  severity: 'warning',
  preset: 'recommended',
  category: 'events',
  summary: 'An enabled workflow that sends emails and starts on an event that can occur again.',
  why: 'A trigger starts a run at each occurrence, and each run sends its own copy of the emails.',
  remedy:
    'Start on an event that occurs once per contact, and wait for this event in the workflow.',
  whenOff:
    'When each occurrence has its own email, such as a receipt; listing the event in the option "once" or suppressing that one finding is better.',
  options: optionsOf({
    once: namesOption(
      DEFAULT_ONCE,
      `Events that occur once per contact. ${ADDED} So do events with the word "first" in their name.`,
    ),
    perOccurrence: namesOption(
      PER_OCCURRENCE,
      `Events of which each has its own emails, such as "order.*": an info for each event. ${ADDED}`,
    ),
    activity: namesOption(
      ACTIVITY,
      `Events that one contact causes many times, such as "*.viewed": a warning also without a wait for them. ${ADDED}`,
    ),
  }),
  needs: { workflows: 'partly' },

  summarize({ workflow, graph }): Uses | undefined {
    if (workflow.status === 'disabled') return undefined;
    const uses: Use[] = [];
    const seen = new Set<string>();
    for (const step of workflow.steps) {
      if (step.spec.event === undefined) continue;
      const event = eventNameOf(step);
      if (event === undefined || !graph.isReachable(step)) continue;
      const isStart = step.spec.event === 'starts';
      const use = `${isStart} ${event}`;
      if (seen.has(use)) continue;
      seen.add(use);
      const emails = isStart ? countRepeatedEmails(graph, event) : 0;
      if (isStart && emails === 0) continue;
      const at = placeOf([step, 'config', 'event_name']);
      const sendsAlways = isStart && sendsInEachRun(graph, event);
      uses.push({ event, at, emails, ...(sendsAlways && { sendsAlways }) });
    }
    return uses.length === 0 ? undefined : uses;
  },

  compare({ summaries }, report, { once, perOccurrence, activity }) {
    const isListed = createEventMatcher([...DEFAULT_ONCE, ...once]);
    const isOwn = createEventMatcher([...PER_OCCURRENCE, ...perOccurrence]);
    const isActivity = createEventMatcher([...ACTIVITY, ...activity]);
    const waiting = new Map<string, WorkflowSummary<Uses>[]>();
    for (const known of summaries) {
      for (const { event, emails } of known.summary) {
        if (emails > 0) continue;
        addTo(waiting, event, known);
      }
    }
    const isFirst = createFirstFacts();
    const started = summaries.flatMap((known): readonly StartOf[] =>
      known.summary
        .filter(({ event, emails }) => emails > 0 && !isListed(event) && !isNamedFirst(event))
        .filter(({ event }) => isFirst(known, event))
        .map((start) => ({ known, start, event: start.event })),
    );
    for (const [event, group] of groupBy(started, (one) => one.event)) {
      const waits = waiting.get(event) ?? [];
      const related = firstPlaces(waits, (known) => ({
        at: (waitOf(known, event) as Use).at,
        message: `${printWorkflow(known.workflow)} waits for the event`,
      }));
      if (isOwn(event)) {
        reportOccurrences(group, related, report);
        continue;
      }
      const repeats = isActivity(event);
      for (const { known, start } of group) {
        if (waits.length === 0 && !(repeats && start.sendsAlways)) continue;
        report({
          at: start.at,
          message:
            waits.length === 0
              ? `event ${quote(event)} occurs many times per contact: each one sends the emails again`
              : printMessage(event, known, waits),
          help: `start on an event that occurs once per contact, or add ${quote(event)} to the option "once"`,
          consequence: printConsequence(start.emails),
          related,
          fingerprintKey: { detail: event },
        });
      }
    }
  },
});

/** One finding for all workflows on the event. */
function reportOccurrences(
  group: readonly [StartOf, ...StartOf[]],
  waits: Report['related'] = [],
  report: ReportFn,
): void {
  const [{ start, event }, ...others] = group;
  report({
    at: start.at,
    message: `event ${quote(event)} can occur again for one contact`,
    help: 'if one email per contact is enough, start on an event that occurs once per contact',
    consequence: printConsequence(group.reduce((sum, one) => sum + one.start.emails, 0)),
    related: [
      ...firstPlaces(others, (other) => ({
        at: other.start.at,
        message: `${printWorkflow(other.known.workflow)} also starts on the event`,
      })),
      ...waits,
    ],
    maxSeverity: 'info',
    fingerprintKey: { names: event },
  });
}

const waitOf = ({ summary }: WorkflowSummary<Uses>, event: string): Use | undefined =>
  summary.find((use) => use.event === event && use.emails === 0);

function printMessage(
  event: string,
  known: WorkflowSummary<Uses>,
  waits: readonly WorkflowSummary<Uses>[],
): string {
  const [first] = waits as [WorkflowSummary<Uses>];
  const isOwn = waitOf(known, event) !== undefined;
  const who = isOwn ? 'this workflow' : printWorkflow(first.workflow);
  const more = waits.length === 1 ? '' : ` and ${waits.length - 1} more`;
  return `event ${quote(event)} can occur again: ${who}${more} also wait${more === '' ? 's' : ''} for it`;
}

function printWorkflow({ name, id }: WorkflowRef): string {
  const called = name ?? id;
  return called === undefined ? 'another workflow' : `workflow ${quote(called)}`;
}

const printConsequence = (emails: number): string =>
  `${pluralize(emails, 'email')} ${emails === 1 ? 'is' : 'are'} sent again at each occurrence`;
