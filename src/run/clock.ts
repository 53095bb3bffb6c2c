import type { ActiveRule } from '../core/lint/settings.ts';
import { groupBy } from '../core/model/groups.ts';
import type { DocumentRef } from '../core/model/nodes.ts';

/** The phases of a run. Its total time is the sum of these. */
export const PHASES = [
  'start',
  'read',
  'decode',
  'check',
  'workspace',
  'findings',
  'report',
] as const;
export type Phase = (typeof PHASES)[number];

/** Measures the time of a run. A run without a clock has no overhead. */
export type Clock = ReturnType<typeof startClock>;
/** Times in milliseconds, and the amount of input. */
export type Spent = ReturnType<Clock['spent']>;

const HOOKS = [
  'document',
  'event',
  'call',
  'workflow',
  'summarize',
  'workspace',
  'compare',
] as const;
type Hook = (context: unknown, second: unknown, options: unknown) => unknown;

/**
 * @param now milliseconds, as returned by `performance.now()`.
 * @param since start of the run, if earlier.
 */
export function startClock(now: () => number, since = now()) {
  const phases = Object.fromEntries(PHASES.map((phase) => [phase, 0])) as Record<Phase, number>;
  const rules: Times = new Map();
  const shared: Times = new Map();
  const crashes: string[] = [];
  let [documents, bytes] = [0, 0];
  let phase: Phase = 'start';
  let last = since;

  /** Starts a phase; returns the previous one. */
  const enter = (next: Phase): Phase => {
    const time = now();
    phases[phase] += time - last;
    last = time;
    const before = phase;
    phase = next;
    return before;
  };
  return {
    enter,
    countDocument({ start, end }: DocumentRef): void {
      documents++;
      bytes += end - start;
    },
    /** The same rules with timed hooks. */
    timeRules: (active: readonly ActiveRule[]) =>
      timeHooks(active, now, { rules, shared, crashes }),
    spent() {
      enter(phase);
      return {
        phases: { ...phases },
        rules: new Map([...rules].map(([id, { ms }]) => [id, ms])),
        /** Of summaries that several rules share: they are made once. By a phrase. */
        shared: new Map([...shared].map(([id, { ms }]) => [id, ms])),
        documents,
        bytes,
        /** Stacks of errors that rules threw. */
        crashes,
      };
    },
  };
}

type Times = Map<string, { ms: number }>;

function timeHooks(
  active: readonly ActiveRule[],
  now: () => number,
  { rules, shared, crashes }: { rules: Times; shared: Times; crashes: string[] },
): readonly ActiveRule[] {
  const cost = costOfReading(now);
  const timed =
    (hook: Hook, sum: { ms: number }): Hook =>
    (context, second, options) => {
      const start = now();
      try {
        return hook(context, second, options);
      } catch (error) {
        crashes.push(String(error instanceof Error ? error.stack : error));
        throw error;
      } finally {
        sum.ms += Math.max(0, now() - start - cost);
      }
    };
  // Rules share summaries by function identity, so a shared function is wrapped once.
  const wrapped = new Map<unknown, Hook>();
  for (const [summarize, sharing] of groupBy(active, ({ rule }) => rule.summarize as Hook)) {
    if (summarize === undefined || sharing.length === 1) continue;
    const sum = { ms: 0 };
    shared.set(`summaries of ${sharing[0]?.rule.id} and ${sharing.length - 1} more`, sum);
    wrapped.set(summarize, timed(summarize, sum));
  }
  return active.map(({ rule, ...setting }) => {
    const sum = { ms: 0 };
    rules.set(rule.id, sum);
    const hooks = HOOKS.flatMap((name) => {
      const hook = rule[name] as Hook | undefined;
      return hook === undefined ? [] : [[name, wrapped.get(hook) ?? timed(hook, sum)]];
    });
    return { ...setting, rule: { ...rule, ...Object.fromEntries(hooks) } };
  });
}

/** Milliseconds between two consecutive readings of the clock: the minimum of many. */
function costOfReading(now: () => number): number {
  let least = Infinity;
  for (let i = 0; i < 500; i++) {
    const start = now();
    least = Math.min(least, now() - start);
  }
  return least;
}
