import { defineCommand } from '../../command.ts';
import { pick, RULE_FLAGS } from '../../run/flags.ts';

export default defineCommand({
  name: 'mcp',
  summary: 'read-only tools for agents by the Model Context Protocol, on standard input and output',
  isServer: true,
  positionals: ['[roots…]'],
  flags: { ...RULE_FLAGS, ...pick('baseline') },
  examples: [['edgewise mcp workflows/', 'tools that read nothing outside of this folder']],
  async run({ positional: roots, ...flags }, context) {
    const [{ serveTools }, { simulateMaterial }, { materialOf, parseRequest }] = await Promise.all([
      import('../../features/mcp/server.ts'),
      import('../../features/simulate/command.ts'),
      import('../../features/simulate/input.ts'),
    ]);
    const { runtime } = context;
    return serveTools(roots, flags, context, (held, query, events) => {
      const { event, payload, contact, when = [] } = query;
      const { request, remarks } = parseRequest(
        {
          payload: payload && JSON.stringify(payload),
          contact: contact && JSON.stringify(contact),
          ...{ when, at: undefined, zone: undefined, all: false },
        },
        event,
        runtime,
      );
      const material = materialOf([held], [], {
        ...{ status: undefined, workflow: [] },
        events: events === undefined ? [] : [events],
      });
      return simulateMaterial(material, request, remarks).simulation;
    });
  },
});
