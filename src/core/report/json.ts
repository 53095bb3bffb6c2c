import type { Finding } from '../model/finding.ts';
import { encodePath, writeJson } from './escape.ts';
import { isComplete, listedFindings, summaryOf } from './listing.ts';
import type { Reporter } from './reporter.ts';
import { notCheckedEntries } from './words.ts';

const MOST_FILES = 1000;

/**
 * The JSON report, version 1: a frozen contract, described by schemas/report.schema.json. Fields
 * may be added.
 */
const json: Reporter = (result, context) => {
  const { tool, silenced, exitCode } = context;
  return writeJson({
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
  });
};

/** A finding as the JSON contracts of all commands have it. */
export function printFinding(finding: Finding): object {
  const { rule, severity, message, help, consequence, fingerprint, location } = finding;
  const { workflow, step, edge, event, related, fixes, accepted } = finding;
  return {
    ...{ rule, severity, message, help, consequence, url: urlOf(rule), fingerprint },
    location,
    workflow: workflow && { id: workflow.id, name: workflow.name },
    ...{ step, edge, event },
    related,
    fixes: fixes.map(({ title, safety, edits }) => ({
      ...{ title, safety, edits: edits.map(({ region: _, ...edit }) => edit) },
    })),
    suppressed: accepted && { by: accepted.by, reason: accepted.reason },
  };
}

/** Rules of plugins have no entry. */
const urlOf = (rule: string): string =>
  `node_modules/edgewise/docs/rules.md${rule.includes('/') ? '' : `#${encodePath(rule)}`}`;

export default json;
