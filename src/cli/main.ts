import { existsSync } from 'node:fs';
import yargs, { type Argv } from 'yargs';
import { Parser } from 'yargs/helpers';
import pkg from '../../package.json' with { type: 'json' };
import { FORMATS } from '../core/report/formats.ts';
import { EXIT } from '../node/exit-code.ts';
import type { Target } from '../node/request.ts';
import { columnsOf, writeOut } from '../node/streams.ts';
import { UserError } from '../node/user-error.ts';
import { explain, runExplain } from './commands/explain.ts';
import { init, runInit } from './commands/init.ts';
import { lint, needsOldHouse, runLint } from './commands/lint.ts';
import { merge, runMerge } from './commands/merge.ts';
import { pull, runPull } from './commands/pull.ts';
import { reportFailure } from './failure.ts';
import { checkWords, flag, oneOf } from './options.ts';
import { packageFile } from './package-file.ts';

/** Commands that are not in the new house yet, with what they do. */
const OLD: ReadonlyMap<string, string> = new Map([
  ['diff', 'what differs between two exports'],
  ['graph', 'pictures of workflows, with their findings'],
  ['simulate', 'what one contact receives after an event'],
  ['record', 'run a program against a recorder, and check it'],
  ['types', 'TypeScript types of events'],
  ['lsp', 'a language server, on standard input and output'],
  ['mcp', 'read-only tools for agents'],
  ['playground', 'open the playground in a browser'],
]);

const COMMANDS = ['lint', 'explain', 'init', 'merge', 'pull', 'completion', ...OLD.keys()];

const COMMON = { color: flag('colour, whatever the terminal says; --no-color: none') };
const BUILT_IN = { help: { boolean: true, alias: 'h' }, version: { boolean: true, alias: 'V' } };

/** What the script of completion asks. */
const ASK = '--get-yargs-completions';

const EXIT_CODES =
  'Exit codes: 0 nothing to fail on · 1 findings · 2 could not run · 3 incomplete answer';

/** Runs one command line; returns the exit code. */
export async function main(given: readonly string[]): Promise<number | undefined> {
  const [name = ''] = given;
  if (OLD.has(name === 'help' ? (given[1] ?? '') : name)) return runOld();
  const end = given.includes('--') ? given.indexOf('--') : given.length;
  // To yargs, `-fjson` is five flags.
  const typed = given.flatMap((word, i) =>
    i < end && /^-[cf]./.test(word) ? [word.slice(0, 2), word.slice(2).replace(/^=/, '')] : word,
  );
  try {
    if (name === 'code' && !existsSync(name))
      throw new UserError(
        '"code" is no command: lint reads source files too',
        'write edgewise and the paths, such as edgewise src',
      );
    const words = name === 'help' ? helpWords(given[1]) : withCommand(typed);
    const options = OPTIONS.get(words[0] ?? '');
    if (options !== undefined) checkWords(words, { ...options, ...COMMON, ...BUILT_IN });
    return await parse(words);
  } catch (error) {
    await reportFailure(error, targetsIn(typed), colorIn(typed));
    return EXIT.failed;
  }
}

const OPTIONS = new Map(
  [lint, explain, merge, init, pull].map(({ command, options }) => [
    command.split(' ')[0],
    options,
  ]),
);

/** `lint` needs no name. The help and the version of the program belong to no command. */
function withCommand(words: readonly string[]): readonly string[] {
  const [first = ''] = words;
  const isOwn =
    COMMANDS.includes(first) || ['--help', '-h', '--version', '-V', ASK].includes(first);
  return isOwn ? words : ['lint', ...words];
}

async function parse(words: readonly string[]): Promise<number | undefined> {
  let code: number | undefined = EXIT.clean;
  const program = (yargs(words) as Argv & { usageConfiguration(given: object): Argv })
    .usageConfiguration({ 'hide-types': true })
    .scriptName('edgewise')
    .parserConfiguration({
      'camel-case-expansion': false,
      'dot-notation': false,
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'strip-aliased': true,
    })
    .detectLocale(false)
    .exitProcess(false)
    .fail(false)
    .command({
      ...lint,
      handler: async (argv) => {
        code = await (needsOldHouse(argv) ? runOld() : runLint(argv, COMMANDS));
      },
    })
    .command({
      ...explain,
      handler: async (argv) => {
        code = await runExplain(argv);
      },
    })
    .command({
      ...merge,
      handler: async (argv) => {
        code = await runMerge(argv);
      },
    })
    .command({
      ...init,
      handler: async () => {
        code = await runInit();
      },
    })
    .command({
      ...pull,
      handler: async (argv) => {
        code = await runPull(argv);
      },
    });
  for (const [name, describe] of OLD) program.command(name, describe);
  program
    .completion('completion', 'print a script that completes words')
    .options(COMMON)
    .help()
    .alias('help', 'h')
    .version(pkg.version)
    .alias('version', 'V')
    .epilogue(EXIT_CODES)
    .wrap(columnsOf(process.stdout));
  let output = '';
  if (isCompletion(words)) await program.parseAsync();
  else
    await program.parseAsync([...words], {}, (_error, _argv, printed) => {
      output = printed;
    });
  if (output !== '') await writeOut([`${output}\n`]);
  return code;
}

/** `help COMMAND` is `COMMAND --help`. */
function helpWords(command: string | undefined): readonly string[] {
  if (command === undefined) return ['--help'];
  return [oneOf('command', command, COMMANDS, 'commands'), '--help'];
}

/** Of the script for a shell, and of the questions that it asks. yargs prints both at once. */
const isCompletion = (words: readonly string[]): boolean =>
  words[0] === 'completion' || words[0] === ASK;

/** The whole command line, by the old house, which sets the exit code of the process. */
async function runOld(): Promise<undefined> {
  await import(packageFile('dist/old.js').href);
  return undefined;
}

const colorIn = (words: readonly string[]): boolean | undefined =>
  words.includes('--no-color') ? false : words.includes('--color') || undefined;

/** The reports asked for by a command line that may be wrong. */
function targetsIn(words: readonly string[]): readonly Target[] {
  const { format } = Parser([...words], { string: ['format'], alias: { format: ['f'] } });
  const all = [format ?? []].flat().map((given): Target => {
    const [name = '', ...file] = String(given).split('=');
    return file.length === 0 ? { format: name } : { format: name, file: file.join('=') };
  });
  const first = all.find(({ file }) => file === undefined);
  return all.filter((each) => FORMATS.has(each.format) && (each.file || each === first));
}
