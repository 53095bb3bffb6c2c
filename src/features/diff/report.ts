/** A difference for people: text and Markdown print the same lines. */
import type { Failure, Finding, Severity } from '../../core/model/finding.ts';
import { labelOf, plural, quote, truncate } from '../../core/model/text.ts';
import type { Edge } from '../../core/model/workflow.ts';
import { escapeLine, escapeMarkdown, escapeText } from '../../core/report/escape.ts';
import { wordLocation } from '../../core/report/words.ts';
import { wrap } from '../../core/report/wrap.ts';
import type { Layout } from '../../node/write.ts';
import type { Difference, StepChange, WorkflowChange } from './compare.ts';
import { sizeOf } from './compare.ts';
import type { FieldChange } from './fields.ts';

interface Line {
  readonly depth: number;
  readonly sign: '+' | '-' | '~' | '';
  readonly text: string;
  readonly severity?: Severity;
}

const SIGNS = { added: '+', removed: '-', changed: '~' } as const;
/** Of a list. */
const MOST = 200;
const LONGEST_VALUE = 60;

export function* diffText(
  difference: Difference,
  failures: readonly Failure[],
  { palette, width }: Layout,
): Iterable<string> {
  yield `${escapeLine(palette.bold(escapeText(heading(difference))))}\n`;
  const colours = { '+': palette.green, '-': palette.red, '~': palette.yellow, '': String };
  for (const { depth, sign, text } of linesOf(difference)) {
    if (depth === 0) yield '\n';
    const start = ' '.repeat(depth * 2);
    const mark = sign === '' ? '' : `${sign} `;
    const [first = '', ...others] = wrap(escapeText(text), width - start.length - 2);
    yield `${escapeLine(start + colours[sign](mark) + first)}\n`;
    for (const other of others) yield `${escapeLine(`${start}    ${other}`)}\n`;
  }
  yield `\n${palette.bold(summaryOf(difference))}\n`;
  for (const text of notesOf(difference, failures)) yield `${escapeLine(escapeText(text))}\n`;
}

export function* diffMarkdown(
  difference: Difference,
  failures: readonly Failure[],
): Iterable<string> {
  yield `### ${escapeMarkdown(heading(difference))}\n\n${summaryOf(difference)}\n\n`;
  for (const { depth, sign, text } of linesOf(difference))
    yield `${'  '.repeat(depth)}- ${sign === '' ? '' : `\`${sign}\` `}${escapeMarkdown(text)}\n`;
  for (const text of notesOf(difference, failures)) yield `\n${escapeMarkdown(text)}\n`;
}

const heading = ({ before, after }: Difference): string =>
  before.name === 'live'
    ? `what deploying ${after.name} changes in the account`
    : `from ${before.name} to ${after.name}`;

function* linesOf(difference: Difference): Iterable<Line> {
  const { workflows, events, resources, appeared, went } = difference;
  for (const change of workflows.slice(0, MOST)) yield* workflowLines(change);
  for (const { change, event, fields } of events.slice(0, MOST)) {
    yield { depth: 0, sign: SIGNS[change], text: `event ${quote(event.name ?? '')}` };
    yield* fieldLines(fields, 1);
  }
  for (const { change, of, name, fields } of resources.slice(0, MOST)) {
    yield { depth: 0, sign: SIGNS[change], text: `${of}: ${quote(name)}` };
    yield* fieldLines(fields, 1);
  }
  yield* findingLines('findings that appeared', appeared);
  yield* findingLines('findings that went', went);
}

function* workflowLines(given: WorkflowChange): Iterable<Line> {
  const { change, workflow, fields, steps, edges, contact } = given;
  const { name, id, edgeNoun } = workflow;
  const size = change === 'changed' ? undefined : sizeOf(workflow);
  const label = `workflow ${quote(name ?? id ?? '')}${name && id ? ` (${id})` : ''}`;
  yield { depth: 0, sign: SIGNS[change], text: size === undefined ? label : `${label}: ${size}` };
  for (const text of contact) yield { depth: 1, sign: '', text: `a contact ${text}` };
  yield* fieldLines(fields, 1);
  for (const each of steps) {
    yield { depth: 1, sign: SIGNS[each.change], text: stepText(each) };
    yield* fieldLines(each.fields, 2);
  }
  for (const { change: own, edge } of edges)
    yield { depth: 1, sign: SIGNS[own], text: `${edgeNoun} ${edgeText(edge)}` };
}

const stepText = ({ step, was }: StepChange): string =>
  `step ${labelOf(step)}${was === undefined ? '' : `, before: ${quote(was)}`}`;

function edgeText({ from = '?', to = '?', type = '?' }: Edge): string {
  return `${quote(from)} → ${quote(to)}${type === 'default' ? '' : ` (${type})`}`;
}

function* fieldLines(fields: readonly FieldChange[], depth: number): Iterable<Line> {
  for (const { path, before, after } of fields)
    yield { depth, sign: '', text: `${path}: ${valueText(before)} → ${valueText(after)}` };
}

const valueText = (value: unknown): string =>
  value === undefined ? '(none)' : truncate(JSON.stringify(value), LONGEST_VALUE);

function* findingLines(title: string, findings: readonly Finding[]): Iterable<Line> {
  if (findings.length > 0) yield { depth: 0, sign: '', text: title };
  for (const { severity, location, message, rule } of findings.slice(0, MOST)) {
    const text = `${severity}  ${wordLocation(location)}  ${message} [${rule}]`;
    yield { depth: 1, sign: '', text, severity };
  }
  const more = findings.length - MOST;
  if (more > 0) yield { depth: 1, sign: '', text: `and ${more} more` };
}

/** `1 workflow removed, 1 changed · 2 findings appeared`. */
function summaryOf(difference: Difference): string {
  const { workflows, events, resources, appeared, went } = difference;
  const counted = [
    ...[workflows, events, resources].map((changes, i) => {
      const noun = ['workflow', 'event', 'resource'][i] ?? '';
      return (['added', 'removed', 'changed'] as const).flatMap((each) => {
        const { length } = changes.filter(({ change }) => change === each);
        return length === 0 ? [] : [`${plural(length, noun)} ${each}`];
      });
    }),
    appeared.length > 0 ? [`${plural(appeared.length, 'finding')} appeared`] : [],
    went.length > 0 ? [`${plural(went.length, 'finding')} went`] : [],
  ];
  return counted.flat().join(' · ') || 'no difference';
}

const notesOf = ({ notCompared }: Difference, failures: readonly Failure[]): readonly string[] => [
  ...notCompared.map(({ what, reason }) => `not compared: ${what}: ${reason}`),
  ...failures.map(({ source, message }) => `not read: ${source}: ${message}`),
];
