import { type Finding, SEVERITIES } from '../model/finding.ts';
import { defined } from '../model/json.ts';
import { escapeText, pathFromRoot, printLine } from './escape.ts';
import { listedFindings } from './listing.ts';
import type { ReportContext, Reporter } from './reporter.ts';
import { headline, remarks, wordFailure, wordFinding, wordOwned } from './words.ts';

/** The runner drops further annotations of a level in one step. */
const MOST_PER_LEVEL = 10;

const COMMANDS = { error: 'error', warning: 'warning', info: 'notice' } as const;

/** Annotations of GitHub Actions, then the rest as lines of the log. */
const github: Reporter = function* (result, context) {
  yield* annotations(result, context);
  yield printLine(`edgewise: ${headline(result)}`);
  for (const [label, text] of remarks(result, context)) yield printLine(`${label} ${text}`);
};

/** Only the annotations, to follow another report. */
export const annotations: Reporter = function* (result, context) {
  const findings = listedFindings(result, context);
  const failures = result.failures.map((each) => {
    const properties = { file: fileOf(each.source, context), title: 'not read' };
    return workflowCommand('error', properties, wordFailure(each));
  });
  let left = 0;
  for (const severity of SEVERITIES) {
    const own = findings.filter((finding) => finding.severity === severity);
    const commands = [
      ...(severity === 'error' ? failures : []),
      ...own.map((finding) => annotate(finding, context)),
    ];
    for (const command of commands.slice(0, MOST_PER_LEVEL)) yield `${command}\n`;
    left += Math.max(0, commands.length - MOST_PER_LEVEL);
  }
  if (left > 0) yield `edgewise: ${left} more, without an annotation\n`;
};

function annotate(finding: Finding, context: ReportContext): string {
  const { location, severity, rule } = finding;
  const { startLine, endLine, startColumn, endColumn } = location.region ?? {};
  // The runner ignores columns of several lines.
  const columns = startLine === endLine ? { col: startColumn, endColumn } : {};
  const file = fileOf(location.source, context);
  const properties = { file, line: startLine, endLine, ...columns, title: rule };
  return workflowCommand(COMMANDS[severity], properties, wordOwned(finding, wordFinding(finding)));
}

/** None of standard input, and of a failure of the run itself. */
const fileOf = (source: string, { folder, tool }: ReportContext): string | undefined =>
  source === '-' || source === tool.name ? undefined : pathFromRoot(source, folder);

/** One line. Properties that are undefined are left out. */
function workflowCommand(
  name: string,
  properties: Readonly<Record<string, string | number | undefined>>,
  message: string,
): string {
  const given = Object.entries(defined(properties)).map(
    ([key, value]) => `${key}=${escapeProperty(String(value))}`,
  );
  return `::${name} ${given.join(',')}::${escapeData(message)}`;
}

// `escapeText` first: it makes line breaks visible.
const escapeData = (text: string): string => escapeText(text).replaceAll('%', '%25');

const escapeProperty = (text: string): string =>
  escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

export default github;
