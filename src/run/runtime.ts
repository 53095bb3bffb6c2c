import type { AnyRule } from '../core/rule.ts';
import type { Live, LiveFlags } from './named-sources.ts';
import type { OutputStream } from './output.ts';

/** The parts of the process that commands use. Tests and the plugin thread have their own. */
export interface Runtime {
  readonly stdin: AsyncIterable<Uint8Array> & { unref?(): unknown };
  readonly stdout: OutputStream;
  readonly stderr: OutputStream;
  readonly env: Readonly<Record<string, string | undefined>>;
  cwd(): string;
  readonly platform: NodeJS.Platform;
  /** Calls back on Ctrl-C, or when the system ends the process. */
  once(signal: 'SIGINT' | 'SIGTERM', listener: () => void): unknown;
  /** The name of the agent that runs the program, if one does. */
  findAgent?(): Promise<string | undefined>;
  /** The name and version of the program in reports. */
  readonly tool: { readonly name: string; readonly version: string };
}

/** A runtime, with modules that are loaded on first use. */
export interface RunContext {
  readonly runtime: Runtime;
  rules(): Promise<readonly AnyRule[]>;
  /** The account of the API key. Throws for invalid flags, keys and addresses, before any request. */
  openLive(flags: LiveFlags): Promise<Live>;
}
