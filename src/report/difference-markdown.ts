import type { EdgeChange, FieldChange } from '../model/difference.ts';
import type { Finding } from '../model/finding.ts';
import { type DifferenceReporter, showPlace, showStep, showValue, summarize } from './difference.ts';
import { code } from './escape-markdown.ts';
import { abridge, abridgeWords, count, sayFailure } from './words.ts';

/** A difference as a comment on a pull request, or the summary of a job. */
export const differenceMarkdown: DifferenceReporter = function* (report) {
  const { before, after, difference, findings, failures } = report;
  yield `### ${difference.same ? 'No difference' : 'Differences'} between ${code(before.source)} and ${code(after.source)}\n\n`;
  if (!difference.same) yield `${summarize(report)}\n`;
  for (const { change, id, name, size, fields, steps, edges } of difference.workflows) {
    const extent = size === undefined ? '' : ` (${count(size.steps, 'step')}, ${count(size.edges, 'edge')})`;
    yield `\n#### Workflow ${code(abridge(name ?? id ?? '(no name)'))} ${change}${extent}\n\n`;
    for (const field of fields) yield `- ${showField(field)}\n`;
    for (const step of steps) {
      yield `- step ${code(showStep(step))} ${step.change}\n`;
      for (const field of step.fields) yield `  - ${showField(field)}\n`;
    }
    for (const edge of edges) yield `- ${showEdge(edge)}\n`;
  }
  for (const { change, name, fields } of difference.events) {
    yield `\n#### Event ${code(abridge(name ?? '(no name)'))} ${change}\n\n`;
    for (const field of fields) yield `- ${showField(field)}\n`;
  }
  yield* listFindings('Findings that appeared', findings.appeared);
  yield* listFindings('Findings that went', findings.went);
  if (difference.notCompared.length > 0) yield '\n#### Not compared\n\n';
  for (const { what, reason } of difference.notCompared) yield `- ${code(abridgeWords(`${what}: ${reason}`))}\n`;
  if (failures.length > 0) yield '\n#### Not read\n\n';
  for (const failure of failures) yield `- ${code(sayFailure(failure))}\n`;
};

function* listFindings(title: string, findings: readonly Finding[]): Iterable<string> {
  if (findings.length === 0) return;
  yield `\n#### ${title}\n\n`;
  for (const finding of findings) yield `- **${finding.severity}** ${code(finding.rule)} ${code(finding.message)} at ${code(showPlace(finding))}\n`;
}

function showField({ path, before, after }: FieldChange): string {
  return `${code(abridge(path || '/'))}: ${before === undefined ? 'none' : code(showValue(before))} → ${after === undefined ? 'none' : code(showValue(after))}`;
}

function showEdge({ change, from, to, type }: EdgeChange): string {
  return `edge from ${code(from.label)} to ${code(to.label)}${type === 'default' ? '' : ` of type ${code(abridge(type ?? '(not readable)'))}`} ${change}`;
}
