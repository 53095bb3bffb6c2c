import { execa } from 'execa';
import { plural, quote } from '../../core/model/text.ts';
import { codeOf, explainFileError, UserError } from '../../node/user-error.ts';
import type { Environment } from './environment.ts';

/** How a program ended: why it failed, and its exit code. */
export interface Ended {
  readonly failure?: string;
  readonly code?: number;
}

export interface RecordOptions {
  /** The program and its words. */
  readonly command: readonly string[];
  /** What the account has before: files, or the folder of a pull. */
  readonly from?: string;
  /** A folder for what the account has afterwards. */
  readonly out?: string;
  /** The program is ended after this time. */
  readonly seconds: number;
  /** Base URLs of the service besides the usual one. */
  readonly baseUrls: readonly string[];
  /** The file that Node programs load first. */
  readonly preload: string;
  /** Standard output has one document. */
  readonly isReserved: boolean;
}

/** The last one: its terminal is closed. */
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Runs a program to its end. After the time limit, or a signal, its process group is ended. */
export async function runScript(
  { command: [program = '', ...words], seconds, isReserved }: RecordOptions,
  env: Environment,
): Promise<Ended> {
  let interrupted: number | undefined;
  const stop = (_: string, number: number): void => {
    interrupted = 128 + number;
    endGroup(child.pid);
  };
  for (const signal of SIGNALS) process.once(signal, stop);
  const child = execa(program, words, {
    ...{ env, extendEnv: false, reject: false },
    ...{ timeout: seconds * 1000, killSignal: 'SIGKILL' },
    stdio: ['inherit', isReserved ? process.stderr : 'inherit', 'inherit'],
    // In its own process group, so that its children end with it.
    detached: process.platform !== 'win32',
  });
  const { exitCode, signal, cause, timedOut } = await child;
  for (const each of SIGNALS) process.off(each, stop);
  if (interrupted !== undefined) return { failure: 'it was interrupted', code: interrupted };
  if (timedOut) endGroup(child.pid);
  if (timedOut) return { failure: `it was ended after ${plural(seconds, 'second')} (--timeout)` };
  if (exitCode === 0) return {};
  if (signal !== undefined) return { failure: `it was ended by ${signal}` };
  if (exitCode !== undefined)
    return { failure: `it failed with exit code ${exitCode}`, code: exitCode };
  const reason = codeOf(cause) === 'ENOENT' ? 'no such command' : explainFileError(cause);
  throw new UserError(`cannot run ${quote(program)}: ${reason}`, 'such as node provision.js');
}

function endGroup(pid: number | undefined): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended, or is on Windows.
  }
}
