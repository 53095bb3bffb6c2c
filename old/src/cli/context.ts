import type { AnyRule } from '../core/rule.ts';
import type { RunContext } from '../run/context.ts';
import type { Runtime } from '../run/runtime.ts';

/** Modules are loaded on first use. */
export function createContext(plugins: readonly string[], runtime: Runtime): RunContext {
  const loadRules = async (): Promise<readonly AnyRule[]> => {
    const { rules } = await import('../../rules/index.ts');
    if (plugins.length === 0) return rules;
    const { withPlugins } = await import('../features/plugins/load-plugins.ts');
    return withPlugins(rules, plugins, runtime);
  };
  let rules: Promise<readonly AnyRule[]> | undefined;
  return {
    runtime,
    rules: () => (rules ??= loadRules()),
    async openLive(flags) {
      const { openLive } = await import('../features/live/live.ts');
      return openLive(flags, runtime);
    },
  };
}
