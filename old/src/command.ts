/**
 * The contract of a command. A command is a value: its name, its arguments and flags, and one
 * function. The parser, `--help` and the messages for wrong usage follow
 * from it; the types of the arguments are inferred. Flags are made by `run/flag.ts`; those that
 * several commands have are in `run/flags.ts`.
 */
import type { RunContext } from './run/context.ts';
import type { Flags, FlagValues, Request } from './run/flag.ts';
import type { FailedRun } from './run/report-run.ts';

export type { Request } from './run/flag.ts';
export type { FailedRun } from './run/report-run.ts';
export type { Runtime } from './run/runtime.ts';

/** `['EVENT', '[paths…]']` gives `[string, ...string[]]`. */
type Words<P extends readonly string[]> = number extends P['length']
  ? readonly string[]
  : P extends readonly [infer First, ...infer Rest extends readonly string[]]
    ? First extends `${string}…${string}`
      ? readonly string[]
      : First extends `[${string}`
        ? readonly [string?, ...Words<Rest>]
        : readonly [string, ...Words<Rest>]
    : readonly [];

type RequestOf<F extends Flags, P extends readonly string[]> = FlagValues<F> &
  Pick<Request, 'words' | 'color'> & { readonly positional: Words<P> };

/** What the command line provides to every command. */
export interface CommandContext extends RunContext {
  commands(): Promise<readonly Command[]>;
}

interface CommandSpec<F extends Flags, P extends readonly string[]> {
  readonly name: string;
  /** One line, lower case, no full stop. */
  readonly summary: string;
  /** `NAME` is required, `[name]` is not, and the last may take several: `PATH…`, `[paths…]`. */
  readonly positionals: P;
  readonly flags: F;
  /** The names of the flags that `--help` shows; `--help --all` shows the others too. */
  readonly daily?: readonly string[];
  /** Command lines, each with what it does. */
  readonly examples?: readonly (readonly [line: string, does: string])[];
  run(request: RequestOf<F, P>, context: CommandContext): Promise<number>;
  /** It answers on standard output while it runs. */
  readonly isServer?: true;
  /** Writes the reports in formats for programs when `run` threw, or was never called. */
  failed?(run: FailedRun): Promise<void>;
}

/** Any command. Their arguments have different types, which follow from their tables of flags. */
export interface Command extends Omit<CommandSpec<Flags, readonly string[]>, 'run'> {
  run(request: Request, context: CommandContext): Promise<number>;
}

export function defineCommand<F extends Flags, const P extends readonly string[]>(
  command: CommandSpec<F, P>,
): Command {
  return command as unknown as Command;
}
