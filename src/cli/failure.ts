import type { Command, Runtime } from '../command.ts';
import { escapeText } from '../core/report/escape.ts';
import { abridgeWords } from '../core/report/words.ts';
import { EXIT } from '../run/exit-code.ts';
import { wantsColor, writeStream } from '../run/output.ts';
import { OutputError, UserError } from '../run/user-error.ts';
import { readLeniently } from './command-line.ts';

/** Reports why a run failed: on stderr, and in the reports that were asked for. Returns the exit code. */
export async function reportFailure(
  error: unknown,
  words: readonly string[],
  command: Command,
  runtime: Runtime,
): Promise<number> {
  const known = error instanceof UserError;
  const message = known
    ? error.message
    : `edgewise itself failed: ${error instanceof Error ? error.message : String(error)}`;
  const hint = known
    ? error.hint
    : 'this is a fault of edgewise, not of your workflows; please report it';
  const details = known ? error.details : [];
  const more = hint === undefined ? details : [...details, hint];
  const name = wantsColor(runtime, runtime.stderr) ? '\u001b[31medgewise:\u001b[39m' : 'edgewise:';
  await attempt(() =>
    writeStream(runtime.stderr, [
      `${name} ${escapeText(abridgeWords(message))}\n`,
      ...more.map((line) => `          ${escapeText(abridgeWords(line))}\n`),
    ]),
  );
  const { targets, positional } = readLeniently(words, command);
  for (const target of targets) {
    // A report that could not be written leaves the old one and the others as they are.
    if (error instanceof OutputError && target.file !== undefined) continue;
    await attempt(() =>
      command.failed?.({
        message: [message, ...details].join('; '),
        targets: [target],
        positional,
        runtime,
      }),
    );
  }
  return EXIT.failed;
}

async function attempt(write: () => Promise<void> | undefined): Promise<void> {
  try {
    await write();
  } catch {
    // Nothing more can be written there; at the worst, the exit code is all there is.
  }
}
