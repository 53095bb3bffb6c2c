import type { RunContext } from '../../run/context.ts';
import type { McpFlags, ToolContext } from './input.ts';
import { explainRule, lintSources, listEvents, previewFixes, simulateEvent } from './tools.ts';

export type McpEngine = ReturnType<typeof createMcpEngine>;

/** The tools by their names, in the thread of the server. */
export function createMcpEngine(
  flags: McpFlags,
  context: RunContext,
  simulate: ToolContext['simulate'],
) {
  const withContext =
    <A>(tool: (args: A, context: ToolContext) => Promise<object>) =>
    (args: A, roots: readonly string[]) =>
      tool(args, { roots, flags, context, simulate });
  return {
    lint: withContext(lintSources),
    explain_rule: withContext(explainRule),
    simulate: withContext(simulateEvent),
    list_events: withContext(listEvents),
    fix_preview: withContext(previewFixes),
  };
}
