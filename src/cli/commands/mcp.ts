import { resolve } from 'node:path';
import { type Arguments, defineCommand, wordsOf } from '../command.ts';
import { loadRules } from '../parts.ts';
import { explainRule } from './explain.ts';
import { RULES } from './lint.ts';

const OPTIONS = { plugin: RULES.plugin } as const;

export const mcp = defineCommand({
  name: 'mcp',
  describe: 'read-only tools for agents, on standard input and output',
  usage: `edgewise mcp [roots…]

Tools for agents by the Model Context Protocol: lint, explain, simulate. They
read files in the roots only: those named here, else those of the client, else
this folder.`,
  options: OPTIONS,
  run: runMcp,
});

async function runMcp(argv: Arguments<typeof OPTIONS>): Promise<number> {
  const { serveTools } = await import('../../features/mcp/index.ts');
  const roots = wordsOf(argv).map((root) => resolve(root));
  const rules = await loadRules(argv.plugin);
  await serveTools(roots, { rules, explain: (id) => explainRule(id, rules.rules) });
  return 0;
}
