import { readsField } from '../src/core/model/condition.ts';
import { eventNameOf } from '../src/core/model/config.ts';
import { wordsOf } from '../src/core/model/event-words.ts';
import { isDelay, isEmail, isFork, isTrigger, isWait } from '../src/core/model/step-type.ts';
import { nameOf, quote } from '../src/core/model/text.ts';
import type { Step, Workflow } from '../src/core/model/workflow.ts';
import { defineRule, type ReportFn, type Workspace } from '../src/core/rule.ts';
import type { Case } from '../src/core/run/case.ts';

/** Events after which somebody may buy, and the events that end this, by their last words. */
const STRETCHES = [
  {
    starts: /\b(?:(?:basket|cart|checkout) \w+|(?:product|page|item) viewed)$/,
    ends: /\b(?:order (?:placed|created|paid|completed)|purchased|converted)$/,
  },
  {
    starts: /\btrial(?: \w+)?$/,
    ends: /\b(?:subscription (?:started|created)|purchased|converted)$/,
  },
];

export default defineRule({
  id: 'no-exit',
  severity: 'warning',
  stage: 'flow',
  summary: 'Emails over time that go on after the contact did what they ask for.',
  why: 'Contacts who already bought, or did what was asked, still receive the later emails.',
  remedy: 'Replace a delay by a wait for the event, or check a contact property before each email.',

  workflow({ workflow, steps, workspace }, report) {
    const cases = workspace.casesOf(workflow)?.cases ?? [];
    const event = eventNameOf(steps.find(isTrigger) as Step) ?? '';
    const end = endingEvent(event, workflow, workspace);
    const last = end && lastLateEmail(cases);
    if (!end || !last) return reportStretch(cases, report);
    report({
      at: last,
      message: `${quote(end)} does not end the emails up to ${nameOf(last)}`,
      help: `wait for ${quote(end)} in place of the delays, and send on the timeout branch`,
      name: end,
    });
  },
});

/**
 * An event of the account that ends what the trigger began, and that the workflow neither awaits
 * nor asks for.
 */
function endingEvent(event: string, own: Workflow, workspace: Workspace): string | undefined {
  const stretch = STRETCHES.find(({ starts }) => starts.test(wordsOf(event)));
  if (stretch === undefined || stretch.ends.test(wordsOf(event))) return undefined;
  const awaited = (own.steps ?? []).filter(isWait).map((step) => eventNameOf(step) ?? '');
  if (awaited.some((name) => stretch.ends.test(wordsOf(name)))) return undefined;
  return workspace.derive(endsIn).get(stretch);
}

/** The first event of the account that ends each stretch. */
function endsIn(workspace: Workspace): ReadonlyMap<object, string | undefined> {
  const defined = workspace.ask('events', 'some')?.items.map(({ name }) => name) ?? [];
  const used = workspace.workflows.flatMap(({ steps = [] }) => steps.map(eventNameOf));
  const names = [...new Set([...defined, ...used])].filter((name) => name !== undefined);
  return new Map(
    STRETCHES.map((each) => [each, names.find((name) => each.ends.test(wordsOf(name)))]),
  );
}

/** The last email that every case sends after a delay, with no condition on the contact before. */
function lastLateEmail(cases: readonly Case[]): Step | undefined {
  const late = cases.map(({ moments }) => {
    const end = moments.findIndex(({ step }) => readsField(step, 'contact.'));
    const free = end === -1 ? moments : moments.slice(0, end);
    return free
      .filter(({ step, time, isSent }) => isEmail(step) && isSent !== false && time.min > 0)
      .map(({ step }) => step);
  });
  return late[0]?.findLast((step) => late.every((steps) => steps.includes(step)));
}

/** Three emails over two delays or more that nothing but time is between. */
function reportStretch(cases: readonly Case[], report: ReportFn): void {
  const [longest = []] = cases.map(longestStretch).sort((a, b) => b.length - a.length);
  const [start, final] = [longest[0], longest.at(-1)];
  if (longest.length < 3 || start === undefined || final === undefined) return;
  report({
    at: final,
    message: `nothing ends the ${longest.length} emails from ${nameOf(start)} to ${nameOf(final)}`,
    help: 'replace a delay by a wait for the event that makes the emails unnecessary',
    severity: 'info',
    preset: 'strict',
  });
}

function longestStretch({ moments }: Case): readonly Step[] {
  let best: readonly Step[] = [];
  let emails: Step[] = [];
  let delays = 0;
  for (const { step, isSent } of moments) {
    if (isFork(step) || !step.spec.isKnown || emails.includes(step)) [emails, delays] = [[], 0];
    if (isDelay(step) && emails.length > 0) delays++;
    if (!isEmail(step) || isSent === false) continue;
    emails.push(step);
    if (delays >= 2 && emails.length > best.length) best = emails.slice();
  }
  return best;
}
