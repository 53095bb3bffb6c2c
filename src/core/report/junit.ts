import type { Finding } from '../model/finding.ts';
import { truncate } from '../model/text.ts';
import { escapeMarkup, escapeText } from './escape.ts';
import { listedFindings } from './listing.ts';
import type { ReportContext, Reporter } from './reporter.ts';
import { helpOf, sourceName, wordFinding, wordLocation, wordNotChecked } from './words.ts';

type Outcome = 'passed' | 'failure' | 'error' | 'skipped';

interface Testcase {
  readonly suite: string;
  readonly name: string;
  readonly outcome: Outcome;
  /** Markup. */
  readonly content: string;
}

/** A suite a source. Errors and warnings fail, infos are skipped, a source without any passes. */
const junit: Reporter = function* (result, context) {
  const findings = listedFindings(result, context);
  const cases: readonly Testcase[] = [
    ...result.failures.map(({ source, message }): Testcase => {
      const suite = sourceName(source);
      const content = element('error', { type: 'not-read', message }, '');
      return { suite, name: `not read: ${suite}`, outcome: 'error', content };
    }),
    ...findings.map((finding) => caseOf(finding, context)),
    ...Array.from(wordNotChecked(result.notChecked), (name): Testcase => {
      return {
        suite: 'not checked',
        name,
        outcome: 'skipped',
        content: element('skipped', {}, ''),
      };
    }),
  ];
  const suites = new Map<string, Testcase[]>();
  for (const { input } of result.documents) suites.set(sourceName(input.name), []);
  for (const each of cases) suites.set(each.suite, [...(suites.get(each.suite) ?? []), each]);
  const nothing = context.quiet ? 'no errors' : 'no findings';
  for (const [suite, own] of suites)
    if (own.length === 0)
      own.push({ suite, name: `${nothing}: ${suite}`, outcome: 'passed', content: '' });

  const unique = createNames();
  const { skipped: _, ...totals } = countCases([...suites.values()].flat());
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield `<testsuites${attributes({ name: context.tool.name, ...totals })}>\n`;
  for (const [suite, own] of suites) {
    yield `  <testsuite${attributes({ name: suite, ...countCases(own) })}>\n`;
    for (const { name, content } of own)
      yield `    ${element('testcase', { classname: suite, name: unique(name) }, content)}\n`;
    yield '  </testsuite>\n';
  }
  yield '</testsuites>\n';
};

function caseOf(finding: Finding, { rules }: ReportContext): Testcase {
  const { severity, location, related } = finding;
  const suite = sourceName(location.source);
  const message = wordFinding(finding);
  const at = `${severity} at ${wordLocation(location)}: ${message}`;
  const name = caseName(finding);
  if (severity === 'info')
    // Older readers ignore attributes of it.
    return { suite, name, outcome: 'skipped', content: element('skipped', {}, escapeMarkup(at)) };
  const rule = rules.find(({ id }) => id === finding.rule);
  const lines = [
    ...['', at],
    ...related.map((other) => `see ${wordLocation(other.location)}: ${other.message}`),
    ...(rule === undefined ? [] : [`why: ${rule.why}`, `help: ${helpOf(rule)}`]),
  ];
  const details = lines.map(escapeMarkup).join('\n');
  const content = element('failure', { type: severity, message }, details);
  return { suite, name, outcome: 'failure', content };
}

/** Without a line, so that the case is the same in the next run. */
function caseName({ rule, workflow, step, edge, event }: Finding): string {
  const owner = workflow?.name ?? workflow?.id;
  const subject = [owner, step ?? edge ?? event].filter((part) => part !== undefined);
  return subject.length === 0 ? rule : `${rule}: ${subject.join(', ')}`;
}

/** Readers drop the second case of a name. Escaping may make two texts equal. */
function createNames(): (name: string) => string {
  const times = new Map<string, number>();
  return (name) => {
    const safe = truncate(escapeText(name), 200);
    const n = (times.get(safe) ?? 0) + 1;
    times.set(safe, n);
    return n === 1 ? safe : `${safe} (${n})`;
  };
}

type Attributes = Readonly<Record<string, string | number>>;

/** @param content markup. */
const element = (name: string, values: Attributes, content: string): string =>
  `<${name}${attributes(values)}>${content}</${name}>`;

const attributes = (values: Attributes): string =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escapeMarkup(String(value))}"`)
    .join('');

function countCases(cases: readonly Testcase[]) {
  const of = (wanted: Outcome): number => cases.filter((each) => each.outcome === wanted).length;
  return {
    tests: cases.length,
    failures: of('failure'),
    errors: of('error'),
    skipped: of('skipped'),
  };
}

export default junit;
