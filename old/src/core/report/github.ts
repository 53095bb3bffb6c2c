import { type Failure, type Finding, type Result, SEVERITIES } from '../model/finding.ts';
import { truncateMiddle } from '../model/text.ts';
import { escapeLine, escapeText } from './escape.ts';
import { headline, remarks } from './footer.ts';
import { listedFindings } from './listing.ts';
import type { ReportContext, Reporter } from './reporter.ts';
import { sourcePath } from './uri.ts';
import { countFindings, formatFailure, messageWithOwner } from './words.ts';

/** The runner drops further annotations of a level in one step. */
export const ANNOTATIONS_PER_LEVEL = 10;

const COMMANDS = { error: 'error', warning: 'warning', info: 'notice' } as const;
const COUNTERS = { error: 'errors', warning: 'warnings', info: 'infos' } as const;

/** Annotations of GitHub Actions, then the rest as lines of the log. */
const github: Reporter = function* (result, context) {
  yield* annotations(result, context);
  yield `${escapeLine(`edgewise: ${headline(result)}`)}\n`;
  for (const { label, text } of remarks(result, context.quiet))
    yield `${escapeLine(`${label} ${text}`)}\n`;
};

/** Without the lines of the log. */
export function* annotations(result: Result, context: ReportContext): Iterable<string> {
  const findings = listedFindings(result, context);
  const left = { errors: 0, warnings: 0, infos: 0 };
  for (const severity of SEVERITIES) {
    const failures = severity === 'error' ? result.failures : [];
    const own = findings.filter((finding) => finding.severity === severity);
    const shown = failures
      .slice(0, ANNOTATIONS_PER_LEVEL)
      .map((failure) => annotateFailure(failure, context));
    for (const finding of own.slice(0, ANNOTATIONS_PER_LEVEL - shown.length))
      shown.push(annotate(finding, context));
    for (const command of shown) yield `${command}\n`;
    left[COUNTERS[severity]] = failures.length + own.length - shown.length;
  }
  const sum = left.errors + left.warnings + left.infos;
  if (sum > 0) yield `edgewise: ${sum} more, without an annotation: ${countFindings(left)}\n`;
}

function annotate(finding: Finding, { folder }: ReportContext): string {
  const { source, region, pointer } = finding.location;
  const oneLine = region !== undefined && region.endLine === region.startLine;
  const properties = {
    file: fileOf(source, folder),
    line: region?.startLine,
    endLine: region?.endLine,
    // The runner ignores columns of several lines.
    col: oneLine ? region.startColumn : undefined,
    endColumn: oneLine ? region.endColumn : undefined,
    title: escapeText(finding.rule).slice(0, 200),
  };
  const place = region === undefined && pointer !== '' ? ` (at ${truncateMiddle(pointer)})` : '';
  return workflowCommand(COMMANDS[finding.severity], properties, messageWithOwner(finding) + place);
}

function annotateFailure({ source, message }: Failure, { folder }: ReportContext): string {
  const text = formatFailure({ source: source === '-' ? 'standard input' : source, message });
  return workflowCommand('error', { file: fileOf(source, folder), title: 'not read' }, text);
}

function fileOf(source: string, folder: string | undefined): string | undefined {
  return source === '-' ? undefined : sourcePath(source, folder);
}

/** A workflow command in one line. Properties that are `undefined` are left out. */
export function workflowCommand(
  name: string,
  properties: Readonly<Record<string, string | number | undefined>>,
  message: string,
): string {
  const given = Object.entries(properties)
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  return `::${name}${given.length === 0 ? '' : ' '}${given.join(',')}::${escapeData(message)}`;
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

// `escapeText` first: it makes line breaks visible.
function escapeData(text: string): string {
  return escapeText(text).replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

export default github;
