import { resourceUsage } from 'node:process';
import type { Result } from '../core/model/finding.ts';
import { pluralize } from '../core/model/text.ts';
import { escapeText } from '../core/report/escape.ts';
import { PHASES, type Phase, type Spent, startClock } from './clock.ts';

/** The output of `--stats`. */
export type Stats = ReturnType<typeof startStats>;

/** Starts to count. The time since the process started is included. */
export function startStats() {
  const clock = startClock(() => performance.now(), 0);
  return {
    clock,
    print: (result: Result): Iterable<string> =>
      printStats(clock.spent(), result, {
        elapsed: performance.now(),
        memory: resourceUsage().maxRSS * 1024,
      }),
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

export function* printStats(
  { documents, bytes, phases, rules, shared, crashes }: Spent,
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
      : [pluralize(documents - skipped.length, 'document'), `${size(bytes)} of JSON`];
  yield `\nchecked: ${[pluralize(sources, 'source'), ...read].join(', ')}\n`;
  yield `         ${[pluralize(workflows, 'workflow'), pluralize(steps, 'step'), pluralize(edges, 'edge'), pluralize(events, 'event')].join(', ')}\n`;
  yield `time:    ${time(elapsed)}\n`;
  yield `memory:  ${size(memory)} at most\n\n`;
  for (const phase of PHASES) yield row(LABELS[phase], time(phases[phase]), share(phases[phase]));

  const slowest = [...rules, ...shared].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1));
  const sum = slowest.reduce((total, [, ms]) => total + ms, 0);
  yield `\n${row(pluralize(rules.size, 'rule'), time(sum), share(sum), 'findings')}`;
  for (const [id, ms] of slowest.slice(0, 10))
    yield row(
      `  ${escapeText(id)}`,
      time(ms),
      share(ms),
      shared.has(id) ? '' : String(found.get(id) ?? 0),
    );
  for (const stack of new Set(crashes.slice(0, 10)))
    yield `\n${stack.split('\n').map(escapeText).join('\n')}\n`;
}

const row = (name: string, ms: string, part: string, more = ''): string =>
  `${name.padEnd(40)}${ms.padStart(12)}${part}${more.padStart(more === '' ? 0 : 10)}\n`;

const size = (bytes: number): string =>
  bytes < 1e6
    ? `${(bytes / 1e3).toFixed(1)} KB`
    : `${(bytes / 1e6).toFixed(bytes < 1e8 ? 1 : 0)} MB`;

const time = (ms: number): string => `${ms.toFixed(ms < 100 ? 2 : 0)} ms`;
