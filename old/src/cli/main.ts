import pkg from '../../package.json' with { type: 'json' };
import type { CommandContext, Runtime } from '../command.ts';
import { EXIT } from '../run/exit-code.ts';
import { writeStream } from '../run/output.ts';
import { type CommandLine, findCommand, parseLine } from './command-line.ts';
import { createContext } from './context.ts';
import { DEFAULT_COMMAND, loadAll, loadCommand } from './registry.ts';

export type Process = Omit<Runtime, 'tool' | 'findAgent'>;

interface Surroundings extends Pick<Runtime, 'findAgent'> {
  /** Called before code of plugins runs. */
  beforePlugins?(): void;
}

const noAgent = async (): Promise<undefined> => undefined;

/** Runs one command line; returns the exit code. */
export async function main(
  argv: readonly string[],
  given: Process,
  { findAgent = noAgent, ...surroundings }: Surroundings = {},
): Promise<number> {
  const { name, version } = pkg;
  // Listed one by one, since a process has some of them on its prototype.
  const { stdout, stderr, env, platform } = given;
  const runtime: Runtime = {
    stdout,
    stderr,
    env,
    platform,
    // A process creates its standard input on first access.
    stdin: {
      [Symbol.asyncIterator]: () => given.stdin[Symbol.asyncIterator](),
      unref: () => given.stdin.unref?.(),
    },
    cwd: () => given.cwd(),
    once: (signal, listener) => given.once(signal, listener),
    findAgent,
    tool: { name, version },
  };
  let line: CommandLine | undefined;
  let color: boolean | undefined;
  try {
    line = await findCommand(argv, runtime.cwd());
    const request = await parseLine(line);
    if (request === 'version') {
      await writeStream(stdout, [`${version}\n`]);
      return EXIT.clean;
    }
    if (request === 'help') {
      const { default: help } = await import('./commands/help.ts');
      const positional = line.isNamed ? [line.command.name] : [];
      const all = line.words.includes('--all');
      return await help.run({ positional, words: argv, all }, contextOf([], runtime));
    }
    ({ color } = request);
    const plugins = (request['plugin'] ?? []) as readonly string[];
    // Servers run them in a thread.
    if (plugins.length > 0 && line.command.isServer !== true) surroundings.beforePlugins?.();
    return await line.command.run(request, contextOf(plugins, runtime));
  } catch (error) {
    const { reportFailure } = await import('./failure.ts');
    const command = line?.command ?? (await loadCommand(DEFAULT_COMMAND));
    return reportFailure(error, { command, words: line?.words ?? argv, color }, runtime);
  }
}

function contextOf(plugins: readonly string[], runtime: Runtime): CommandContext {
  return {
    ...createContext(plugins, runtime),
    commands: loadAll,
  };
}
