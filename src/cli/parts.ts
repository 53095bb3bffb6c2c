/** What only the command line puts together: rules, formats and decoders of features. */
import { causes, mandatory } from '../../rules/causes.ts';
import { rules } from '../../rules/index.ts';
import type { RuleSet } from '../core/lint/lint.ts';
import { FORMATS, type Formats } from '../core/report/formats.ts';
import { mentions } from '../features/code/mentions.ts';
import type { SourceDecoder } from '../node/plan.ts';

/** The rules of edgewise, and those of plugins. */
export async function loadRules(plugins: readonly string[] = []): Promise<RuleSet> {
  const own: RuleSet = { rules, causes, mandatory };
  if (plugins.length === 0) return own;
  // Standard output may hold one document for a program.
  console.log = console.info = console.debug = console.dir = console.table = console.error;
  const { withPlugins } = await import('../features/plugins/plugins.ts');
  return withPlugins(own, plugins);
}

const html = {
  ...({ summary: 'a page with pictures, for people', isMachine: true } as const),
  load: () => import('../features/html/index.ts'),
};

export const ALL_FORMATS: Formats = new Map([...FORMATS, ['html', html]]);
export const FORMAT_NAMES = [...ALL_FORMATS.keys()];

/** The parser is large, so it is loaded where a file calls the service. */
export const sourceDecoder: SourceDecoder = {
  mentions,
  load: async () => (await import('../features/code/index.ts')).decodeSources,
};
