import { escapeText } from '../core/report/escape.ts';
import type { Target } from '../node/request.ts';
import { note, paletteOf, wantsColor } from '../node/streams.ts';
import { OutputError, UserError } from '../node/user-error.ts';
import { writeFailed } from '../node/write.ts';
import { ALL_FORMATS } from './formats.ts';

/** Lines of details: a configuration can have thousands of mistakes. */
const MOST_DETAILS = 50;

/** Why a run failed: two lines on standard error, and the reports that programs wait for. */
export async function reportFailure(
  error: unknown,
  targets: readonly Target[],
  color: boolean | undefined,
  writeReports: typeof writeFailed = writeFailed,
): Promise<void> {
  const { message, hint, details } =
    error instanceof UserError ? error : crashOf(error instanceof Error ? error : undefined);
  const { red } = paletteOf(wantsColor(color, process.stderr));
  const more = details.length - MOST_DETAILS;
  const below = [
    ...details.slice(0, MOST_DETAILS),
    ...(more > 0 ? [`and ${more} more`] : []),
    ...(hint === undefined ? [] : [hint]),
  ];
  await note([
    `${red('edgewise:')} ${escapeText(message)}`,
    ...below.map((line) => `          ${escapeText(line)}`),
  ]);
  const isOutput = error instanceof OutputError;
  try {
    // Where a report cannot be written, the old files are kept.
    const wanted = targets.filter(({ file }) => file === undefined || !isOutput);
    await writeReports([message, ...details].join('; '), wanted, ALL_FORMATS);
  } catch {
    // Nothing more can be written; the exit code still says it.
  }
}

const crashOf = (error: Error | undefined): Pick<UserError, 'message' | 'hint' | 'details'> => ({
  message: `edgewise itself failed: ${error?.message ?? 'for no known reason'}`,
  hint: 'this is a fault of edgewise, not of your workflows; please report it',
  details: [],
});
