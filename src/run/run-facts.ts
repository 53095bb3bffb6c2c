import type { Config } from '../core/config/config.ts';
import type { RunInfo } from '../core/report/reporter.ts';
import { describeCheckout } from '../load/git.ts';
import type { SharedArgs } from './flags.ts';
import type { Runtime } from './runtime.ts';

interface FactsOf {
  readonly args: Partial<SharedArgs<'preset' | 'baseline'>>;
  readonly config: Config;
}

/** The facts about a run in reports. The variable SOURCE_DATE_EPOCH fixes the date, for reports with the same bytes. */
export function describeRun(
  { args, config }: FactsOf,
  { env, cwd, words, tool }: Runtime,
): RunInfo {
  return {
    date: formatDate(env['SOURCE_DATE_EPOCH']),
    ...describeCheckout(cwd(), env),
    preset: args.preset ?? config.preset ?? 'recommended',
    command: words && [tool.name, ...words.map(quote)].join(' '),
    baseline: args.baseline,
  };
}

function formatDate(epoch: string | undefined): string {
  const seconds = epoch !== undefined && /^\d{1,11}$/.test(epoch) ? Number(epoch) : undefined;
  const date = seconds === undefined ? new Date() : new Date(seconds * 1000);
  return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Quoted for a POSIX shell. */
const quote = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
