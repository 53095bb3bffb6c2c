import { RE2JS } from 're2js';
import { setPatternEngine } from '../src/core/model/pattern.ts';

// The command line and the library load the engine of patterns; tests of the core have it from here.
setPatternEngine(RE2JS);

// Tests run the program as for a user, also when an agent runs the tests. PATH and EDITOR do not show that.
for (const name of [
  ...['AI_AGENT', 'CLAUDECODE', 'CLAUDE_CODE', 'REPL_ID', 'GEMINI_CLI', 'CODEX_SANDBOX'],
  ...['CODEX_THREAD_ID', 'OPENCODE', 'AUGMENT_AGENT', 'GOOSE_PROVIDER', 'JUNIE_DATA'],
  ...['JUNIE_SHIM_PATH', 'COPILOT_AGENT', 'COPILOT_CLI', 'CURSOR_AGENT'],
])
  delete process.env[name];
