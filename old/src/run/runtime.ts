export interface OutputStream {
  readonly isTTY?: boolean;
  /** The width of a terminal. */
  readonly columns?: number | undefined;
  write(text: string, done: (error?: Error | null) => void): boolean;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

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
