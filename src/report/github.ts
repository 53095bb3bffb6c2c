import type { Failure, Finding, Result, Severity } from '../model/finding.ts';
import { escapeLine, escapeText } from './escape.ts';
import { workflowCommand } from './escape-github.ts';
import { headline, remarks } from './footer.ts';
import { listedFindings } from './listing.ts';
import type { ReportContext, Reporter } from './reporter.ts';
import { sourcePath } from './uri.ts';
import { abridge, countFindings, messageOf, sayFailure } from './words.ts';

/** The runner shows so many of each level in one step, and drops the others without a word. */
const MAX_EACH = 10;
/** A longer path is none that the runner could link to. */
const MAX_PATH = 1024;

const LEVELS = { error: 'error', warning: 'warning', info: 'notice' } as const;

/** Annotations of GitHub Actions, and what does not fit into them as lines of the log. */
export const github: Reporter = function* (result, context) {
  yield* annotations(result, context);
  yield `${escapeLine(`edgewise: ${headline(result)}`)}\n`;
  for (const { label, text } of remarks(result, context.quiet)) yield `${escapeLine(`${label} ${text}`)}\n`;
};

/** The annotations alone, for a log that has said the rest already. */
export function* annotations(result: Result, context: ReportContext): Iterable<string> {
  const findings = listedFindings(result, context);
  const left = { errors: 0, warnings: 0, infos: 0 };
  for (const severity of ['error', 'warning', 'info'] as const) {
    // What could not be read comes first: nothing is known of it.
    const failures = severity === 'error' ? result.failures : [];
    const own = findings.filter((finding) => finding.severity === severity);
    const shown = failures.slice(0, MAX_EACH).map((failure) => annotateFailure(failure, context));
    for (const finding of own.slice(0, MAX_EACH - shown.length)) shown.push(annotate(finding, context));
    for (const command of shown) yield `${command}\n`;
    left[COUNTERS[severity]] = failures.length + own.length - shown.length;
  }
  const sum = left.errors + left.warnings + left.infos;
  if (sum > 0) yield `edgewise: ${sum} more, without an annotation: ${countFindings(left)}\n`;
}

const COUNTERS = { error: 'errors', warning: 'warnings', info: 'infos' } as const satisfies Record<Severity, string>;

function annotate(finding: Finding, { folder }: ReportContext): string {
  const { source, region, pointer } = finding.location;
  const oneLine = region !== undefined && region.endLine === region.startLine;
  const properties = {
    file: fileOf(source, folder),
    line: region?.startLine,
    endLine: region?.endLine,
    // The runner takes columns within one line only.
    col: oneLine ? region.startColumn : undefined,
    endColumn: oneLine ? region.endColumn : undefined,
    title: escapeText(finding.rule).slice(0, 200),
  };
  const place = region === undefined && pointer !== '' ? ` (at ${abridge(pointer)})` : '';
  return workflowCommand(LEVELS[finding.severity], properties, messageOf(finding) + place);
}

function annotateFailure({ source, message }: Failure, { folder }: ReportContext): string {
  return workflowCommand(
    'error',
    { file: fileOf(source, folder), title: 'not read' },
    sayFailure({ source: source === '-' ? 'standard input' : source, message }),
  );
}

function fileOf(source: string, folder: string | undefined): string | undefined {
  const path = sourcePath(source, folder);
  return source === '-' || path.length > MAX_PATH ? undefined : path;
}
