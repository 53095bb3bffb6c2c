import type { Reporter } from './reporter.ts';

/** Every format by the name `--format` knows; only the one that is used is loaded. */
export const FORMATS: ReadonlyMap<string, () => Promise<Reporter>> = new Map([
  ['text', async () => (await import('./text.ts')).text],
  ['compact', async () => (await import('./compact.ts')).compact],
  ['json', async () => (await import('./json.ts')).json],
  ['sarif', async () => (await import('./sarif.ts')).sarif],
]);
