import type { Finding } from '../model/finding.ts';
import { truncate } from '../model/text.ts';
import { type Attributes, attributes, element, escapeMarkup, escapeText } from './escape.ts';
import { listedFindings } from './listing.ts';
import type { Reporter } from './reporter.ts';
import { sourceName, wordFinding, wordLine, wordNotChecked } from './words.ts';

type Outcome = 'failure' | 'error' | 'skipped' | 'passed';

interface Testcase {
  readonly outcome: Outcome;
  readonly markup: string;
}

/** A suite a source. Errors and warnings fail, infos are skipped, a source without any passes. */
const junit: Reporter = function* (result, context) {
  const names = result.documents.map(({ input }) => sourceName(input.name));
  const suites = new Map<string, Testcase[]>(names.map((name) => [name, []]));
  const times = new Map<string, number>();
  /** @param content markup. */
  const add = (classname: string, text: string, outcome: Outcome, content = ''): void => {
    // Readers drop the second case of a name. Escaping may make two texts equal.
    const safe = truncate(escapeText(text), 200);
    const n = (times.get(safe) ?? 0) + 1;
    times.set(safe, n);
    const name = n === 1 ? safe : `${safe} (${n})`;
    const markup = element('testcase', { classname, name }, content);
    suites.set(classname, [...(suites.get(classname) ?? []), { outcome, markup }]);
  };
  for (const { source, message } of result.failures) {
    const name = sourceName(source);
    add(name, `not read: ${name}`, 'error', element('error', { type: 'not-read', message }));
  }
  for (const finding of listedFindings(result, context)) {
    const { severity, location } = finding;
    const message = wordFinding(finding);
    const outcome = severity === 'info' ? 'skipped' : 'failure';
    const text = escapeMarkup(wordLine(finding, message));
    // Older readers ignore attributes of `skipped`.
    const values: Attributes = severity === 'info' ? {} : { type: severity, message };
    const name = caseName(finding);
    add(sourceName(location.source), name, outcome, element(outcome, values, text));
  }
  for (const [name, cases] of suites)
    if (cases.length === 0) add(name, `no findings: ${name}`, 'passed');
  for (const text of wordNotChecked(result.notChecked))
    add('not checked', text, 'skipped', element('skipped', {}));

  const { skipped: _, ...totals } = countCases([...suites.values()].flat());
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield `<testsuites${attributes({ name: context.tool.name, ...totals })}>\n`;
  for (const [name, cases] of suites) {
    yield `  <testsuite${attributes({ name, ...countCases(cases) })}>\n`;
    for (const { markup } of cases) yield `    ${markup}\n`;
    yield '  </testsuite>\n';
  }
  yield '</testsuites>\n';
};

/** Without a line, so that the case is the same in the next run. */
function caseName({ rule, workflow, step, edge, event }: Finding): string {
  const owner = workflow?.name ?? workflow?.id;
  const subject = [owner, step ?? edge ?? event].filter((part) => part !== undefined);
  return subject.length === 0 ? rule : `${rule}: ${subject.join(', ')}`;
}

function countCases(cases: readonly Testcase[]) {
  const of = (wanted: Outcome): number => cases.filter((each) => each.outcome === wanted).length;
  const [failures, errors, skipped] = [of('failure'), of('error'), of('skipped')];
  return { tests: cases.length, failures, errors, skipped };
}

export default junit;
