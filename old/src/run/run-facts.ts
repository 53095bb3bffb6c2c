import type { Config } from '../core/config/config.ts';
import type { RunInfo } from '../core/report/reporter.ts';
import type { Request } from './flag.ts';
import type { SharedArgs } from './flags.ts';
import type { Runtime } from './runtime.ts';

interface FactsOf {
  readonly args: Partial<SharedArgs<'preset' | 'baseline'>> & Pick<Request, 'words'>;
  readonly config: Config;
  /** Given by the command that can make fixes. */
  readonly keepMadeFixes?: unknown;
}

/** The facts about a run in reports. The variable SOURCE_DATE_EPOCH fixes the date, for reports with the same bytes. */
export function describeRun(
  { args, config, keepMadeFixes }: FactsOf,
  { env, tool }: Runtime,
): RunInfo {
  const { words } = args;
  return {
    date: formatDate(env['SOURCE_DATE_EPOCH']),
    preset: args.preset ?? config.preset ?? 'recommended',
    command: [tool.name, ...words.map(quote)].join(' '),
    fix: keepMadeFixes === undefined ? undefined : fixCommand(words),
    baseline: args.baseline,
  };
}

/** What is checked and how, without the reports. */
function fixCommand(words: readonly string[]): string {
  const rest = words
    .slice(words[0] === 'lint' ? 1 : 0)
    .filter((word, i, all) => !FORMAT.test(word) && !/^(?:-f|--format)$/.test(all[i - 1] ?? ''));
  return ['edgewise lint', ...rest.map(quote)].join(' ');
}

/** Its value is in the same word, or is the next one. */
const FORMAT = /^(?:-f.*|--format(?:=.*)?)$/;

function formatDate(epoch: string | undefined): string {
  const seconds = epoch !== undefined && /^\d{1,11}$/.test(epoch) ? Number(epoch) : undefined;
  const date = seconds === undefined ? new Date() : new Date(seconds * 1000);
  return `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** Quoted for a POSIX shell. */
const quote = (word: string): string =>
  /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
