import type { Finding, Location, Result, Silenced, Summary } from '../model/finding.ts';
import { detailedFindings } from './listing.ts';
import type { ReportContext, Reporter } from './reporter.ts';
import { encodeSegment } from './uri.ts';
import { writeJson } from './write-json.ts';

/** The JSON report, version 1: a frozen contract, described by schemas/report.schema.json. Fields may be added, never changed. */
const json: Reporter = (result, context) =>
  writeJson({
    ...printHead(result, context),
    findings: detailedFindings(result, context).map(printListed),
  });

function printHead(result: Result, { tool }: ReportContext): object {
  const { silenced = NOTHING_SILENCED } = result;
  return {
    version: 1,
    tool: { name: tool.name, version: tool.version },
    summary: { ...printSummary(result.summary), skipped: result.skipped.length },
    complete: result.complete,
    notChecked: result.notChecked.map(({ rule, reason }) => ({ rule, reason })),
    silenced: {
      rules: silenced.rules,
      overrides: silenced.overrides,
      files: silenced.files.slice(0, 1000),
      options: silenced.options,
      severities: silenced.severities,
      failOn: silenced.failOn,
    },
    failures: result.failures.map(({ source, message }) => ({ source, message })),
    skipped: result.skipped.slice(0, 1000).map(({ source, reason }) => ({ source, reason })),
  };
}

const NOTHING_SILENCED: Silenced = {
  rules: [],
  overrides: [],
  files: [],
  options: [],
  severities: [],
};

// Field by field: a new field of the model must not change a frozen contract.
export function printSummary(summary: Summary): object {
  const { errors, warnings, infos, suppressed, baselined } = summary;
  const { sources, workflows, steps, edges, events } = summary;
  const found = { errors, warnings, infos, suppressed, baselined };
  return { ...found, sources, workflows, steps, edges, events };
}

function printListed(finding: Finding): object {
  const { suppressed } = finding;
  return {
    ...printFinding(finding, pageOfRule(finding.rule)),
    related: finding.related.map(({ message, location }) => ({
      message,
      location: printLocation(location),
    })),
    fixes: finding.fixes.map(({ title, safety, edits }) => {
      const printed = edits.map(({ pointer, startOffset, endOffset, text }) => {
        return { pointer, startOffset, endOffset, text };
      });
      return { title, safety, edits: printed };
    }),
    suppressed: suppressed && { by: suppressed.by, reason: suppressed.reason },
  };
}

/** Where the page of a rule is when edgewise is a dependency; the list of all rules for a rule of a plugin. */
const pageOfRule = (id: string): string =>
  `node_modules/edgewise/docs/rules/${id.includes('/') ? 'README' : encodeSegment(id)}.md`;

/** The fields of a finding that all contracts share. */
export function printFinding(finding: Finding, url?: string): object {
  const { rule, severity, message, help, consequence, fingerprint } = finding;
  const { workflow, step, edge, event } = finding;
  const head = { rule, severity, message, help, consequence, url, fingerprint };
  const location = printLocation(finding.location);
  const owner = workflow && { id: workflow.id, name: workflow.name };
  return { ...head, location, workflow: owner, step, edge, event };
}

function printLocation({ source, pointer, region }: Location): object {
  if (region === undefined) return { source, pointer };
  const { startLine, startColumn, endLine, endColumn } = region;
  return { source, pointer, region: { startLine, startColumn, endLine, endColumn } };
}

export default json;
