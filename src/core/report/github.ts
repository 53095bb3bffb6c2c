import type { LintResult } from '../lint/lint.ts';
import { type Finding, SEVERITIES } from '../model/finding.ts';
import { escapeLine, escapeText, pathFromRoot } from './escape.ts';
import { listedFindings } from './listing.ts';
import type { ReportContext, Reporter } from './reporter.ts';
import { headline, remarks, wordCounts, wordFailure, wordFinding, wordOwned } from './words.ts';

/** The runner drops further annotations of a level in one step. */
const MOST_PER_LEVEL = 10;

const COMMANDS = { error: 'error', warning: 'warning', info: 'notice' } as const;

/** Annotations of GitHub Actions, then the rest as lines of the log. */
const github: Reporter = function* (result, context) {
  yield* annotations(result, context);
  for (const [label, text] of [['edgewise:', headline(result)], ...remarks(result, context)])
    yield `${escapeLine(`${label} ${escapeText(text ?? '')}`)}\n`;
};

/** Without the lines of the log. */
export function* annotations(result: LintResult, context: ReportContext): Iterable<string> {
  const findings = listedFindings(result, context);
  const left = { errors: 0, warnings: 0, infos: 0 };
  for (const severity of SEVERITIES) {
    const failures = severity === 'error' ? result.failures : [];
    const own = findings.filter((finding) => finding.severity === severity);
    const commands = [
      ...failures.map((failure) => {
        const properties = { file: fileOf(failure.source, context), title: 'not read' };
        return workflowCommand('error', properties, wordFailure(failure));
      }),
      ...own.slice(0, MOST_PER_LEVEL).map((finding) => annotate(finding, context)),
    ].slice(0, MOST_PER_LEVEL);
    for (const command of commands) yield `${command}\n`;
    left[`${severity}s`] = failures.length + own.length - commands.length;
  }
  const sum = left.errors + left.warnings + left.infos;
  if (sum > 0) yield `edgewise: ${sum} more, without an annotation: ${wordCounts(left)}\n`;
}

function annotate(finding: Finding, context: ReportContext): string {
  const { source, region, pointer } = finding.location;
  const { startLine, endLine, startColumn, endColumn } = region ?? {};
  // The runner ignores columns of several lines.
  const columns = startLine === endLine ? { col: startColumn, endColumn } : {};
  const properties = { file: fileOf(source, context), line: startLine, endLine, ...columns };
  const place = region === undefined && pointer !== '' ? ` (at ${pointer})` : '';
  const text = wordOwned(finding, wordFinding(finding)) + place;
  return workflowCommand(COMMANDS[finding.severity], { ...properties, title: finding.rule }, text);
}

const fileOf = (source: string, { folder }: ReportContext): string | undefined =>
  source === '-' ? undefined : pathFromRoot(source, folder);

/** One line. Properties that are undefined are left out. */
function workflowCommand(
  name: string,
  properties: Readonly<Record<string, string | number | undefined>>,
  message: string,
): string {
  const given = Object.entries(properties).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${escapeProperty(String(value))}`],
  );
  return `::${name} ${given.join(',')}::${escapeData(message)}`;
}

// `escapeText` first: it makes line breaks visible.
const escapeData = (text: string): string => escapeText(text).replaceAll('%', '%25');

const escapeProperty = (text: string): string =>
  escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');

export default github;
