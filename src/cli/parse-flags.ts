import yargs from 'yargs';
import { nearest } from '../model/nearest.ts';
import type { Printed } from './args.ts';
import { FLAGS } from './flags.ts';
import { UserError } from './user-error.ts';

const USAGE = `edgewise finds what is wrong in email-automation workflows before a contact does.

  edgewise [paths…]        check files, folders and globs; - is standard input; no path: this folder
  edgewise --live          check the account behind the API key
  edgewise pull [dir]      write the account's workflows and events to files, for git (default: workflows)
  edgewise diff A B        what differs between two exports, or an export and the account (live), in what they mean
  edgewise graph [paths…]  pictures of workflows with their findings (-f mermaid, dot, svg); --events: which event starts what
  edgewise simulate EVENT  what one contact receives after an event, and when; --test runs *.sim.json
  edgewise serve PATH…     the service's read API over an export, for tests, on this machine only
  edgewise config [path]   the configuration in force, and where each value comes from (-f text, json)
  edgewise suppress ID…    silence findings by their fingerprints, with --reason TEXT
  edgewise init            write a configuration to start from, and show what goes into your CI
  edgewise completion      a script for the shell that completes commands, flags and rules
  edgewise merge BLOB…     the report of what several runs with --shard found out (files, or folders of *.blob)
  edgewise rules           list the rules (-f json: for programs)
  edgewise explain RULE    what a rule finds, why it matters, how to put it right`;

/** Reads flags into a record by their names. Throws UserError for one that does not exist, with the nearest that does. */
export async function parseFlags(argv: readonly string[], version: string): Promise<Record<string, unknown> | Printed> {
  rejectUnknown(argv);
  const parser = yargs(firstWord(argv) === 'graph' ? argv.map(bareEvents) : [...argv])
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
    .wrap(110)
    .exitProcess(false)
    .fail((message: string, error: Error | undefined) => {
      throw new UserError(explainUsage(message || String(error?.message)), 'see edgewise --help');
    });
  const parsed: Record<string, unknown> = await parser.parseAsync();
  if (parsed['version'] === true) return { print: `${version}\n` };
  if (parsed['help'] === true) return { print: `${await parser.getHelp()}\n` };
  return parsed;
}

// For `graph`, --events is a map of the events, and what follows is a path like any other, unless it says where they come from.
const bareEvents = (word: string, i: number, argv: readonly string[]): string =>
  word === '--events' && argv[i + 1] !== 'live' && argv[i + 1] !== 'none' ? '--events=' : word;

/** The first word that is neither a flag nor the value of one: the command, if it is one. */
function firstWord(argv: readonly string[]): string | undefined {
  const takesValue = (word: string): boolean =>
    Object.entries(FLAGS).some(([name, flag]) => flag.type === 'string' && (word === `--${name}` || ('alias' in flag && word === `-${flag.alias}`)));
  return argv.find((word, i) => !word.startsWith('-') && !takesValue(argv[i - 1] ?? ''));
}

// Before the library sees them: it has no list of its own to name the nearest from, and `--constructor` confuses it.
function rejectUnknown(argv: readonly string[]): void {
  const names = [...Object.keys(FLAGS), 'help', 'version'];
  for (const word of argv) {
    if (word === '--') return;
    const long = /^--(?:no-)?([^=]+)/.exec(word)?.[1];
    if (long !== undefined && !names.includes(long)) {
      const near = nearest(long, names);
      throw new UserError(`unknown flag --${long}`, near === undefined ? 'see edgewise --help' : `did you mean --${near}?`);
    }
    if (/^-[^-cfhoV]/.test(word)) throw new UserError(`unknown flag ${word.slice(0, 2)}`, 'see edgewise --help');
  }
}

function explainUsage(message: string): string {
  const flag = /^Not enough arguments following: (\S+)/.exec(message)?.[1];
  return flag === undefined ? message : `${flag.length === 1 ? '-' : '--'}${flag} needs a value`;
}
