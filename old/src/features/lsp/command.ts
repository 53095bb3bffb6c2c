import { defineCommand } from '../../command.ts';
import { switchFlag } from '../../run/flag.ts';
import { pick, RULE_FLAGS } from '../../run/flags.ts';

export default defineCommand({
  name: 'lsp',
  summary: 'a language server on standard input and output, for editors',
  isServer: true,
  positionals: [],
  flags: {
    stdio: switchFlag('accepted for editors that pass it; there is no other transport'),
    ...RULE_FLAGS,
    ...pick('baseline', 'timeout'),
  },
  examples: [['edgewise lsp', 'what an editor runs']],
  async run(args, context) {
    const { serve } = await import('./server.ts');
    return serve(args, context);
  },
});
