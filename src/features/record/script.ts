import { execa } from 'execa';
import { plural, quote } from '../../core/model/text.ts';
import { codeOf, UserError } from '../../node/user-error.ts';

/** How a program ended: why it failed, and its exit code, or that of the signal to this process. */
export interface Ended {
  readonly failure?: string;
  readonly code?: number;
  readonly isInterrupted?: boolean;
}

interface ScriptOptions {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly seconds: number;
  /** Standard output has one document, so that of the program goes to standard error. */
  readonly isReserved: boolean;
}

/** Milliseconds between the request to end and the end. */
const GRACE = 2000;
const SIGNALS = { SIGINT: 130, SIGTERM: 143 } as const;

/** Runs a program to its end; after the time limit, its whole process group is ended. */
export async function runScript(
  [program = '', ...words]: readonly string[],
  { env, seconds, isReserved }: ScriptOptions,
): Promise<Ended> {
  const isWindows = process.platform === 'win32';
  const child = execa(program, words, {
    ...{ env, extendEnv: false, reject: false },
    ...{ timeout: seconds * 1000, forceKillAfterDelay: GRACE },
    stdio: ['inherit', isReserved ? process.stderr : 'inherit', 'inherit'],
    // In its own process group, so that its children end with it.
    detached: !isWindows,
  });
  let interrupted: number | undefined;
  const stops = Object.entries(SIGNALS).map(([signal, code]) => {
    const stop = (): void => {
      interrupted = code;
      child.kill('SIGTERM');
    };
    process.once(signal, stop);
    return () => process.off(signal, stop);
  });
  const { exitCode, signal, cause, timedOut } = await child;
  for (const forget of stops) forget();
  if ((timedOut || interrupted !== undefined) && !isWindows) endGroup(child.pid);
  if (interrupted !== undefined) return { code: interrupted, isInterrupted: true };
  if (timedOut) return { failure: `it was ended after ${plural(seconds, 'second')} (--timeout)` };
  if (exitCode === 0) return {};
  if (signal !== undefined) return { failure: `it was ended by ${signal}` };
  if (exitCode !== undefined)
    return { failure: `it failed with exit code ${exitCode}`, code: exitCode };
  const reason = codeOf(cause) === 'ENOENT' ? 'no such command' : codeOf(cause) || String(cause);
  throw new UserError(`cannot run ${quote(program)}: ${reason}`);
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended.
  }
}
