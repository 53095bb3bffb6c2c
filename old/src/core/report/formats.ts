import type { Reporter } from './reporter.ts';

export interface Format {
  /** Its name in `--format`. */
  readonly name: string;
  /** For `--help`. */
  readonly summary: string;
  /** Standard output is always one well-formed document. */
  readonly isMachine: boolean;
  /** The reporter needs `ReportContext.workflows`, and prints `ReportContext.facts`. */
  readonly drawsWorkflows: boolean;
  load(): Promise<Reporter>;
}

type Load = () => Promise<{ readonly default: Reporter }>;

const formatOf = (
  name: string,
  summary: string,
  load: Load,
  { isMachine = false, drawsWorkflows = false } = {},
): Format => ({
  name,
  summary,
  isMachine,
  drawsWorkflows,
  load: async () => (await load()).default,
});

const machine = { isMachine: true };

/** A new format is a file with a reporter as its default export, and a line here. */
export const FORMATS: ReadonlyMap<string, Format> = new Map(
  [
    formatOf('text', 'findings with the lines they are about', () => import('./text.ts')),
    formatOf('compact', 'one line a finding, for editors', () => import('./compact.ts')),
    formatOf('json', 'the JSON report, version 1', () => import('./json.ts'), machine),
    formatOf('sarif', 'SARIF 2.1.0, for code scanning', () => import('./sarif.ts'), machine),
    formatOf('github', 'annotations of GitHub Actions', () => import('./github.ts')),
    formatOf('gitlab', 'Code Quality of GitLab', () => import('./gitlab.ts'), machine),
    formatOf('junit', 'JUnit XML', () => import('./junit.ts'), machine),
    formatOf('markdown', 'a comment on a pull request', () => import('./markdown.ts')),
    formatOf('agent', 'short, for language models', () => import('./agent.ts')),
  ].map((format) => [format.name, format]),
);

export const DRAWING_FORMATS: ReadonlySet<string> = new Set(
  [...FORMATS.values()].filter((format) => format.drawsWorkflows).map(({ name }) => name),
);
