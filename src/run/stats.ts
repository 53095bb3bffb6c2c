import type { ActiveRule } from '../core/lint/settings.ts';
import { count } from '../core/model/duration.ts';
import type { Result } from '../core/model/finding.ts';
import type { DocumentRef } from '../core/model/nodes.ts';
import { escapeText } from '../core/report/escape.ts';

/** What `--stats` prints. */
interface Stats {
  readonly clock: Clock;
  /** @param memory the most the process took, in bytes. */
  print(result: Result, memory: number): Iterable<string>;
}

/** Begins to count. The time since the process began is counted, too. */
export function startStats(): Stats {
  const clock = startClock(() => performance.now(), 0);
  return {
    clock,
    print: (result, memory) =>
      printStats(clock.spent(), result, { elapsed: performance.now(), memory }),
  };
}

const LABELS: Readonly<Record<Phase, string>> = {
  start: 'start, and read the configuration',
  read: 'find and read',
  decode: 'parse and decode',
  check: 'graphs and rules',
  workspace: 'rules over the whole',
  findings: 'locate and sort findings',
  report: 'report',
};
const MAX_RULES = 10;
const MAX_CRASHES = 10;

export function* printStats(
  { documents, bytes, phases, rules, crashes }: Spent,
  { summary, findings, skipped }: Pick<Result, 'summary' | 'findings' | 'skipped'>,
  { elapsed, memory }: { readonly elapsed: number; readonly memory: number },
): Iterable<string> {
  const { sources, workflows, steps, edges, events } = summary;
  const found = new Map<string, number>();
  for (const { rule } of findings) found.set(rule, (found.get(rule) ?? 0) + 1);
  const all = PHASES.reduce((sum, phase) => sum + phases[phase], 0);
  const share = (ms: number): string => `${((100 * ms) / all).toFixed(1)} %`.padStart(8);

  const read =
    documents === 0
      ? []
      : [count(documents - skipped.length, 'document'), `${size(bytes)} of JSON`];
  yield `\nchecked: ${[count(sources, 'source'), ...read].join(', ')}\n`;
  yield `         ${[count(workflows, 'workflow'), count(steps, 'step'), count(edges, 'edge'), count(events, 'event')].join(', ')}\n`;
  yield `time:    ${time(elapsed)}\n`;
  yield `memory:  ${size(memory)} at most\n\n`;
  for (const phase of PHASES) yield row(LABELS[phase], time(phases[phase]), share(phases[phase]));

  const dearest = [...rules].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  const sum = dearest.reduce((total, [, ms]) => total + ms, 0);
  yield `\n${row(count(rules.size, 'rule'), time(sum), share(sum), 'findings')}`;
  for (const [id, ms] of dearest.slice(0, MAX_RULES))
    yield row(`  ${escapeText(id)}`, time(ms), share(ms), String(found.get(id) ?? 0));
  for (const stack of new Set(crashes.slice(0, MAX_CRASHES)))
    yield `\n${stack.split('\n').map(escapeText).join('\n')}\n`;
}

const row = (name: string, ms: string, part: string, more = ''): string =>
  `${name.padEnd(40)}${ms.padStart(12)}${part}${more.padStart(more === '' ? 0 : 10)}\n`;

const size = (bytes: number): string =>
  bytes < 1e6
    ? `${(bytes / 1e3).toFixed(1)} KB`
    : `${(bytes / 1e6).toFixed(bytes < 1e8 ? 1 : 0)} MB`;

const time = (ms: number): string => `${ms.toFixed(ms < 100 ? 2 : 0)} ms`;

/** What a run does by turns: its whole time is divided among these. */
export const PHASES = [
  'start',
  'read',
  'decode',
  'check',
  'workspace',
  'findings',
  'report',
] as const;
type Phase = (typeof PHASES)[number];

/** Where the time went, in milliseconds, and how much was read. */
interface Spent {
  readonly phases: Readonly<Record<Phase, number>>;
  readonly rules: ReadonlyMap<string, number>;
  readonly documents: number;
  readonly bytes: number;
  /** Stacks of errors that rules threw. */
  readonly crashes: readonly string[];
}

/** Takes the time of a run. A run without a clock costs nothing. */
export interface Clock {
  /** From now on the time is that of `phase`; returns the phase it was until now. */
  enter(phase: Phase): Phase;
  countDocument(ref: DocumentRef): void;
  /** The same rules, whose hooks are timed. */
  timeRules(active: readonly ActiveRule[]): readonly ActiveRule[];
  spent(): Spent;
}

const HOOKS = ['document', 'event', 'call', 'workflow', 'facts', 'workspace'] as const;
type Hook = (context: unknown, second: unknown, options: unknown) => unknown;

/**
 * @param now milliseconds, as `performance.now()` gives them.
 * @param since when the run started, if that was before.
 */
export function startClock(now: () => number, since = now()): Clock {
  const phases = Object.fromEntries(PHASES.map((phase) => [phase, 0])) as Record<Phase, number>;
  const rules = new Map<string, { ms: number }>();
  const cost = costOfReading(now);
  const crashes: string[] = [];
  let [documents, bytes] = [0, 0];
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
  // Rules share facts by sharing the function, so the same function stays one. Its time is that of the first rule with it.
  const wrapped = new Map<Hook, Hook>();
  const timed = (hook: Hook, sum: { ms: number }): Hook => {
    const known = wrapped.get(hook);
    if (known !== undefined) return known;
    const wrapper: Hook = (context, second, options) => {
      const start = now();
      try {
        return hook(context, second, options);
      } catch (error) {
        crashes.push(error instanceof Error ? (error.stack ?? error.message) : String(error));
        throw error;
      } finally {
        sum.ms += Math.max(0, now() - start - cost);
      }
    };
    wrapped.set(hook, wrapper);
    return wrapper;
  };

  return {
    enter,
    countDocument({ start, end }) {
      documents++;
      bytes += end - start;
    },
    timeRules: (active) =>
      active.map(({ rule, ...setting }) => {
        const sum = { ms: 0 };
        rules.set(rule.id, sum);
        const hooks = HOOKS.flatMap((name) =>
          rule[name] === undefined ? [] : [[name, timed(rule[name] as Hook, sum)] as const],
        );
        return { ...setting, rule: { ...rule, ...Object.fromEntries(hooks) } };
      }),
    spent() {
      enter(phase);
      return {
        phases: { ...phases },
        rules: new Map([...rules].map(([id, { ms }]) => [id, ms])),
        documents,
        bytes,
        crashes,
      };
    },
  };
}

/** Milliseconds between two readings of the clock with nothing in between: the least of many. */
function costOfReading(now: () => number): number {
  let least = Infinity;
  for (let i = 0; i < 500; i++) {
    const start = now();
    least = Math.min(least, now() - start);
  }
  return least;
}
