import { causes, mandatory } from '../../rules/causes.ts';
import { rules } from '../../rules/index.ts';
import type { RuleSet } from '../core/lint/lint.ts';

/** The rules of edgewise, and those of plugins. */
export async function loadRules(plugins: readonly string[]): Promise<RuleSet> {
  const own: RuleSet = { rules, causes, mandatory };
  if (plugins.length === 0) return own;
  // Standard output may hold one document for a program.
  console.log = console.info = console.debug = console.dir = console.table = console.error;
  const { withPlugins } = await import('../features/plugins/plugins.ts');
  return withPlugins(own, plugins);
}
