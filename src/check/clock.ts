import type { Linter } from '../lint/linter.ts';
import type { ActiveRule } from '../lint/settings.ts';
import type { DocumentRef } from '../model/nodes.ts';
import type { Intake } from './intake.ts';

/** What a run does, one after the other or by turns: its whole time is divided among these. */
export const PHASES = ['start', 'read', 'decode', 'check', 'threads', 'workspace', 'report'] as const;
export type Phase = (typeof PHASES)[number];

/** Where the time went, in milliseconds, and how much was read. Plain data: threads hand it over. */
export interface Spent {
  readonly phases: Readonly<Record<Phase, number>>;
  /** By id of the rule, estimated when there are many documents. */
  readonly rules: ReadonlyMap<string, number>;
  readonly documents: number;
  readonly bytes: number;
}

/** Takes the time of a run. Who is not asked for it has none, and pays nothing. */
export interface Clock {
  /** From now on the time is that of `phase`; returns the phase it was until now. */
  enter(phase: Phase): Phase;
  /** The same rules, whose hooks are timed. */
  ofRules(active: readonly ActiveRule[]): readonly ActiveRule[];
  ofLinter(linter: Linter): Linter;
  ofIntake(intake: Intake): Intake;
  /** Adds what another thread spent. */
  add(other: Spent): void;
  spent(): Spent;
}

const HOOKS = ['document', 'event', 'workflow', 'facts', 'workspace'] as const;
type Hook = (context: unknown, second: unknown, options: unknown) => unknown;

// Looking at the clock costs more than most hooks do. So many documents are timed all the same, and then one of so many:
// an odd number, for files in which two kinds take turns.
const TIMED = 1000;
const SAMPLE = 7;

/**
 * @param now milliseconds, as `performance.now()` tells them.
 * @param since when the run started, if that was before.
 */
export function startClock(now: () => number, since = now()): Clock {
  const phases = Object.fromEntries(PHASES.map((phase) => [phase, 0])) as Record<Phase, number>;
  const rules = new Map<string, { ms: number }>();
  const look = costOfLooking(now);
  let [documents, parts, bytes] = [0, 0, 0];
  let weight = 1;
  let phase: Phase = 'start';
  let last = since;

  const enter = (next: Phase): Phase => {
    const time = now();
    phases[phase] += time - last;
    last = time;
    const before = phase;
    phase = next;
    return before;
  };
  const within = <A extends readonly unknown[]>(next: Phase, run: (...given: A) => void): ((...given: A) => void) => {
    return (...given) => {
      const before = enter(next);
      try {
        run(...given);
      } finally {
        enter(before);
      }
    };
  };
  const timed = (hook: Hook, sum: { ms: number }): Hook => {
    return (context, second, options) => {
      if (weight === 0) return hook(context, second, options);
      const start = now();
      try {
        const given = hook(context, second, options);
        // A fact that is made later, if at all.
        return typeof given === 'function' ? timed(given as Hook, sum) : given;
      } finally {
        sum.ms += Math.max(0, now() - start - look) * weight;
      }
    };
  };
  const count = ({ start, end, part }: DocumentRef): void => {
    weight = parts < TIMED ? 1 : parts % SAMPLE === 0 ? SAMPLE : 0;
    parts++;
    if (part === undefined || 'text' in part) documents++;
    bytes += part !== undefined && 'text' in part ? part.text.length : end - start;
  };

  return {
    enter(next) {
      // Over the whole workspace each hook runs once.
      weight = 1;
      return enter(next);
    },
    ofRules: (active) =>
      active.map(({ rule, ...setting }) => {
        const sum = { ms: 0 };
        rules.set(rule.id, sum);
        const hooks = HOOKS.flatMap((name) => (rule[name] === undefined ? [] : [[name, timed(rule[name] as Hook, sum)] as const]));
        return { ...setting, rule: { ...rule, ...Object.fromEntries(hooks) } };
      }),
    ofLinter: (linter) => ({ ...linter, add: within('check', linter.add) }),
    ofIntake: ({ take, tally }) => {
      const timedTake = within('decode', take);
      return {
        tally,
        take(source, from) {
          count(source.ref);
          timedTake(source, from);
        },
      };
    },
    add(other) {
      for (const name of PHASES) phases[name] += other.phases[name];
      for (const [id, ms] of other.rules) (rules.get(id) as { ms: number }).ms += ms;
      documents += other.documents;
      bytes += other.bytes;
    },
    spent() {
      enter(phase);
      return { phases: { ...phases }, rules: new Map([...rules].map(([id, { ms }]) => [id, ms])), documents, bytes };
    },
  };
}

/** Milliseconds that pass between two looks at the clock with nothing in between: the least of many. */
function costOfLooking(now: () => number): number {
  let least = Infinity;
  for (let i = 0; i < 500; i++) {
    const start = now();
    least = Math.min(least, now() - start);
  }
  return least;
}
