import yargs, { type Argv } from 'yargs';
import type { Command } from '../command.ts';
import { spelling } from '../run/flag.ts';

const EXIT_CODES =
  'Exit codes: 0 nothing to fail on · 1 findings · 2 could not run or read something · 3 incomplete answer';

/** A command as yargs describes it: for its help and its completion. A run does without, as yargs takes long to load. */
export function buildCommand(
  { name, summary, positionals, flags, examples = [] }: Command,
  usage = `${usageOf({ name, positionals })}\n\n${summary}`,
): Argv {
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
    .wrap(80)
    .usage(usage)
    .options(Object.fromEntries(options))
    .epilogue(EXIT_CODES);
  // In columns, command lines would be wrapped.
  for (const [line, does] of examples) builder.example(`# ${does}`, '').example(line, '');
  return builder;
}

/** The first command, which needs no name, and the list of all of them. */
export function buildProgram(commands: readonly Command[]): Argv {
  const [lint] = commands as readonly [Command];
  const builder = buildCommand(
    lint,
    `edgewise ${lint.positionals.join(' ')}

edgewise finds what is wrong in email-automation workflows before a contact does.

edgewise help COMMAND shows the flags of a command; those below are of lint, which needs no name.`,
  );
  for (const each of commands)
    builder.command(usageOf(each).replace('edgewise ', ''), each.summary);
  return builder;
}

const usageOf = ({ name, positionals }: Pick<Command, 'name' | 'positionals'>): string =>
  ['edgewise', name, ...positionals].join(' ');
