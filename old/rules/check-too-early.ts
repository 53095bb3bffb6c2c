import { flowOf } from '../src/core/graph/flow.ts';
import { type Graph, triggersOf } from '../src/core/graph/graph.ts';
import { conditionsIn } from '../src/core/graph/reads.ts';
import { recentSends } from '../src/core/graph/recent-sends.ts';
import { leavesOf } from '../src/core/model/condition.ts';
import { eventNameOf } from '../src/core/model/config.ts';
import { formatDuration, secondsOfOption } from '../src/core/model/duration.ts';
import { labelOf, nameOf, quote } from '../src/core/model/label.ts';
import type { Step } from '../src/core/model/nodes.ts';
import { isCondition, isWait } from '../src/core/model/step-type.ts';
import {
  defineRule,
  durationOption,
  namesOption,
  optionsOf,
  type ReportFn,
} from '../src/core/rule.ts';

/** Events about an email occur after it is sent. */
const ABOUT_EMAIL = 'resend:email.';

// Actions of contacts on an email, and nouns of other things that are opened and clicked.
const ACTIONS = new Set(
  'open opens opened click clicks clicked replied responded forwarded engaged engagement'.split(
    ' ',
  ),
);
// Actions beside "received".
const ANSWERS = new Set('response responses reply replies'.split(' '));
const EMAIL_ACTIONS = new Set('read seen viewed delivered bounced complained'.split(' '));
const EMAILS = new Set('email emails mail mails message newsletter campaign'.split(' '));
const OTHERS = new Set(
  'app apps account ticket tickets case store shop order orders package parcel position session door file page product issue pr pull dispute claim chat deal invoice wallet'.split(
    ' ',
  ),
);
// "open" before another noun is an adjective: "open_invoices".
const AFTER_OPEN = new Set('count counts counter rate total at on date time'.split(' '));
// Every matching name contains one of these.
const SIGN = /open|click|repl|respon|forward|engage|read|seen|view|deliver|bounce|complain/i;

/** A condition, and the first field in it that is about an email. */
interface Check {
  readonly step: Step;
  readonly path: readonly (string | number)[];
  readonly field: string;
}

export default defineRule({
  id: 'check-too-early',
  severity: 'warning',
  preset: 'recommended',
  category: 'time',
  summary: 'A check of what contacts do with an email, directly after it is sent.',
  why: 'No contact has opened or clicked the email yet, so every contact takes the same branch.',
  remedy: 'Add a delay before the condition, or a longer wait for the event of the email.',
  whenOff: 'When the conditions are about earlier emails.',
  options: optionsOf({
    min: durationOption('1 minute', 'The time that contacts need, such as "1 hour".'),
    fields: namesOption(
      [],
      'More fields that change with what contacts do with an email, such as "contact.properties.score".',
    ),
  }),

  workflow({ graph }, report, { min, fields }) {
    reportShortWaits(graph, report, secondsOfOption(min));
    const checks = conditionsIn(graph).flatMap(({ step, tree }): Check | [] => {
      const isAbout = (field = ''): boolean => isOnEmail(field) || fields.includes(field);
      const leaf = isCondition(step) && leavesOf(tree.root).find(({ field }) => isAbout(field));
      if (!leaf) return [];
      return { step, path: [...tree.base, ...leaf.path], field: leaf.field as string };
    });
    if (checks.length === 0) return;
    // The payload of such a trigger is about what happened before.
    const isPast = triggersOf(graph).some((step) => SIGN.test(String(eventNameOf(step))));
    const recent = recentSends(flowOf(graph), 1, false);
    const limit = secondsOfOption(min);
    for (const { step, path, field } of checks) {
      const last = recent.before(step, 1);
      if (last === undefined || last.seconds >= limit) continue;
      if (field.startsWith('wait_events.') || (isPast && field.startsWith('event.'))) continue;
      const gap = last.seconds === 0 ? 'right' : formatDuration(last.seconds);
      report({
        at: [step, ...path, 'field'],
        message: `${labelOf(step)} checks ${quote(field)} ${gap} after ${nameOf(last.send)} is sent`,
        help: 'add a delay before the condition, or wait for "resend:email.opened" or "resend:email.clicked"',
        related: [{ at: last.send, message: 'the email' }],
        fingerprintKey: { detail: field },
      });
    }
  },
});

/** Waits for what contacts do with an email that end before they can do it. */
function reportShortWaits(graph: Graph, report: ReportFn, limit: number): void {
  const waits = graph.where(isWait).filter((step) => eventNameOf(step)?.startsWith(ABOUT_EMAIL));
  if (waits.length === 0) return;
  const flow = flowOf(graph);
  const recent = recentSends(flow, 1, false);
  for (const step of waits) {
    const { max } = flow.stay(step);
    const last = recent.before(step, 1);
    if (last === undefined || last.seconds + max >= limit) continue;
    report({
      at: step,
      message: `${labelOf(step)} waits only ${formatDuration(max)} for ${quote(eventNameOf(step) as string)}`,
      help: 'give contacts time to read the email, such as a timeout of "1 day"',
      related: [{ at: last.send, message: 'the email' }],
      fingerprintKey: { detail: eventNameOf(step) },
    });
  }
}

/** Whether a name, such as `contact.properties.opened_welcome`, is about what contacts do with an email. */
function isOnEmail(name: string): boolean {
  const words = name
    .slice(0, 200)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z]+/);
  const isAdjective = (word: string, at: number): boolean =>
    word === 'open' && at < words.length - 1 && !AFTER_OPEN.has(words[at + 1] as string);
  const has = (all: ReadonlySet<string>): boolean =>
    words.some((word, at) => all.has(word) && !isAdjective(word, at));
  const isAction = has(ACTIONS) || (words.includes('received') && has(ANSWERS));
  return has(EMAILS) ? isAction || has(EMAIL_ACTIONS) : isAction && !has(OTHERS);
}
