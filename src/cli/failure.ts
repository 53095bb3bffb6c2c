import { escapeText } from '../report/escape.ts';
import { FORMATS } from '../report/formats.ts';
import { abridgeWords } from '../report/words.ts';
import { COMMANDS } from './args.ts';
import { wantsColor } from './color.ts';
import { EXIT } from './exit-code.ts';
import { isMachineFormat, type ReportTarget } from './formats.ts';
import type { Program } from './main.ts';
import { writeStream } from './output.ts';
import { OutputError, UserError } from './user-error.ts';

/** Says why a run did not come about: to a person, and in every report that was asked for. Returns the exit code. */
export async function tellFailure(error: unknown, argv: readonly string[], program: Program): Promise<number> {
  const known = error instanceof UserError;
  const message = known ? error.message : `edgewise itself failed: ${error instanceof Error ? error.message : String(error)}`;
  const hint = known ? error.hint : 'this is a fault of edgewise, not of your workflows; please report it';
  const details = known ? error.details : [];
  const more = hint === undefined ? details : [...details, hint];
  const bold = wantsColor({ env: program.env, isTTY: program.stderr.isTTY === true })
    ? (text: string) => `\u001b[31m${text}\u001b[39m`
    : (text: string) => text;
  // A report that could not be written leaves the old one and the others as they are.
  const targets = error instanceof OutputError ? targetsIn(argv).filter(({ file }) => file === undefined) : targetsIn(argv);
  const ways = [
    () =>
      writeStream(program.stderr, [
        `${bold('edgewise:')} ${escapeText(abridgeWords(message))}\n`,
        ...more.map((line) => `          ${escapeText(abridgeWords(line))}\n`),
      ]),
    ...targets.map((target) => async () => (await import('./conclude.ts')).reportFailure(target, [message, ...details].join('; '), program)),
  ];
  for (const tell of ways) {
    try {
      await tell();
    } catch {
      // What can be written to is told; at the worst, the exit code is all there is.
    }
  }
  return EXIT.failed;
}

/**
 * The reports of a command line which may itself be what is wrong: so that stdout holds what it was promised to hold, and
 * no file of an earlier run is taken for the report of this one.
 */
function targetsIn(argv: readonly string[]): readonly ReportTarget[] {
  if (COMMANDS.some((command) => !LIKE_LINT.includes(command) && argv.includes(command))) return [];
  const targets: ReportTarget[] = [];
  for (const [i, word] of argv.entries()) {
    const given = word === '-f' || word === '--format' ? argv[i + 1] : /^(?:-f|--format=)(.+)$/.exec(word)?.[1];
    const [, format = '', file] = /^([a-z]+)(?:=(.+))?$/.exec(given ?? '') ?? [];
    const isWanted = file !== undefined ? FORMATS.has(format) : isMachineFormat(format) && !targets.some((target) => target.file === undefined);
    if (isWanted) targets.push({ format, file });
  }
  return targets;
}

// The formats of other commands are others, or have files of their own.
const LIKE_LINT: readonly string[] = ['lint', 'merge'];
