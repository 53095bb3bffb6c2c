import type { EdgeChange, StepChange, WorkflowChange } from '../model/difference.ts';
import type { Finding } from '../model/finding.ts';
import { type DifferenceReporter, showChange, showPlace, showStep, summarize } from './difference.ts';
import { escapeLine, escapeText } from './escape.ts';
import type { Palette } from './reporter.ts';
import { abridgeWords, count, sayFailure } from './words.ts';

const SIGNS = { added: '+', removed: '-', renamed: '~', changed: '~' } as const;

/** A difference for people: one block a workflow, one line a change. */
export const differenceText: DifferenceReporter = function* (report, { palette }) {
  const { difference, findings, failures } = report;
  for (const workflow of difference.workflows) {
    yield line(palette, workflow.change, 0, `workflow ${nameOf(workflow)}`);
    for (const field of workflow.fields) yield line(palette, 'changed', 1, `${field.path}: ${showChange(field)}`);
    for (const step of workflow.steps) yield* stepLines(palette, step);
    for (const edge of workflow.edges) yield line(palette, edge.change, 1, `edge ${showEdge(edge)}`);
    yield '\n';
  }
  for (const { change, name, fields } of difference.events) {
    yield line(palette, change, 0, `event ${name === undefined ? 'without a name' : `"${name}"`}`);
    for (const field of fields) yield line(palette, 'changed', 1, `${field.path}: ${showChange(field)}`);
    yield '\n';
  }
  yield* findingLines(palette, 'findings that appeared', findings.appeared);
  yield* findingLines(palette, 'findings that went', findings.went);
  yield `${palette.bold(summarize(report))}\n`;
  for (const { what, reason } of difference.notCompared) yield `${escapeLine(`not compared: ${escapeText(abridgeWords(`${what}: ${reason}`))}`)}\n`;
  for (const failure of failures) yield `${escapeLine(`not read: ${escapeText(sayFailure(failure))}`)}\n`;
};

function* stepLines(palette: Palette, step: StepChange): Iterable<string> {
  yield line(palette, step.change, 1, `step ${showStep(step)}`);
  for (const field of step.fields) yield line(palette, 'changed', 2, `${field.path || '/'}: ${showChange(field)}`);
}

function* findingLines(palette: Palette, title: string, findings: readonly Finding[]): Iterable<string> {
  if (findings.length === 0) return;
  yield `${palette.bold(title)}\n`;
  for (const finding of findings)
    yield `${escapeLine(`  ${finding.severity}  ${escapeText(showPlace(finding))}  ${escapeText(finding.message)} [${finding.rule}]`)}\n`;
  yield '\n';
}

function nameOf({ name, id, size }: WorkflowChange): string {
  const known = name === undefined ? (id === undefined ? 'without a name' : `"${id}"`) : `"${name}"${id === undefined ? '' : ` (${id})`}`;
  return size === undefined ? known : `${known}: ${count(size.steps, 'step')}, ${count(size.edges, 'edge')}`;
}

function showEdge({ from, to, type }: EdgeChange): string {
  return `from ${from.label} to ${to.label}${type === 'default' ? '' : ` (${type ?? 'no readable type'})`}`;
}

function line({ green, red, yellow }: Palette, change: keyof typeof SIGNS, depth: number, text: string): string {
  const paint = change === 'added' ? green : change === 'removed' ? red : yellow;
  // Fields carry no sign of their own: what they belong to has changed.
  const sign = depth > 0 && text.startsWith('/') ? '' : `${SIGNS[change]} `;
  return `${'  '.repeat(depth)}${paint(escapeLine(sign + escapeText(abridgeWords(text))))}\n`;
}
