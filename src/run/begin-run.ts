import type { GivenSuppression } from '../core/config/config.ts';
import type { Acceptance } from '../core/lint/apply-acceptance.ts';
import type { ActiveRule } from '../core/lint/settings.ts';
import type { CallSource } from '../core/rule.ts';
import { type AcceptanceFlags, readAcceptance } from './acceptance.ts';
import { type ConfiguredArgs, withConfigured } from './configured.ts';
import type { RunContext } from './runtime.ts';
import { type RuleFlags, type RunSetup, setUp } from './setup.ts';
import type { Stats } from './stats.ts';

type RunFlags = RuleFlags &
  ConfiguredArgs &
  Partial<AcceptanceFlags> & { readonly stats?: boolean };

export interface BegunRun<A> extends RunSetup {
  /** The flags, with the settings of the configuration for those that are not given. */
  readonly args: A;
  readonly acceptance: Acceptance<GivenSuppression>;
  /** `Date.now()` at the start. */
  readonly started: number;
  readonly stats: Stats | undefined;
  /** The rules in force, timed with `--stats`. */
  readonly timed: readonly ActiveRule[];
}

/** Begins a run: reads the configuration and the baseline, and resolves the rules in force. */
export async function beginRun<A extends RunFlags>(
  given: A,
  context: RunContext,
  calls?: CallSource,
): Promise<BegunRun<A>> {
  const started = Date.now();
  const { runtime } = context;
  const setup = await setUp(given, context, calls);
  const args = withConfigured(given, setup.config, runtime.cwd());
  const acceptance = readAcceptance(setup, args, runtime);
  const stats = given.stats ? (await import('./stats.ts')).startStats() : undefined;
  const timed = stats?.clock.timeRules(setup.active) ?? setup.active;
  const isNever = given.failOn === undefined && setup.config.failOn === 'never';
  const silenced = { ...setup.silenced, ...(isNever && { failOn: 'never' as const }) };
  return { ...setup, silenced, args, acceptance, started, stats, timed };
}
