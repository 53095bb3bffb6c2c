import type { Command, Runtime } from '../command.ts';
import { EXIT } from '../run/exit-code.ts';
import { OutputError } from '../run/user-error.ts';
import { readLeniently } from './command-line.ts';
import { attempt, printFailure } from './print-failure.ts';

interface FailedLine {
  readonly command: Command;
  readonly words: readonly string[];
  readonly color: boolean | undefined;
}

/** Reports why a run failed: on stderr, and in the requested reports. Returns the exit code. */
export async function reportFailure(
  error: unknown,
  { command, words, color }: FailedLine,
  runtime: Runtime,
): Promise<number> {
  const message = await printFailure(error, runtime, color);
  const { targets, positional } = readLeniently(words, command);
  for (const target of targets) {
    // When a report cannot be written, its old file and the other reports are kept.
    if (error instanceof OutputError && target.file !== undefined) continue;
    await attempt(() =>
      command.failed?.({
        message,
        targets: [target],
        positional,
        runtime,
      }),
    );
  }
  return EXIT.failed;
}
