import type { Reporter } from './reporter.ts';

/** Every format by the name `--format` knows; only the one that is used is loaded. */
export const FORMATS: ReadonlyMap<string, () => Promise<Reporter>> = new Map([
  ['text', async () => (await import('./text.ts')).text],
  ['compact', async () => (await import('./compact.ts')).compact],
  ['json', async () => (await import('./json.ts')).json],
  ['jsonl', async () => (await import('./jsonl.ts')).jsonl],
  ['sarif', async () => (await import('./sarif.ts')).sarif],
  ['github', async () => (await import('./github.ts')).github],
  ['gitlab', async () => (await import('./gitlab.ts')).gitlab],
  ['junit', async () => (await import('./junit.ts')).junit],
  ['checkstyle', async () => (await import('./checkstyle.ts')).checkstyle],
  ['rdjson', async () => (await import('./rdjson.ts')).rdjson],
  ['markdown', async () => (await import('./comment.ts')).comment],
  ['html', async () => (await import('./html.ts')).html],
  ['agent', async () => (await import('./agent.ts')).agent],
]);

/** Formats that draw workflows, and are given them. */
export const DRAWING_FORMATS: ReadonlySet<string> = new Set(['html']);
