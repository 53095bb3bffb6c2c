import pkg from '../../package.json' with { type: 'json' };
import type { Args, Command } from './args.ts';
import { EXIT } from './exit-code.ts';
import { type OutputStream, writeStream } from './output.ts';
import type { Watched } from './plugins.ts';

/** The part of Node's `process` that the program uses. */
export interface World {
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  cwd(): string;
  readonly platform: NodeJS.Platform;
  /** Calls back when somebody wants an end: Ctrl-C, or the system. */
  once(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
  /** In a thread that runs plugins: how it is watched. */
  readonly watched?: Watched;
  /** The program that further threads run; without it, there are none. */
  readonly thread?: URL;
}

/**
 * Runs one command line; returns the exit code.
 * @param thread the program that a thread runs for commands with plugins; without one, nothing ends a check that never does.
 */
export async function main(argv: readonly string[], world: World, thread?: URL): Promise<number> {
  const { name, version, homepage } = pkg;
  // Named one by one, as a process keeps some of them on its prototype.
  const { stdin, stdout, stderr, env, platform, watched } = world;
  const program: Program = {
    ...{ stdin, stdout, stderr, env, platform },
    ...(watched !== undefined && { watched }),
    cwd: () => world.cwd(),
    once: (signal, listener) => world.once(signal, listener),
    tool: { name, version, homepage },
    ...(thread !== undefined && { thread: new URL('lint-thread.js', thread) }),
  };
  try {
    const { parseArgs } = await import('./args.ts');
    const args = await parseArgs(argv, version);
    if ('print' in args) {
      await writeStream(stdout, [args.print]);
      return EXIT.clean;
    }
    if (thread === undefined || args.plugin.length === 0 || RULELESS.includes(args.command)) return await run(args, program);
    return await (await import('./guard.ts')).runGuarded(argv, args, program, thread);
  } catch (error) {
    return (await import('./failure.ts')).tellFailure(error, argv, program);
  }
}

/** The world, and what the program calls itself in reports. */
export interface Program extends World {
  readonly tool: { readonly name: string; readonly version: string; readonly homepage: string };
}

const RULELESS: readonly Command[] = ['pull', 'serve', 'init'];

// What a command does not need is not loaded: `--version` should be as quick as Node itself.
async function run(args: Args, program: Program): Promise<number> {
  if (args.command === 'pull') return (await import('./pull.ts')).pull(args, program);
  if (args.command === 'serve') return (await import('./serve.ts')).serve(args, program);
  if (args.command === 'init') return (await import('./init.ts')).init(args, program);
  const builtIn = (await import('../../rules/index.ts')).rules;
  const rules = args.plugin.length === 0 ? builtIn : await (await import('./plugins.ts')).withPlugins(builtIn, args, program);
  if (args.command === 'diff') return (await import('./diff.ts')).diff(rules, args, program);
  if (args.command === 'graph') return (await import('./graph.ts')).graph(rules, args, program);
  if (args.command === 'simulate') return (await import('./simulate.ts')).simulateEvent(rules, args, program);
  if (args.command === 'config') return (await import('./config.ts')).showConfig(rules, args, program);
  if (args.command === 'suppress') return (await import('./suppress.ts')).suppressFindings(rules, args, program);
  if (args.command === 'completion') return (await import('./completion.ts')).completion(rules, args, program);
  if (args.command === 'rules') return (await import('./list-rules.ts')).listRules(rules, args, program);
  if (args.command === 'explain') return (await import('./explain.ts')).explain(rules, args, program);
  if (args.command === 'merge') return (await import('./merge.ts')).merge(rules, args, program);
  return (await import('./lint.ts')).lint(rules, args, program);
}
