import type { Finding, Result } from '../model/finding.ts';
import { escapeText } from './escape.ts';
import { type Markup, markup } from './escape-markup.ts';
import { listedFindings } from './listing.ts';
import { type ReportContext, type Reporter, ruleUrl } from './reporter.ts';
import { messageOf, nameOf, placeOf, shorten } from './words.ts';

/** JUnit's XML as Jenkins and GitLab read it: a suite a source, a failing case an error or warning, a passing one for a clean source. */
export const junit: Reporter = function* (result, context) {
  const suites = buildSuites(result, context);
  const totals = countCases([...suites.values()].flat());
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield markup`<testsuites name="${context.tool.name}" tests="${totals.all}" failures="${totals.failure}" errors="${totals.error}">\n`.text;
  for (const [name, cases] of suites) {
    const { all, failure, error, skipped } = countCases(cases);
    yield markup`  <testsuite name="${name}" tests="${all}" failures="${failure}" errors="${error}" skipped="${skipped}">\n`.text;
    const start = markup`    <testcase classname="${name}" name="`.text;
    for (const { name: own, content } of cases) {
      yield `${start}${markup`${own}`.text}"${content === undefined ? '/>' : `>${content().text}</testcase>`}\n`;
    }
    yield '  </testsuite>\n';
  }
  yield '</testsuites>\n';
};

interface Testcase {
  /** No other case of the report has it: of two alike, only one would be shown. */
  readonly name: string;
  readonly outcome: 'passed' | 'failure' | 'error' | 'skipped';
  /** What stands within a case that has not passed; made when it is printed. */
  readonly content?: () => Markup;
}

function buildSuites(result: Result, context: ReportContext): ReadonlyMap<string, readonly Testcase[]> {
  const suites = new Map<string, Testcase[]>();
  const suite = (name: string): Testcase[] => {
    const known = suites.get(name) ?? [];
    suites.set(name, known);
    return known;
  };
  const advise = createAdvice(context);
  const unique = uniqueNames();
  for (const source of result.sources) suite(suiteName(source));
  for (const { source, message } of result.failures) {
    suite(suiteName(source)).push({
      name: unique(`not read: ${suiteName(source)}`),
      outcome: 'error',
      content: () => markup`<error type="not-read" message="${message}"></error>`,
    });
  }
  for (const finding of listedFindings(result, context)) {
    suite(suiteName(finding.location.source)).push({
      name: unique(caseName(finding)),
      outcome: finding.severity === 'info' ? 'skipped' : 'failure',
      content: () => judge(finding, advise),
    });
  }
  for (const [name, cases] of suites) {
    if (cases.length === 0) cases.push({ name: unique(`${context.quiet ? 'no errors' : 'no findings'}: ${name}`), outcome: 'passed' });
  }
  for (const { rule, reason } of result.notChecked) {
    suite('not checked').push({ name: unique(`not checked: ${rule}`), outcome: 'skipped', content: () => skipped(markup`${reason}`) });
  }
  return suites;
}

/** An info is worth reading and no reason to call a build unstable: it counts as skipped. */
function judge(finding: Finding, advise: (rule: string) => Markup): Markup {
  const { severity, location, related } = finding;
  const message = markup`${messageOf(finding)}`;
  if (severity === 'info') return skipped(markup`info at ${placeOf(location)}: ${message}`);
  const details = [markup`\n${severity} at ${placeOf(location)}: ${message}`];
  for (const other of related.slice(0, MAX_RELATED)) details.push(markup`\nsee ${placeOf(other.location)}: ${other.message}`);
  details.push(advise(finding.rule));
  return markup`<failure type="${severity}" message="${message}">${details}</failure>`;
}

/** What is told of a rule: the same each time. */
function createAdvice(context: ReportContext): (rule: string) => Markup {
  const rules = new Map(context.rules.map((rule) => [rule.id, rule]));
  const known = new Map<string, Markup>();
  return (id) => {
    const rule = rules.get(id);
    const advice = known.get(id) ?? markup`${rule && markup`\nwhy: ${rule.why}\nfix: ${rule.remedy}`}\nrule: ${ruleUrl(context, id)}`;
    known.set(id, advice);
    return advice;
  };
}

const MAX_RELATED = 5;
const MAX_NAME = 200;

/** Rule and names, no line: the case of tomorrow's run is the same one. */
function caseName({ rule, workflow, step, edge, event }: Finding): string {
  const subject = [workflow === undefined ? undefined : nameOf({ ...workflow, status: undefined }), step ?? edge ?? event].filter((part) => part !== undefined);
  return subject.length === 0 ? rule : `${rule}: ${subject.join(', ')}`;
}

function uniqueNames(): (name: string) => string {
  const taken = new Set<string>();
  const times = new Map<string, number>();
  return (given) => {
    // As it will be printed: two texts may look the same once they can be seen.
    const name = shorten(escapeText(given), MAX_NAME);
    let nth = times.get(name) ?? 1;
    let unique = nth === 1 ? name : `${name} (${nth})`;
    while (taken.has(unique)) unique = `${name} (${++nth})`;
    times.set(name, nth + 1);
    taken.add(unique);
    return unique;
  };
}

// Older readers know no attributes of `skipped`.
const skipped = (message: Markup): Markup => markup`<skipped>${message}</skipped>`;

function countCases(cases: readonly Testcase[]): Readonly<Record<'all' | 'failure' | 'error' | 'skipped', number>> {
  const of = (wanted: Testcase['outcome']) => cases.filter(({ outcome }) => outcome === wanted).length;
  return { all: cases.length, failure: of('failure'), error: of('error'), skipped: of('skipped') };
}

const suiteName = (source: string): string => (source === '-' ? 'stdin' : source);
