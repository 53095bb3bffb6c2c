import { normalize } from 'node:path';
import type { Failure } from '../core/model/finding.ts';
import { truncate } from '../core/model/text.ts';
import { escapeText } from '../core/report/escape.ts';
import { FORMATS } from '../core/report/formats.ts';
import { type Palette, PLAIN_PALETTE, type Printer } from '../core/report/reporter.ts';
import { formatFailure, PLAIN_WIDTH } from '../core/report/words.ts';
import { errorCode } from '../load/source-error.ts';
import type { OutputStream, Runtime } from './runtime.ts';
import { OutputError, oneOf, UserError } from './user-error.ts';
import { explainWriteError, writeFileWhole } from './write-file.ts';

/** Flag > NO_COLOR (non-empty) > FORCE_COLOR (not 0 or false) > a terminal that is not dumb. */
export function wantsColor(
  color: boolean | undefined,
  { env }: Pick<Runtime, 'env'>,
  { isTTY }: OutputStream,
): boolean {
  if (color !== undefined) return color;
  if (env['NO_COLOR']) return false;
  const force = env['FORCE_COLOR'];
  if (force !== undefined) return force !== '0' && force !== 'false';
  return isTTY === true && env['TERM'] !== 'dumb';
}

/** The width of lines of text: that of the terminal, within limits, else 80. */
export function columnsOf({ isTTY, columns }: OutputStream): number {
  const isKnown = isTTY === true && columns !== undefined && columns > 0;
  return isKnown ? Math.min(Math.max(columns, 40), 120) : PLAIN_WIDTH;
}

const PIECE = 64 * 1024;

const listened = new WeakSet<OutputStream>();

/**
 * Writes to a stream and waits for each piece to be taken, so that nothing is lost on a slow pipe.
 * A closed pipe (`| head -1`) is not a failure; a full disk is.
 */
export async function writeStream(stream: OutputStream, chunks: Iterable<string>): Promise<void> {
  let gone = false;
  // Without a listener, the error of a closed pipe would be an uncaught exception.
  if (!listened.has(stream)) stream.on('error', () => {});
  listened.add(stream);
  const write = (piece: string) =>
    new Promise<void>((resolve, reject) => {
      stream.write(piece, (error) => {
        if (!error) return resolve();
        if (errorCode(error) !== 'EPIPE')
          return reject(new OutputError(`cannot write the report: ${explainWriteError(error)}`));
        gone = true;
        resolve();
      });
    });
  let pending = '';
  for (const chunk of chunks) {
    pending += chunk;
    if (pending.length < PIECE) continue;
    await write(pending);
    pending = '';
    if (gone) return;
  }
  if (pending !== '') await write(pending);
}

export async function writeFailures(
  failures: readonly Pick<Failure, 'source' | 'message'>[],
  { stderr }: Pick<Runtime, 'stderr'>,
): Promise<void> {
  await writeStream(stderr, failureNotes(failures));
}

/** Failures as lines of stderr, which names each of them; reports for people list the first. */
export const failureNotes = (
  failures: readonly Pick<Failure, 'source' | 'message'>[],
): readonly string[] => failures.map((each) => `edgewise: ${escapeText(formatFailure(each))}\n`);

/** One report to make: `-f NAME` goes to stdout, `-f NAME=FILE` to a file. */
export interface ReportTarget {
  readonly format: string;
  readonly file: string | undefined;
}

/** The part of a request about its reports. */
interface Outputs {
  readonly format: readonly ReportTarget[];
  readonly color?: boolean | undefined;
}

/** The reports asked for; the first of the known formats on stdout when none is. */
export function parseTargets(
  given: readonly string[],
  known: readonly string[],
): readonly ReportTarget[] {
  const targets = parseChosen(given, known);
  return targets.length === 0 ? [{ format: known[0] as string, file: undefined }] : targets;
}

/** The reports asked for. */
export function parseChosen(
  given: readonly string[],
  known: readonly string[],
): readonly ReportTarget[] {
  const targets = given.map((value) => parseTarget(value, known));
  const onStdout = targets.filter(({ file }) => file === undefined);
  if (onStdout.length > 1)
    throw new UserError(
      `only one report can go to standard output, not ${onStdout.map(({ format }) => format).join(' and ')}`,
      'give the others a file: -f NAME=FILE',
    );
  const files = targets.flatMap(({ file }) => (file === undefined ? [] : normalize(file)));
  const twice = files.find((file, i) => files.indexOf(file) < i);
  if (twice !== undefined) throw new UserError(`two reports cannot go to the same file "${twice}"`);
  return targets;
}

/** The reports of lint: text, or the one for language models when an agent runs the program. */
export async function chooseTargets(
  given: readonly ReportTarget[],
  runtime: Runtime,
): Promise<readonly ReportTarget[]> {
  if (given.length > 0) return given;
  const agent = await runtime.findAgent?.();
  if (agent === undefined) return [{ format: 'text', file: undefined }];
  const name = truncate(escapeText(agent), 40);
  await writeStream(runtime.stderr, [
    `edgewise: run by an agent (${name}), so the format is agent; -f text prints the report for people\n`,
  ]);
  return [{ format: 'agent', file: undefined }];
}

export function parseTarget(value: string, known: readonly string[]): ReportTarget {
  const [name = '', ...rest] = value.split('=');
  const format = oneOf('format', name, known, 'formats');
  if (rest.length === 0) return { format, file: undefined };
  const file = rest.join('=');
  if (file === '')
    throw new UserError(
      `no file given in -f ${value}`,
      `-f ${format} for standard output, -f ${format}=FILE for a file`,
    );
  return { format, file };
}

/** Formats for programs: stdout always contains one well-formed document. */
export const isMachineFormat = (format: string): boolean => FORMATS.get(format)?.isMachine === true;

/**
 * Writes each report as `print` gives it. Files first: when one cannot be written, no report on
 * stdout reports success. Colour is for stdout only, and for the formats that `isPainted`
 * names.
 */
export async function writeReports(
  { format: targets, color }: Outputs,
  runtime: Runtime,
  print: (
    target: ReportTarget,
    palette: Palette,
    width: number,
  ) => Promise<Iterable<string>> | Iterable<string>,
  isPainted = (format: string): boolean => format === 'text',
): Promise<void> {
  const inOrder = [...targets].sort(
    (a, b) => Number(a.file === undefined) - Number(b.file === undefined),
  );
  for (const target of inOrder) {
    const { format, file } = target;
    const painted =
      file === undefined && isPainted(format) && wantsColor(color, runtime, runtime.stdout);
    const width = file === undefined ? columnsOf(runtime.stdout) : PLAIN_WIDTH;
    const chunks = await print(target, await paletteFor(painted), width);
    if (file === undefined) await writeStream(runtime.stdout, chunks);
    else writeFileWhole(file, chunks, runtime.cwd());
  }
}

/** Loading picocolors makes the streams of the process, so it is loaded for colours only. */
async function paletteFor(isPainted: boolean): Promise<Palette> {
  return isPainted ? (await import('picocolors')).default.createColors(true) : PLAIN_PALETTE;
}

/** Writes a report in each format by the printer of its name, which all of them have. */
export const printReports = <T>(
  printerOf: (format: string) => Promise<Printer<T>> | Printer<T> | undefined,
  report: T,
  outputs: Outputs,
  runtime: Runtime,
): Promise<void> =>
  writeReports(outputs, runtime, async ({ format }, palette, width) => {
    const print = (await printerOf(format)) as Printer<T>;
    return print(report, { tool: runtime.tool, palette, width });
  });
