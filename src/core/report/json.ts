import type { Finding, Location } from '../model/finding.ts';
import { encodePath, writeJson } from './escape.ts';
import { isComplete, listedFindings, summaryOf } from './listing.ts';
import type { Reporter } from './reporter.ts';
import { notCheckedEntries } from './words.ts';

const MOST_FILES = 1000;

/**
 * The JSON report, version 1: a frozen contract, described by schemas/report.schema.json. Printed
 * field by field, so that a new field of the model does not change it. Fields may be added.
 */
const json: Reporter = (result, context) => {
  const { tool, silenced, exitCode } = context;
  const { errors, warnings, infos, suppressed, baselined } = summaryOf(result);
  const { sources, workflows, steps, edges, events } = result.counts;
  const { rules, overrides, files, options, severities, failOn } = silenced;
  return writeJson({
    version: 1,
    exitCode,
    tool: { name: tool.name, version: tool.version },
    summary: {
      ...{ errors, warnings, infos, suppressed, baselined },
      ...{ sources, workflows, steps, edges, events, skipped: result.skipped.length },
    },
    complete: isComplete(result),
    notChecked: notCheckedEntries(result.notChecked),
    silenced: {
      ...{ rules, overrides, files: files.slice(0, MOST_FILES), options, severities, failOn },
    },
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
    location: printLocation(location),
    workflow: workflow && { id: workflow.id, name: workflow.name },
    ...{ step, edge, event },
    related: related.map((each) => ({
      message: each.message,
      location: printLocation(each.location),
    })),
    fixes: fixes.map(({ title, safety, edits }) => ({
      title,
      safety,
      edits: edits.map(({ pointer, startOffset, endOffset, text }) => ({
        ...{ pointer, startOffset, endOffset, text },
      })),
    })),
    suppressed: accepted && { by: accepted.by, reason: accepted.reason },
  };
}

/** Rules of plugins have no entry. */
const urlOf = (rule: string): string =>
  `node_modules/edgewise/docs/rules.md${rule.includes('/') ? '' : `#${encodePath(rule)}`}`;

function printLocation({ source, pointer, region }: Location): object {
  if (region === undefined) return { source, pointer };
  const { startLine, startColumn, endLine, endColumn } = region;
  return { source, pointer, region: { startLine, startColumn, endLine, endColumn } };
}

export default json;
