import yargs from 'yargs';
import { nearest } from '../model/nearest.ts';
import { UserError } from './user-error.ts';

export type Command = 'lint' | 'rules' | 'explain';

/** The command line as given: names checked against what exists, values not yet. */
export interface Args {
  readonly command: Command;
  readonly positional: readonly string[];
  readonly format: readonly string[];
  readonly preset?: string;
  readonly rule: readonly string[];
  readonly only: readonly string[];
  readonly failOn: string;
  readonly maxWarnings?: string;
  readonly quiet: boolean;
  readonly allowEmpty: boolean;
  readonly events: readonly string[];
  readonly status?: string;
  readonly workflow: readonly string[];
  readonly stdinFilename?: string;
  readonly color?: boolean;
}

/** Text to print instead of running: `--help` or `--version`. */
export interface Printed {
  readonly print: string;
}

const text = { type: 'string', requiresArg: true, nargs: 1 } as const;

const WHAT = 'What to check:';
const HOW = 'How to report:';

const FLAGS = {
  format: { ...text, alias: 'f', group: HOW, description: 'NAME or NAME=FILE; repeatable. text (default), compact, json, sarif' },
  quiet: { type: 'boolean', group: HOW, description: 'show errors only; the counts stay the same' },
  color: { type: 'boolean', group: HOW, description: 'colour, whatever the terminal says; --no-color for none' },
  preset: { ...text, group: WHAT, description: 'correctness, recommended (default) or strict' },
  rule: { ...text, group: WHAT, description: 'ID=error|warning|info|off; repeatable' },
  only: { ...text, group: WHAT, description: 'run this rule and no other; repeatable' },
  events: { ...text, group: WHAT, description: 'where the event definitions are, or none; repeatable' },
  status: { ...text, group: WHAT, description: 'only workflows that are enabled, or disabled' },
  workflow: { ...text, group: WHAT, description: 'only the workflow of this id or name; repeatable' },
  'stdin-filename': { ...text, group: WHAT, description: 'what to call standard input in the report' },
  'fail-on': { ...text, group: 'When to fail:', description: 'error (default), warning, info or never' },
  'max-warnings': { ...text, group: 'When to fail:', description: 'more warnings than this fail as well' },
  'allow-empty': { type: 'boolean', group: 'When to fail:', description: 'finding nothing to check is no failure' },
} as const;

const COMMANDS = ['lint', 'rules', 'explain'] as const satisfies readonly Command[];

const USAGE = `edgewise finds what is wrong in email-automation workflows before a contact does.

  edgewise [paths…]        check files, folders and globs; - is standard input; no path: this folder
  edgewise rules           list the rules (-f json: for programs)
  edgewise explain RULE    what a rule finds, why it matters, how to put it right`;

/** Reads the command line. Throws UserError for a flag that does not exist, with the nearest that does. */
export async function parseArgs(argv: readonly string[], version: string): Promise<Args | Printed> {
  const parser = yargs([...argv])
    .scriptName('edgewise')
    .locale('en')
    .usage(USAGE)
    .options(FLAGS)
    .example('edgewise workflows/ events.json', 'check an export')
    .example('edgewise . -f text -f sarif=edgewise.sarif', 'a report to read, and one for code scanning')
    .example('edgewise explain dangling-edge', 'learn about a finding')
    .epilogue('Exit codes: 0 nothing to fail on · 1 findings · 2 could not run, or could not read something · 3 incomplete answer')
    .version(false)
    .help(false)
    .option('help', { type: 'boolean', alias: 'h', description: 'show this' })
    .option('version', { type: 'boolean', alias: 'V', description: 'show the version' })
    .parserConfiguration({ 'camel-case-expansion': false, 'parse-numbers': false, 'parse-positional-numbers': false, 'dot-notation': false })
    .wrap(100)
    .exitProcess(false)
    .fail((message: string, error: Error | undefined) => {
      throw error ?? new UserError(message, 'see edgewise --help');
    });

  const parsed: Record<string, unknown> = await parser.parseAsync();
  if (parsed['version'] === true) return { print: `${version}\n` };
  if (parsed['help'] === true) return { print: `${await parser.getHelp()}\n` };
  rejectUnknown(parsed);
  const words = list(parsed['_']);
  const named = COMMANDS.find((command) => command === words[0]);
  const command = named ?? 'lint';
  const positional = named === undefined ? words : words.slice(1);
  return {
    command,
    positional,
    format: list(parsed['format']),
    rule: list(parsed['rule']),
    only: list(parsed['only']),
    failOn: last(parsed['fail-on']) ?? 'error',
    quiet: parsed['quiet'] === true,
    allowEmpty: parsed['allow-empty'] === true,
    events: list(parsed['events']),
    workflow: list(parsed['workflow']),
    ...optional('preset', last(parsed['preset'])),
    ...optional('maxWarnings', last(parsed['max-warnings'])),
    ...optional('status', last(parsed['status'])),
    ...optional('stdinFilename', last(parsed['stdin-filename'])),
    ...(typeof parsed['color'] === 'boolean' && { color: parsed['color'] }),
  };
}

function rejectUnknown(parsed: Record<string, unknown>): void {
  const known = new Set(['_', '$0', 'help', 'h', 'version', 'V', 'f', ...Object.keys(FLAGS)]);
  for (const name of Object.keys(parsed)) {
    if (known.has(name)) continue;
    const near = nearest(name, Object.keys(FLAGS));
    throw new UserError(`unknown flag ${name.length === 1 ? '-' : '--'}${name}`, near === undefined ? 'see edgewise --help' : `did you mean --${near}?`);
  }
}

/** The command a first path was probably meant to be. */
export function nearestCommand(name: string): string | undefined {
  return nearest(name, COMMANDS);
}

function optional<K extends string>(name: K, value: string | undefined): { [key in K]?: string } {
  return value === undefined ? {} : ({ [name]: value } as { [key in K]: string });
}

function list(value: unknown): readonly string[] {
  if (value === undefined) return [];
  return (Array.isArray(value) ? value : [value]).map(String);
}

const last = (value: unknown): string | undefined => list(value).at(-1);
