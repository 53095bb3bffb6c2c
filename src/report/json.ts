import type { Finding, Location, Result } from '../model/finding.ts';
import { detailedFindings } from './listing.ts';
import { type ReportContext, type Reporter, ruleUrl } from './reporter.ts';
import { writeJson } from './write-json.ts';

/** The JSON report, version 1: a frozen contract, described by schemas/report.schema.json. Fields may be added, never changed. */
export const json: Reporter = (result, context) => writeJson({ ...printFrame(result, context), findings: printed(detailedFindings(result, context), context) });

/** The report without its findings. */
export function printFrame(result: Result, { tool }: ReportContext): object {
  return {
    version: 1,
    tool: { name: tool.name, version: tool.version },
    summary: summaryOf(result),
    complete: result.complete,
    notChecked: result.notChecked.map(({ rule, reason }) => ({ rule, reason })),
    failures: result.failures.map(({ source, message }) => ({ source, message })),
  };
}

// Field by field, here and below: what else the engine comes to know must not leak into a frozen contract.
function summaryOf({ summary }: Result): object {
  const { errors, warnings, infos, suppressed, baselined, sources, workflows, steps, edges, events } = summary;
  return { errors, warnings, infos, suppressed, baselined, sources, workflows, steps, edges, events };
}

export function* printed(findings: readonly Finding[], context: ReportContext): Iterable<object> {
  for (const finding of findings) yield printFinding(finding, ruleUrl(context, finding.rule));
}

/** A finding as the report has it. Members that are `undefined` are left out when written. */
function printFinding(
  { rule, severity, message, help, fingerprint, location, workflow, step, edge, event, related, fixes, suppressed }: Finding,
  url: string,
): object {
  return {
    rule,
    severity,
    message,
    help,
    url,
    fingerprint,
    location: printLocation(location),
    workflow: workflow && { id: workflow.id, name: workflow.name },
    step,
    edge,
    event,
    related: related.map((other) => ({ message: other.message, location: printLocation(other.location) })),
    fixes: fixes.map(({ title, safety }) => ({ title, safety })),
    suppressed: suppressed && { by: suppressed.by, reason: suppressed.reason },
  };
}

function printLocation({ source, pointer, region }: Location): object {
  if (region === undefined) return { source, pointer };
  const { startLine, startColumn, endLine, endColumn } = region;
  return { source, pointer, region: { startLine, startColumn, endLine, endColumn } };
}
