import type { Command, Runtime } from '../command.ts';
import { EXIT } from '../run/exit-code.ts';
import { OutputError } from '../run/user-error.ts';
import { readLeniently } from './command-line.ts';
import { attempt, printFailure } from './print-failure.ts';

/** Reports why a run failed: on stderr, and in the reports that were asked for. Returns the exit code. */
export async function reportFailure(
  error: unknown,
  words: readonly string[],
  command: Command,
  runtime: Runtime,
): Promise<number> {
  const message = await printFailure(error, runtime);
  const { targets, positional } = readLeniently(words, command);
  for (const target of targets) {
    // A report that could not be written leaves the old one and the others as they are.
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
