import { type Arguments, defineCommand } from '../command.ts';
import { flag } from '../options.ts';
import { loadRules } from '../parts.ts';
import { RULES } from './lint.ts';

const OPTIONS = {
  stdio: flag('for editors that pass it; there is no other transport'),
  plugin: RULES.plugin,
} as const;

export const lsp = defineCommand({
  name: 'lsp',
  describe: 'a language server, on standard input and output',
  usage: 'edgewise lsp',
  options: OPTIONS,
  mostWords: 0,
  async run(argv: Arguments<typeof OPTIONS>) {
    // The library ends the process when the client says so.
    process.removeAllListeners('exit');
    const { serve } = await import('../../features/lsp/index.ts');
    return serve(await loadRules(argv.plugin));
  },
});
