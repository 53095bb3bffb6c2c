import yargs, { type Argv } from 'yargs';
import { plural, quote } from '../core/model/text.ts';
import { TOOL } from '../core/report/tool.ts';
import { EXIT } from '../node/exit-code.ts';
import { columnsOf, terminalOf } from '../node/streams.ts';
import { UserError } from '../node/user-error.ts';
import { type Command, describeTo, wordsOf } from './command.ts';
import { diff } from './commands/diff.ts';
import { explain } from './commands/explain.ts';
import { graph } from './commands/graph.ts';
import { init } from './commands/init.ts';
import { lint } from './commands/lint.ts';
import { lsp } from './commands/lsp.ts';
import { mcp } from './commands/mcp.ts';
import { merge } from './commands/merge.ts';
import { playground } from './commands/playground.ts';
import { pull } from './commands/pull.ts';
import { record } from './commands/record.ts';
import { simulate } from './commands/simulate.ts';
import { types } from './commands/types.ts';
import { reportFailure } from './failure.ts';
import { beforeDashes, checkFirstWord, checkFlags, flag, oneOf } from './options.ts';

const COMMANDS: readonly Command[] = [
  lint,
  explain,
  merge,
  init,
  pull,
  diff,
  simulate,
  graph,
  record,
  types,
  lsp,
  mcp,
  playground,
];

const NAMES = [...COMMANDS.map(({ name }) => name), 'completion'];

const COMMON = { color: flag('colour, whatever the terminal says; --no-color: none') };
const BUILT_IN = { help: { boolean: true, alias: 'h' }, version: { boolean: true, alias: 'V' } };

/** Of the program, without a command; the last is what the script of completion asks. */
const WITHOUT = ['--help', '-h', '--version', '-V', '--get-yargs-completions'];

const EXIT_CODES =
  'Exit codes: 0 nothing to fail on · 1 findings · 2 could not run · 3 incomplete answer';

/** Runs one command line; returns the exit code. */
export async function main(given: readonly string[]): Promise<number | undefined> {
  const words = expand(given);
  const command = COMMANDS.find(({ name }) => name === words[0]);
  try {
    if (command !== undefined) checkFlags(words, { ...command.options, ...COMMON, ...BUILT_IN });
    return await parse(words, command);
  } catch (error) {
    const own = beforeDashes(words);
    await reportFailure(error, formatIn(own), colorIn(own));
    return EXIT.failed;
  }
}

/** As `COMMAND --help` and `-f json`. The help and the version of the program have no command. */
function expand(given: readonly string[]): readonly string[] {
  const { length } = beforeDashes(given);
  // To yargs, `-fjson` is five flags.
  const words = given.flatMap((word, i) =>
    i < length && /^-[cf]./.test(word) ? [word.slice(0, 2), word.slice(2).replace(/^=/, '')] : word,
  );
  const [first = ''] = words;
  if (first === 'help') return [...words.slice(1, 2), '--help'];
  // `lint` needs no name.
  return [...NAMES, ...WITHOUT].includes(first) ? words : ['lint', ...words];
}

/** @param own the command of the words: the others are for the help and for completion. */
async function parse(words: readonly string[], own?: Command): Promise<number | undefined> {
  const program = (yargs(words) as Argv & { usageConfiguration(given: object): Argv })
    .usageConfiguration({ 'hide-types': true })
    .scriptName('edgewise')
    .parserConfiguration({
      'camel-case-expansion': false,
      'dot-notation': false,
      'populate--': true,
      'parse-numbers': false,
      'parse-positional-numbers': false,
      'strip-aliased': true,
    })
    .detectLocale(false)
    .exitProcess(false)
    .fail(false);
  if (own !== undefined) describeTo(program, own);
  else {
    for (const command of COMMANDS)
      program.command(command.name, command.describe, (argv) => describeTo(argv, command));
    program.completion('completion', 'print a script that completes words').epilogue(EXIT_CODES);
  }
  program
    .options(COMMON)
    .help()
    .alias('help', 'h')
    .version(TOOL.version)
    .alias('version', 'V')
    .wrap(columnsOf(terminalOf('stdout')));
  if (own === undefined) checkWithout(words);
  const argv = await program.parseAsync();
  // yargs has printed the help, the version or what a shell asks for.
  if (own === undefined || argv['help'] || argv['version']) return EXIT.clean;
  checkWords(own, wordsOf(argv));
  return own.run(argv);
}

/** Of a command line whose first word is no command with flags. */
function checkWithout([first = '', ...words]: readonly string[]): void {
  if (!WITHOUT.includes(first)) oneOf('command', first, NAMES, 'commands');
  const [extra] = words.filter((word) => !WITHOUT.includes(word));
  if (first === 'completion' && extra !== undefined)
    throw new UserError(`completion takes no argument, but got ${quote(extra)}`, 'leave it out');
}

function checkWords({ name, usage, mostWords }: Command, words: readonly string[]): void {
  if (words.includes(''))
    throw new UserError('an argument is empty', 'leave it out, or set the variable it comes from');
  const extra = mostWords === undefined ? undefined : words[mostWords];
  const taken = mostWords === 0 ? 'no argument' : plural(mostWords ?? 1, 'argument');
  if (extra !== undefined)
    throw new UserError(
      `${name} takes ${taken}, but got ${quote(extra)}`,
      `usage: ${usage.split('\n', 1)[0]}`,
    );
  if (name === 'lint') checkFirstWord(words, NAMES);
}

const colorIn = (words: readonly string[]): boolean | undefined =>
  words.includes('--no-color') ? false : words.includes('--color') || undefined;

/** The report that standard output waits for, of a command line that may be wrong. */
const formatIn = (words: readonly string[]): string | undefined =>
  words
    .flatMap((word, i) =>
      word === '-f' || word === '--format'
        ? (words[i + 1] ?? [])
        : word.split('--format=').slice(1),
    )
    .find((each) => !each.includes('='));
