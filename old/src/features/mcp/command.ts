import { defineCommand } from '../../command.ts';
import { pick, RULE_FLAGS } from '../../run/flags.ts';

export default defineCommand({
  name: 'mcp',
  summary:
    'read-only tools for agents; a Model Context Protocol server on standard input and output',
  isServer: true,
  positionals: ['[roots…]'],
  flags: { ...RULE_FLAGS, ...pick('baseline', 'timeout') },
  examples: [['edgewise mcp workflows/', 'tools that read nothing outside of this folder']],
  async run({ positional: roots, ...flags }, context) {
    const { serveTools } = await import('./server.ts');
    return serveTools(roots, flags, context);
  },
});
