import { type Flow, flowOf, type TimeRange } from '../../core/graph/flow.ts';
import { formatDuration } from '../../core/model/duration.ts';
import { shortKey } from '../../core/model/label.ts';
import type { Step } from '../../core/model/nodes.ts';
import { isEmail, isTrigger } from '../../core/model/step-type.ts';
import { pluralize } from '../../core/model/text.ts';
import type { StepMatch } from './match-steps.ts';

/** The way from an email, or the start, to the next one that both sides have, or to the end. */
interface Leg {
  readonly from: Step;
  readonly to: Step | undefined;
  readonly time: TimeRange;
  /** Emails of one side only. */
  readonly mails: TimeRange;
}

/** What a contact notices: `welcome → bye: 10 → 12 days, +1 email`. Paths through cycles are not compared. */
export function contactEffects({ before, after, next, previous }: StepMatch): readonly string[] {
  const isStop = (step: Step | undefined): step is Step =>
    step !== undefined && (isEmail(step) || isTrigger(step));
  const then = legsOf(flowOf(before), (step) => {
    const other = next.get(step);
    return isStop(step) && isStop(other) ? other.index : undefined;
  });
  const now = legsOf(flowOf(after), (step) =>
    isStop(step) && isStop(previous.get(step)) ? step.index : undefined,
  );
  return [...now].flatMap(([name, leg]) => {
    const earlier = then.get(name);
    return earlier === undefined ? [] : describe(earlier, leg);
  });
}

/** @param nameOf of a stop; the same on both sides. */
function legsOf(flow: Flow, nameOf: (step: Step) => number | undefined): ReadonlyMap<string, Leg> {
  const legs = new Map<string, Leg>();
  for (const [at, from] of flow.order.entries()) {
    const start = nameOf(from);
    if (start === undefined) continue;
    const reached = new Map([[from, { time: NONE, mails: NONE }]]);
    const end = (to: Step | undefined, name: string, passed: Passed): void => {
      const known = legs.get(`${start} ${name}`);
      const joint = known === undefined ? passed : joinPassed(known, passed);
      legs.set(`${start} ${name}`, { from, to, ...joint });
    };
    for (const step of flow.order.slice(at)) {
      const passed = reached.get(step);
      if (passed === undefined) continue;
      const edges = flow.graph.outgoing(step).filter((edge) => flow.span(edge) !== undefined);
      if (edges.length === 0) end(undefined, 'end', passed);
      for (const edge of edges) {
        const to = flow.graph.target(edge) as Step;
        const time = add(passed.time, flow.span(edge) as TimeRange);
        const name = nameOf(to);
        if (name !== undefined) end(to, String(name), { time, mails: passed.mails });
        else {
          const next = { time, mails: isEmail(to) ? add(passed.mails, ONE) : passed.mails };
          const known = reached.get(to);
          reached.set(to, known === undefined ? next : joinPassed(known, next));
        }
      }
    }
  }
  return legs;
}

type Passed = Pick<Leg, 'time' | 'mails'>;
const NONE: TimeRange = { min: 0, max: 0 };
const ONE: TimeRange = { min: 1, max: 1 };

const add = (a: TimeRange, b: TimeRange): TimeRange => ({ min: a.min + b.min, max: a.max + b.max });
const joinRanges = (a: TimeRange, b: TimeRange): TimeRange => ({
  min: Math.min(a.min, b.min),
  max: Math.max(a.max, b.max),
});
const joinPassed = (a: Passed, b: Passed): Passed => ({
  time: joinRanges(a.time, b.time),
  mails: joinRanges(a.mails, b.mails),
});
const isSame = (a: TimeRange, b: TimeRange): boolean => a.min === b.min && a.max === b.max;

function describe(then: Leg, { from, to, time, mails }: Leg): readonly string[] {
  const changes = [
    ...(to === undefined || isSame(then.time, time) ? [] : [describeTimes(then.time, time)]),
    ...(isSame(then.mails, mails) ? [] : [describeMails(then.mails, mails)]),
  ];
  if (changes.length === 0) return [];
  const way = to === undefined ? `after ${nameOf(from)}` : `${nameOf(from)} → ${nameOf(to)}`;
  return [`${way}: ${changes.join(', ')}`];
}

// A step that an edge leads to or from has a key.
const nameOf = ({ key = '' }: Step): string => shortKey(key);

/** `10 → 12 days`. */
function describeTimes(then: TimeRange, now: TimeRange): string {
  const [before, after] = [formatRange(then), formatRange(now)];
  const [, amount, unit] = /^(\d+) ([a-z]+?)s?$/.exec(before) ?? [];
  const isSameUnit = unit !== undefined && new RegExp(`^\\d+ ${unit}s?$`).test(after);
  return isSameUnit ? `${amount} → ${after}` : `${before} → ${after}`;
}

function formatRange({ min, max }: TimeRange): string {
  const from = min === 0 ? 'at once' : formatDuration(min);
  if (min === max) return from;
  return max === Number.POSITIVE_INFINITY
    ? min === 0
      ? 'any time'
      : `${from} or more`
    : `${from} to ${formatDuration(max)}`;
}

function describeMails(then: TimeRange, now: TimeRange): string {
  const more = now.min - then.min;
  if (more !== now.max - then.max)
    return `${countOf(then)} → ${countOf(now)} other ${now.max === 1 ? 'email' : 'emails'}`;
  return `${more > 0 ? '+' : '−'}${pluralize(Math.abs(more), 'email')}`;
}

const countOf = ({ min, max }: TimeRange): string => (min === max ? `${min}` : `${min} to ${max}`);
