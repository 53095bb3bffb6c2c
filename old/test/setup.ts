// Tests run the program as for a user, also when an agent runs the tests. PATH and EDITOR do not show that.
for (const name of [
  ...['AI_AGENT', 'CLAUDECODE', 'CLAUDE_CODE', 'REPL_ID', 'GEMINI_CLI', 'CODEX_SANDBOX'],
  ...['CODEX_THREAD_ID', 'OPENCODE', 'AUGMENT_AGENT', 'GOOSE_PROVIDER', 'JUNIE_DATA'],
  ...['JUNIE_SHIM_PATH', 'COPILOT_AGENT', 'COPILOT_CLI', 'CURSOR_AGENT'],
])
  delete process.env[name];
