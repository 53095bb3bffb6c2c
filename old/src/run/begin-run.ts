import type { Config, GivenSuppression } from '../core/config/config.ts';
import type { Acceptance } from '../core/lint/apply-acceptance.ts';
import type { CallSource } from '../core/rule.ts';
import { configuredPaths } from '../load/config/find.ts';
import { type AcceptanceFlags, readAcceptance } from './acceptance.ts';
import type { RunContext } from './context.ts';
import type { SharedArgs } from './flags.ts';
import type { RunSettings } from './run.ts';
import { type RuleFlags, type RunSetup, setUp } from './setup.ts';

type ConfiguredArgs = Partial<SharedArgs<'events' | 'failOn' | 'maxWarnings' | 'baseline'>>;

type RunFlags = RuleFlags & ConfiguredArgs & Partial<AcceptanceFlags>;

/** A request, and the settings that follow from it and from the configuration. */
export interface BegunRun<A> extends RunSetup {
  /** The request, with the settings of the configuration for flags that are not given. */
  readonly args: A;
  /** How documents are checked, and which findings are accepted. */
  readonly settings: RunSettings<GivenSuppression> & {
    readonly acceptance: Acceptance<GivenSuppression>;
  };
  /** `Date.now()` at the start. */
  readonly started: number;
}

/** Begins a run: reads the configuration and the baseline, and resolves the rules in force. */
export async function beginRun<A extends RunFlags>(
  request: A,
  context: RunContext,
  calls?: CallSource,
): Promise<BegunRun<A>> {
  const started = Date.now();
  const { runtime } = context;
  const setup = await setUp(request, context, calls);
  const args = withConfigured(request, setup.config, runtime.cwd());
  const isNever = request.failOn === undefined && setup.config.failOn === 'never';
  const settings = {
    rules: setup.active,
    settingAt: setup.settingAt,
    acceptance: readAcceptance(setup, args, runtime),
    silenced: { ...setup.silenced, ...(isNever && { failOn: 'never' as const }) },
  };
  return { ...setup, args, settings, started };
}

/** The arguments, with the settings of the configuration for flags that are not given. */
export function withConfigured<A extends ConfiguredArgs>(args: A, config: Config, cwd: string): A {
  const { failOn, maxWarnings } = config;
  const isGiven = (args.events ?? []).length > 0;
  return {
    ...args,
    ...('events' in args && !isGiven && { events: configuredEvents(config, cwd) ?? [] }),
    ...('failOn' in args && { failOn: args.failOn ?? failOn }),
    ...('maxWarnings' in args && { maxWarnings: args.maxWarnings ?? maxWarnings }),
    ...('baseline' in args && {
      baseline: args.baseline ?? configuredPaths(config.baseline, cwd)?.[0],
    }),
  };
}

function configuredEvents({ events }: Config, cwd: string): readonly string[] | undefined {
  return events?.value.includes('none') === true ? events.value : configuredPaths(events, cwd);
}
