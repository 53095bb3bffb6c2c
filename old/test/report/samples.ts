import { createRegions } from '../../src/core/document/regions.ts';
import type { Finding, Location, Result } from '../../src/core/model/finding.ts';
import type { Palette, ReportContext, Reporter } from '../../src/core/report/reporter.ts';
import type { AnyRule } from '../../src/core/rule.ts';

// What the tests of reporters report: rules, findings and results made by hand, so that no change of a rule changes them.

const paints = (paint: (name: string) => (text: string) => string): Palette => ({
  red: paint('red'),
  yellow: paint('yellow'),
  blue: paint('blue'),
  cyan: paint('cyan'),
  green: paint('green'),
  bold: paint('bold'),
  dim: paint('dim'),
});

/** No colour: every paint leaves the text alone. */
export const PLAIN = paints(() => (text) => text);

/** Colours as tags: where they begin and end can be read in a snapshot. */
export const TAGGED = paints((name) => (text) => `<${name}>${text}</${name}>`);

const shared = { category: 'graph', since: '0.1.0', whenOff: 'Never.' } as const;

// Not in order of id: reports of programs list them sorted.
const RULES: readonly AnyRule[] = [
  {
    ...shared,
    id: 'unreachable-step',
    severity: 'error',
    preset: 'correctness',
    summary: 'A step that no path from the trigger leads to.',
    why: 'No contact ever gets there: the email it sends, or the change it makes, never happens.',
    remedy: 'Connect it to a step that is reached, or delete it.',
  },
  {
    ...shared,
    id: 'dangling-edge',
    severity: 'error',
    preset: 'correctness',
    summary: 'An edge whose end is no step of the workflow.',
    why: 'A contact who gets there leaves the workflow without a word: every later email is never sent.',
    remedy: 'Point the edge at an existing step, or delete it.',
  },
  {
    ...shared,
    id: 'duplicate-event-name',
    severity: 'error',
    preset: 'correctness',
    category: 'events',
    summary: 'Two event definitions of one name.',
    why: 'Which of the two the service goes by is anybody’s guess, and with it what the emails can say.',
    remedy: 'Delete one of the two.',
  },
  {
    ...shared,
    id: 'long-subject',
    severity: 'info',
    preset: 'strict',
    category: 'email',
    summary: 'A subject that most inboxes cut off.',
    why: 'Readers see the first words only.',
    remedy: 'Say it in fewer words.',
  },
  {
    ...shared,
    id: 'unused-event',
    severity: 'info',
    preset: 'recommended',
    category: 'events',
    summary: 'An event that no workflow listens to.',
    why: 'Code goes on sending it and nothing happens.',
    remedy: 'Delete it, or start a workflow on it.',
  },
];

export const CONTEXT: ReportContext = {
  tool: { name: 'edgewise', version: '0.1.0' },
  rules: RULES,
  pageOf: () => undefined,
  palette: PLAIN,
  elapsed: 38,
  quiet: false,
};

export function print(
  reporter: Reporter,
  result: Result,
  context: Partial<ReportContext> = {},
): string {
  return [...reporter(result, { ...CONTEXT, ...context })].join('');
}

/** A result of these findings; what is not given is empty. */
export function resultOf(
  findings: readonly Finding[],
  {
    summary,
    ...more
  }: Partial<Omit<Result, 'summary'>> & { summary?: Partial<Result['summary']> } = {},
): Result {
  const count = (severity: Finding['severity']) =>
    findings.filter((finding) => finding.severity === severity).length;
  return {
    summary: {
      errors: count('error'),
      warnings: count('warning'),
      infos: count('info'),
      suppressed: 0,
      baselined: 0,
      sources: 1,
      workflows: 1,
      steps: 4,
      edges: 3,
      events: 0,
      ...summary,
    },
    complete: true,
    notChecked: [],
    failures: [],
    findings,
    sources: ['welcome.json'],
    skipped: [],
    faultyWorkflows: findings.length > 0 ? 1 : 0,
    crashed: false,
    ...more,
  };
}

export function findingOf(more: Partial<Finding> = {}): Finding {
  return {
    rule: 'dangling-edge',
    severity: 'error',
    message: 'the edge from "start" leads to "welcom", which is no step of this workflow',
    fingerprint: '00f1c2d3e4a5b697',
    location: { source: 'welcome.json', pointer: '/edges/0/to' },
    related: [],
    fixes: [],
    ...more,
  };
}

/** The first place of `marked` in a text. */
export function placeIn(
  text: string,
  marked: string,
  source = 'welcome.json',
  pointer = '/name',
): Location {
  const offset = text.indexOf(marked);
  return { source, pointer, ...createRegions(text, 1)({ offset, length: marked.length }) };
}
