import { escapeText } from '../core/report/escape.ts';
import { note, paletteOf, terminalOf, wantsColor } from '../node/streams.ts';
import { codeOf, UserError } from '../node/user-error.ts';
import { writeFailed } from '../node/write.ts';
import { ALL_FORMATS } from './parts.ts';

/** Why a run failed: lines on standard error, and the report that a program waits for. */
export async function reportFailure(
  error: unknown,
  format: string | undefined,
  color: boolean | undefined,
): Promise<void> {
  const { message, hint, details } = error instanceof UserError ? error : crash(error);
  const { red } = await paletteOf(wantsColor(color, terminalOf('stderr')));
  const below = [...details, ...(hint === undefined ? [] : [hint])];
  await note([
    `${red('edgewise:')} ${escapeText(message)}`,
    ...below.map((line) => `          ${escapeText(line)}`),
  ]);
  try {
    await writeFailed([message, ...details].join('; '), format ?? 'text', ALL_FORMATS);
  } catch {
    // Nothing more can be written; the exit code still says it.
  }
}

function crash(error: unknown): UserError {
  const message = error instanceof Error ? error.message : String(error);
  // A folder that cannot be searched.
  if (codeOf(error) === 'EACCES') return new UserError(message, 'change the permissions of it');
  return new UserError(
    `edgewise itself failed: ${message}`,
    'this is a fault of edgewise, not of your workflows; please report it',
  );
}
