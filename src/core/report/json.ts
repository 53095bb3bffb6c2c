import type { LintResult } from '../lint/lint.ts';
import type { Counts, Finding, Summary } from '../model/finding.ts';
import { defined } from '../model/json.ts';
import { encodePath, writeJson } from './escape.ts';
import { isComplete, listedFindings, summaryOf } from './listing.ts';
import type { ReportContext, Reporter, Silenced } from './reporter.ts';
import { notCheckedEntries } from './words.ts';

const MOST_FILES = 1000;

/** The JSON report, version 1: schemas/report.schema.json describes it. Fields may be added. */
export interface JsonReport {
  readonly version: 1;
  readonly exitCode: number;
  readonly tool: { readonly name: string; readonly version: string };
  readonly summary: Summary & Counts & { readonly skipped: number };
  readonly complete: boolean;
  readonly notChecked: readonly { readonly rule: string; readonly reason: string }[];
  readonly silenced: Silenced;
  readonly failures: readonly { readonly source: string; readonly message: string }[];
  readonly skipped: readonly { readonly source: string; readonly reason: string }[];
  readonly findings: readonly JsonFinding[];
}

export interface JsonFinding
  extends Omit<Finding, 'input' | 'fingerprints' | 'accepted' | 'isMandatory'> {
  readonly url: string;
  readonly suppressed?: { readonly by: 'suppression' | 'baseline'; readonly reason?: string };
}

const json: Reporter = (result, context) => writeJson(reportOf(result, context));

export function reportOf(result: LintResult, context: ReportContext): JsonReport {
  const { tool, silenced, exitCode } = context;
  return {
    version: 1,
    exitCode,
    tool: { name: tool.name, version: tool.version },
    summary: { ...summaryOf(result), ...result.counts, skipped: result.skipped.length },
    complete: isComplete(result),
    notChecked: notCheckedEntries(result.notChecked),
    silenced: { ...silenced, files: silenced.files.slice(0, MOST_FILES) },
    failures: result.failures.map(({ source, message }) => ({ source, message })),
    skipped: result.skipped.slice(0, MOST_FILES).map(({ source, reason }) => ({ source, reason })),
    findings: listedFindings(result, context, true).map(printFinding),
  };
}

/** A finding as the JSON contracts of all commands have it. */
function printFinding(finding: Finding): JsonFinding {
  const { rule, severity, message, help, consequence, fingerprint, location } = finding;
  const { workflow, step, edge, event, related, fixes, accepted } = finding;
  return {
    ...{ rule, severity, message, ...defined({ help, consequence }), url: urlOf(rule) },
    ...{ fingerprint, location },
    ...(workflow && { workflow: defined({ id: workflow.id, name: workflow.name }) }),
    ...{ ...defined({ step, edge, event }), related },
    fixes: fixes.map((fix) => ({ ...fix, edits: fix.edits.map(({ region: _, ...edit }) => edit) })),
    ...(accepted && { suppressed: { by: accepted.by, ...defined({ reason: accepted.reason }) } }),
  };
}

/** Rules of plugins have no entry. */
const urlOf = (rule: string): string =>
  `node_modules/edgewise/docs/rules.md${rule.includes('/') ? '' : `#${encodePath(rule)}`}`;

export default json;
