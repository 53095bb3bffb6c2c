import { Readable } from 'node:stream';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import type { LspFlags } from '../features/lsp/project.ts';
import type { McpFlags } from '../features/mcp/input.ts';
import { answerCalls } from '../run/engine.ts';
import type { Runtime } from '../run/runtime.ts';
import { createContext } from './context.ts';

// The thread in which the servers check: the other end of run/engine.ts.

export interface EngineData extends Pick<Runtime, 'env' | 'platform' | 'tool'> {
  readonly server: 'lsp' | 'mcp';
  readonly flags: object;
  readonly plugins: readonly string[];
  readonly cwd: string;
}

const { server, flags, plugins, cwd, ...given } = workerData as EngineData;
const context = createContext(plugins, {
  ...given,
  stdin: Readable.from([]),
  // The server prints both on its standard error.
  stdout: process.stdout,
  stderr: process.stderr,
  cwd: () => cwd,
  once: () => undefined,
});

async function createMethods() {
  if (server === 'lsp') {
    const { createLspEngine } = await import('../features/lsp/engine.ts');
    return createLspEngine(flags as LspFlags, context);
  }
  const [{ createMcpEngine }, { simulateQuery }] = await Promise.all([
    import('../features/mcp/engine.ts'),
    import('./simulate-query.ts'),
  ]);
  return createMcpEngine(flags as McpFlags, context, simulateQuery);
}

answerCalls(parentPort as MessagePort, createMethods());
