import type { Config } from '../core/config/config.ts';
import { configuredPaths } from '../load/config/find.ts';
import type { SharedArgs } from './flags.ts';

export type ConfiguredArgs = Partial<SharedArgs<'events' | 'failOn' | 'maxWarnings' | 'baseline'>>;

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
