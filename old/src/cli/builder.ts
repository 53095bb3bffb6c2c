import yargs, { type Argv } from 'yargs';
import type { Command } from '../command.ts';
import { truncate } from '../core/model/text.ts';
import { wrap } from '../core/report/words.ts';
import { spelling } from '../run/flag.ts';

const EXIT_CODES =
  'Exit codes: 0 nothing to fail on · 1 findings · 2 could not run or read something · 3 incomplete answer';

/** A command as yargs describes it, for its help. A run does without, as yargs takes long to load. */
function buildCommand({ flags, examples = [] }: Pick<Command, 'flags' | 'examples'>): Argv {
  const options = Object.entries(flags).map(([key, flag]) => [
    spelling(key),
    { group: 'Options:', ...flag },
  ]);
  const builder = yargs([])
    .scriptName('edgewise')
    .detectLocale(false)
    .exitProcess(false)
    .help(false)
    .version(false)
    .options(Object.fromEntries(options))
    .epilogue(EXIT_CODES);
  // In columns, command lines would be wrapped.
  for (const [line, does] of examples) builder.example(`# ${does}`, '').example(line, '');
  return builder;
}

interface HelpLayout {
  readonly width: number;
  /** All flags, of a command that has some for every day. */
  readonly all: boolean;
}

/** The help of a command. */
export function commandHelp(command: Command, layout: HelpLayout): Promise<string> {
  return print(command, [usageOf(command), '', ...wrap(command.summary, layout.width)], layout);
}

/** The help of the program: its commands, and the flags of the first, which needs no name. */
export function programHelp(commands: readonly Command[], layout: HelpLayout): Promise<string> {
  const [lint] = commands as readonly [Command];
  const about =
    'edgewise finds what is wrong in email-automation workflows before a contact does. edgewise COMMAND --help shows the flags of a command; those below are of lint, which needs no name.';
  const column = Math.max(...commands.map(({ name }) => name.length));
  const table = commands.map(({ name, summary }) => {
    // What follows is in the help of the command.
    const [short = ''] = summary.split(/; | \(/);
    return truncate(`  ${name.padEnd(column)}  ${short}`, layout.width);
  });
  const usage = ['edgewise', ...lint.positionals].join(' ');
  const lines = [usage, '', ...wrap(about, layout.width), '', 'Commands:', ...table];
  return print(lint, lines, layout);
}

async function print(
  { name, flags, daily, examples = [] }: Command,
  usage: readonly string[],
  { width, all }: HelpLayout,
): Promise<string> {
  const isShort = daily !== undefined && !all;
  const group = 'Options:';
  const shown = isShort
    ? Object.entries(flags).flatMap(([key, flag]) =>
        daily.includes(key) ? [[key, { ...flag, group }] as const] : [],
      )
    : Object.entries(flags);
  const builder = buildCommand({ flags: Object.fromEntries(shown), examples });
  const help = await builder.wrap(width).getHelp();
  const rest = `edgewise ${name} --help --all shows all ${Object.keys(flags).length} flags.`;
  return [...usage, ...(isShort ? ['', rest] : []), '', help].join('\n');
}

const usageOf = ({ name, positionals }: Pick<Command, 'name' | 'positionals'>): string =>
  ['edgewise', name, ...positionals].join(' ');
