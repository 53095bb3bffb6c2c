import type { Finding, Result } from '../model/finding.ts';
import { addTo } from '../model/groups.ts';
import { truncate, uniqueNames } from '../model/text.ts';
import type { AnyRule } from '../rule.ts';
import { escapeText } from './escape.ts';
import { type Markup, markup } from './escape-markup.ts';
import { listedFindings } from './listing.ts';
import type { ReportContext, Reporter } from './reporter.ts';
import { formatLocation, formatWorkflow, helpOf, messageOf, sourceName } from './words.ts';

/** For Jenkins and GitLab: a suite a source, a failing case an error or warning, a passing case a clean source. */
const junit: Reporter = function* (result, context) {
  const suites = buildSuites(result, context);
  const totals = countCases([...suites.values()].flat());
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield markup`<testsuites name="${context.tool.name}" tests="${totals.all}" failures="${totals.failure}" errors="${totals.error}">\n`
    .text;
  for (const [name, cases] of suites) {
    const { all, failure, error, skipped } = countCases(cases);
    yield markup`  <testsuite name="${name}" tests="${all}" failures="${failure}" errors="${error}" skipped="${skipped}">\n`
      .text;
    const start = markup`    <testcase classname="${name}" name="`.text;
    for (const { name: own, content } of cases) {
      yield `${start}${markup`${own}`.text}"${content === undefined ? '/>' : `>${content().text}</testcase>`}\n`;
    }
    yield '  </testsuite>\n';
  }
  yield '</testsuites>\n';
};

interface Testcase {
  /** Unique in the report: readers drop the second case of a name. */
  readonly name: string;
  readonly outcome: 'passed' | 'failure' | 'error' | 'skipped';
  /** Absent for a passed case. Created when it is printed. */
  readonly content?: () => Markup;
}

type Suites = ReadonlyMap<string, readonly Testcase[]>;

function buildSuites(result: Result, context: ReportContext): Suites {
  const suites = new Map<string, Testcase[]>(result.sources.map((name) => [sourceName(name), []]));
  const rules = new Map(context.rules.map((rule) => [rule.id, rule]));
  const numbered = uniqueNames((name, n) => `${name} (${n})`);
  // Escaped, since escaping may make two texts equal.
  const unique = (name: string): string => numbered(truncate(escapeText(name), 200));
  for (const { source, message } of result.failures) {
    addTo(suites, sourceName(source), {
      name: unique(`not read: ${sourceName(source)}`),
      outcome: 'error',
      content: () => markup`<error type="not-read" message="${message}"></error>`,
    });
  }
  for (const finding of listedFindings(result, context)) {
    addTo(suites, sourceName(finding.location.source), {
      name: unique(caseName(finding)),
      outcome: finding.severity === 'info' ? 'skipped' : 'failure',
      content: () => printOutcome(finding, rules.get(finding.rule)),
    });
  }
  const nothing = context.quiet ? 'no errors' : 'no findings';
  for (const [name, cases] of suites)
    if (cases.length === 0) cases.push({ name: unique(`${nothing}: ${name}`), outcome: 'passed' });
  for (const { rule, reason, inPart } of result.notChecked) {
    addTo(suites, 'not checked', {
      name: unique(`${inPart === true ? 'checked in part' : 'not checked'}: ${rule}`),
      outcome: 'skipped',
      content: () => skipped(markup`${reason}`),
    });
  }
  return suites;
}

/** An info does not make a build unstable: it counts as skipped. */
function printOutcome(finding: Finding, rule: AnyRule | undefined): Markup {
  const { severity, location, related } = finding;
  const message = markup`${messageOf(finding)}`;
  if (severity === 'info') return skipped(markup`info at ${formatLocation(location)}: ${message}`);
  const details = [markup`\n${severity} at ${formatLocation(location)}: ${message}`];
  for (const other of related.slice(0, 5))
    details.push(markup`\nsee ${formatLocation(other.location)}: ${other.message}`);
  if (rule !== undefined) details.push(markup`\nwhy: ${rule.why}\nhelp: ${helpOf(rule)}`);
  details.push(markup`\nrule: edgewise explain ${finding.rule}`);
  return markup`<failure type="${severity}" message="${message}">${details}</failure>`;
}

/** Without a line, so that the case is the same in the next run. */
function caseName({ rule, workflow, step, edge, event }: Finding): string {
  const owner = workflow && formatWorkflow({ ...workflow, status: undefined });
  const subject = [owner, step ?? edge ?? event].filter((part) => part !== undefined);
  return subject.length === 0 ? rule : `${rule}: ${subject.join(', ')}`;
}

// Older readers ignore attributes of `skipped`.
const skipped = (message: Markup): Markup => markup`<skipped>${message}</skipped>`;

function countCases(cases: readonly Testcase[]) {
  const of = (wanted: Testcase['outcome']): number =>
    cases.filter(({ outcome }) => outcome === wanted).length;
  return { all: cases.length, failure: of('failure'), error: of('error'), skipped: of('skipped') };
}

export default junit;
