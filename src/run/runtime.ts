import type { AnyRule } from '../rule.ts';
import type { Live, LiveFlags } from './named-sources.ts';
import type { OutputStream } from './output.ts';

/** What a command has of the process it runs in. Tests and the thread of plugins give their own. */
export interface Runtime {
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `--color` or `--no-color`, when given. */
  readonly color?: boolean | undefined;
  cwd(): string;
  readonly platform: NodeJS.Platform;
  /** Calls back on Ctrl-C, or when the system ends the process. */
  once(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
  /** The command line, without the program. */
  readonly words?: readonly string[] | undefined;
  /** The name of the agent that runs the program, if one does. */
  findAgent?(): Promise<string | undefined>;
  /** What the program calls itself in reports. */
  readonly tool: { readonly name: string; readonly version: string };
}

/** A runtime, and what is loaded on first use. */
export interface RunContext {
  readonly runtime: Runtime;
  rules(): Promise<readonly AnyRule[]>;
  /** The account behind the API key. Throws for flags, keys and addresses that are wrong, before any request. */
  openLive(flags: LiveFlags): Promise<Live>;
}
