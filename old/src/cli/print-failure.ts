import type { Runtime } from '../command.ts';
import { truncateWords } from '../core/model/text.ts';
import { escapeText } from '../core/report/escape.ts';
import { wantsColor, writeStream } from '../run/output.ts';
import { UserError } from '../run/user-error.ts';

/** Lines of details that are printed: a configuration can have thousands of mistakes. */
const DETAILS = 50;

/** Prints why a run failed to stderr, and returns it. */
export async function printFailure(
  error: unknown,
  runtime: Runtime,
  color: boolean | undefined,
): Promise<string> {
  const known = error instanceof UserError;
  const message = known
    ? error.message
    : `edgewise itself failed: ${error instanceof Error ? error.message : String(error)}`;
  const hint = known
    ? error.hint
    : 'this is a fault of edgewise, not of your workflows; please report it';
  const details = known ? error.details : [];
  const more = details.slice(0, DETAILS);
  if (details.length > DETAILS) more.push(`and ${details.length - DETAILS} more`);
  if (hint !== undefined) more.push(hint);
  const name = wantsColor(color, runtime, runtime.stderr)
    ? '\u001b[31medgewise:\u001b[39m'
    : 'edgewise:';
  await attempt(() =>
    writeStream(runtime.stderr, [
      `${name} ${escapeText(truncateWords(message))}\n`,
      ...more.map((line) => `          ${escapeText(truncateWords(line))}\n`),
    ]),
  );
  return [message, ...details].join('; ');
}

export async function attempt(write: () => Promise<void> | undefined): Promise<void> {
  try {
    await write();
  } catch {
    // Nothing more can be written there; the exit code still reports the failure.
  }
}
