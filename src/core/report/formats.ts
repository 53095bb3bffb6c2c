import type { Reporter } from './reporter.ts';

interface Format {
  /** For `--help`. */
  readonly summary: string;
  /** Standard output is always one well-formed document. */
  readonly isMachine?: true;
  load(): Promise<{ readonly default: Reporter }>;
}

/** By name. */
export type Formats = ReadonlyMap<string, Format>;

/** A new format is a file with a reporter as its default export, and a line here. */
export const FORMATS: Formats = new Map<string, Format>([
  ['text', { summary: 'findings with their lines', load: () => import('./text.ts') }],
  ['compact', { summary: 'one line a finding', load: () => import('./compact.ts') }],
  ['json', { summary: 'JSON, version 1', isMachine: true, load: () => import('./json.ts') }],
  ['sarif', { summary: 'SARIF 2.1.0', isMachine: true, load: () => import('./sarif.ts') }],
  ['github', { summary: 'annotations of GitHub Actions', load: () => import('./github.ts') }],
  ['gitlab', { summary: 'Code Quality', isMachine: true, load: () => import('./gitlab.ts') }],
  ['junit', { summary: 'JUnit XML', isMachine: true, load: () => import('./junit.ts') }],
  ['markdown', { summary: 'a comment or job summary', load: () => import('./markdown.ts') }],
  ['agent', { summary: 'short, for language models', load: () => import('./agent.ts') }],
]);
