import type { AnyRule } from '../core/rule.ts';
import type { LiveItem } from '../load/live-item.ts';
import type { FlagValues } from './flag.ts';
import type { LIVE_FLAGS, SharedArgs } from './flags.ts';
import type { ResourceChoice } from './resource-choice.ts';
import type { Runtime } from './runtime.ts';

/** A runtime, with modules that are loaded on first use. */
export interface RunContext {
  readonly runtime: Runtime;
  rules(): Promise<readonly AnyRule[]>;
  /** The account of the API key. Throws for invalid flags, keys and addresses, before any request. */
  openLive(flags: LiveFlags): Promise<Live>;
}

/** The flags for the live API: the account, and what to read. */
export type LiveFlags = FlagValues<typeof LIVE_FLAGS> & SharedArgs<'status' | 'workflow'>;

export interface Live {
  /** Reads the account, with progress on a terminal. Call it once. */
  read(what: {
    readonly workflows: boolean;
    readonly events: boolean;
    readonly isInShard?: (id: string) => boolean;
    readonly resources?: ResourceChoice | undefined;
  }): AsyncIterable<LiveItem>;
}
