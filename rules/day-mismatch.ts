import { shortestWaits } from '../src/core/graph/arrivals.ts';
import { flowOf } from '../src/core/graph/flow.ts';
import { recentSends } from '../src/core/graph/recent-sends.ts';
import { eventNameOf, templateIdOf, textOf } from '../src/core/model/config.ts';
import { formatDuration } from '../src/core/model/duration.ts';
import { labelOf, maybeUuid, quote } from '../src/core/model/label.ts';
import type { Step } from '../src/core/model/nodes.ts';
import { isEmail } from '../src/core/model/step-type.ts';
import templates from '../src/core/resources/templates.ts';
import { defineRule, type Workspace } from '../src/core/rule.ts';

const DAY = 86_400;
const MINUTE = 60;
/** A name may count the day of the trigger as day 0 or day 1. */
const TOLERANCE = 1;

/** A name of an email with a day in it. */
interface NamedDay {
  readonly step: Step;
  readonly name: string;
  readonly day: number;
  /** Of one letter: `t2` may be the second one. */
  readonly isShort: boolean;
}

export default defineRule({
  id: 'day-mismatch',
  severity: 'warning',
  preset: 'recommended',
  category: 'time',
  summary: 'An email whose name has another day than the one it is sent on.',
  why: 'A delay before it has the wrong length, so contacts receive this email and all later ones on the wrong day.',
  remedy: 'Correct the delay before the email, or its name.',
  limits: 'Emails after an event that a wait received: their day is not known.',
  whenOff: 'When such numbers do not count days from the trigger.',

  workflow({ graph, workspace }, report) {
    const named = graph.where(isEmail).flatMap((step) => dayNamed(step, workspace) ?? []);
    if (named.length === 0) return;
    const flow = flowOf(graph);
    // The days count from another event.
    if (flow.starts.some((start) => dayIn(eventNameOf(start) ?? '') !== undefined)) return;
    const isNumbered = areNumbers(named);
    const waits = shortestWaits(flow);
    const recent = recentSends(flow, 1, false);
    const wrong = named.flatMap((one) => {
      const seconds = one.isShort && isNumbered ? undefined : waits.get(one.step);
      // An email right after another one is `back-to-back-emails`.
      if (seconds === undefined || (recent.before(one.step, 1)?.seconds ?? MINUTE) < MINUTE)
        return [];
      return Math.abs(seconds / DAY - one.day) > TOLERANCE ? { ...one, seconds } : [];
    });
    wrong.sort((a, b) => a.seconds - b.seconds || (a.name < b.name ? -1 : 1));
    // One wrong delay changes the day of all later emails.
    const [first, ...others] = wrong;
    if (first === undefined) return;
    const { step, name, day, seconds } = first;
    report({
      at: step,
      message: `${labelOf(step)} is sent ${after(seconds)}, not on day ${day}${name === step.key ? '' : ` as in ${quote(name)}`}`,
      help: `change the delays before it to ${day === 0 ? 'none' : formatDuration(day * DAY)} in all, or correct the name`,
      related: others.map((other) => ({
        at: other.step,
        message: `${quote(other.name)} is sent ${after(other.seconds)}`,
      })),
      fingerprintKey: { detail: name },
    });
  },
});

const after = (seconds: number): string =>
  `${seconds === 0 ? 'immediately' : formatDuration(seconds)} after the trigger`;

/** The first of its names with a day: the key, a second name, the names of its template. */
function dayNamed(step: Step, { resources }: Workspace): NamedDay | undefined {
  const id = templateIdOf(step);
  const template = id === undefined ? undefined : resources(templates).find(id)?.value;
  const names = [
    step.key,
    step.alias,
    textOf(step.raw['name']),
    template?.alias,
    template?.name,
    id,
  ];
  for (const name of names) {
    if (typeof name !== 'string' || maybeUuid(name)) continue;
    const found = dayIn(name);
    // The `t10` of a template is its number.
    if (found?.isShort === true && name === id) continue;
    if (found !== undefined) return { step, name: name as string, ...found };
  }
  return undefined;
}

const WORD = /(?:^|[^a-z])(?:day|jour|tag|dia)[ _+-]?(\d{1,3})(?!\d)/i;
// "J-3" is three days before something.
const LETTER = /(?:^|[^A-Za-z0-9])[jJdDT]\+?(\d{1,3})(?![A-Za-z0-9])/;

function dayIn(name: string): Pick<NamedDay, 'day' | 'isShort'> | undefined {
  const word = WORD.exec(name);
  const found = word ?? LETTER.exec(name);
  return found === null ? undefined : { day: Number(found[1]), isShort: word === null };
}

/** Whether short names are numbers from 0 or 1 on, not days: `t1`, `t2`, `t3`. */
function areNumbers(named: readonly NamedDay[]): boolean {
  const days = named.flatMap(({ day, isShort }) => (isShort ? day : [])).sort((a, b) => a - b);
  const [first = 0] = days;
  return first <= 1 && days.every((day, i) => day === first + i);
}
