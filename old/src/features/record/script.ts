import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { kill } from 'node:process';
import type { Readable } from 'node:stream';
import type { Runtime } from '../../command.ts';
import { pluralize } from '../../core/model/text.ts';
import { errorCode } from '../../load/source-error.ts';
import { writeStream } from '../../run/output.ts';
import type { OutputStream } from '../../run/runtime.ts';
import { stopSignal } from '../../run/stop-signal.ts';
import { UserError } from '../../run/user-error.ts';

interface ScriptSettings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly seconds: number;
  /** The target of its standard output. */
  readonly out: OutputStream;
}

/** Why it failed, with its own exit code; or the exit code when this process was asked to end. */
interface ScriptEnd {
  readonly failure?: string;
  readonly code?: number;
  readonly interrupted?: number;
}

const KILL_DELAY = 2000;
const STILL = 'the command was still running, and';
const HELD = 'the command had ended, but a process that it started kept its output open, and';

/** Runs a command to its end. */
export async function runScript(
  [program = '', ...args]: readonly string[],
  { env, seconds, out }: ScriptSettings,
  runtime: Runtime,
): Promise<ScriptEnd> {
  const isWindows = runtime.platform === 'win32';
  const child = start(program, args, env, runtime);
  const ended = once(child, 'close') as Promise<[number | null, string | null]>;
  const passed = Promise.all([pass(child.stdout, out), pass(child.stderr, runtime.stderr)]);
  let hasExited = false;
  child.on('exit', () => {
    hasExited = true;
  });
  let late: string | undefined;
  let stop: NodeJS.Timeout | undefined;
  const end = (): void => {
    endGroup(child, 'SIGTERM', isWindows);
    stop = setTimeout(() => {
      endGroup(child, 'SIGKILL', isWindows);
      // A process that has left the group may hold them.
      child.stdout.destroy();
      child.stderr.destroy();
    }, KILL_DELAY);
  };
  const timer = setTimeout(() => {
    late = hasExited ? HELD : STILL;
    end();
  }, seconds * 1000);
  let interrupted: number | undefined;
  void stopSignal(runtime).then((code) => {
    interrupted = code;
    end();
  });
  try {
    const [[code, signal]] = await Promise.all([ended, passed]);
    if (interrupted !== undefined) return { interrupted };
    if (late !== undefined)
      return { failure: `${late} was ended after ${pluralize(seconds, 'second')} (--timeout)` };
    if (signal !== null) return { failure: `the command was ended by ${signal}` };
    if (code === 0 || code === null) return {};
    return { failure: `the command failed with exit code ${code}`, code };
  } catch (error) {
    throw notRun(program, error);
  } finally {
    clearTimeout(timer);
    clearTimeout(stop);
  }
}

function start(
  program: string,
  args: readonly string[],
  env: ScriptSettings['env'],
  runtime: Runtime,
) {
  const isWindows = runtime.platform === 'win32';
  try {
    return spawn(program, args, {
      cwd: runtime.cwd(),
      env,
      stdio: ['inherit', 'pipe', 'pipe'],
      // In its own process group, so that its children can be ended with it.
      detached: !isWindows,
      // Programs such as npm are scripts on Windows.
      shell: isWindows,
    });
  } catch (error) {
    // The command is too long.
    throw notRun(program, error);
  }
}

function notRun(program: string, error: unknown): UserError {
  const reason = errorCode(error) === 'ENOENT' ? 'no such command' : errorCode(error);
  return new UserError(`cannot run "${program}": ${reason || String(error)}`);
}

async function pass(from: Readable, to: OutputStream): Promise<void> {
  from.setEncoding('utf8');
  try {
    for await (const chunk of from) await writeStream(to, [chunk as string]);
  } catch (error) {
    // Destroyed after the time limit.
    if (errorCode(error) !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

function endGroup(child: ChildProcess, signal: NodeJS.Signals, isWindows: boolean): void {
  try {
    if (isWindows) child.kill(signal);
    else kill(-Number(child.pid), signal);
  } catch {
    // It has already ended, or it was never started.
  }
}
