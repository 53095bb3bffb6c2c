import type { Finding } from '../../core/model/finding.ts';
import { groupBy } from '../../core/model/groups.ts';
import { labelOf } from '../../core/model/label.ts';
import { pluralize, truncate, truncateMiddle, truncateWords } from '../../core/model/text.ts';
import { escapeLine, escapeText } from '../../core/report/escape.ts';
import { code, escapeMarkdown } from '../../core/report/escape-markdown.ts';
import type { Palette, Printer } from '../../core/report/reporter.ts';
import { formatFailure, formatLocation, PLAIN_WIDTH, wrap } from '../../core/report/words.ts';
import { printEffects } from './deployment.ts';
import type {
  Deployment,
  Difference,
  DifferenceReport,
  FieldChange,
  ItemChange,
  Move,
  StepChange,
  WorkflowChange,
} from './difference.ts';
import { differenceJson } from './report-json.ts';

type DifferenceReporter = Printer<DifferenceReport>;

const LONGEST = 120;
const SIGNS = { added: '+', removed: '-', renamed: '~', changed: '~' } as const;

/** A difference as text: one block per workflow, one line per change. */
const differenceText: DifferenceReporter = function* (report, { palette, width = PLAIN_WIDTH }) {
  const layout: Layout = { palette, width };
  const plain = (text: string): string => linesOf(escapeText(text), { depth: 0, width });
  const { difference, findings, failures } = report;
  const direction = formatDirection(report);
  if (direction !== undefined) yield `${palette.bold(plain(direction))}\n\n`;
  for (const { change, noun, called, extent, lines } of blocksOf(difference)) {
    const text = `${noun} ${called}${extent === undefined ? '' : `: ${extent}`}`;
    for (const line of [{ change, depth: 0, text }, ...lines]) yield printLine(line, layout);
    yield '\n';
  }
  for (const [change, listed] of Object.entries(findings)) {
    if (listed.length === 0) continue;
    yield `${palette.bold(`findings that ${change}`)}\n`;
    for (const finding of listed)
      yield `${linesOf(escapeText(`${finding.severity}  ${formatPlace(finding)}  ${finding.message} [${finding.rule}]`), { depth: 1, width })}\n`;
    yield '\n';
  }
  yield `${palette.bold(summarize(report))}\n`;
  const deployed = sayDeployment(report);
  if (deployed !== undefined) yield `${plain(deployed)}\n`;
  for (const { what, reason } of difference.notCompared)
    yield `${plain(`not compared: ${truncateWords(`${what}: ${reason}`)}`)}\n`;
  for (const failure of failures) yield `${plain(`not read: ${formatFailure(failure)}`)}\n`;
};

/** `deployment of "workflows": what changes in the account (live)`. */
function formatDirection({ isDeployment, after }: DifferenceReport): string | undefined {
  return isDeployment
    ? `from the account (live) to "${truncateMiddle(after.source)}": what a deployment changes`
    : undefined;
}

/** A line of text. Not escaped. */
interface ChangeLine {
  /** `undefined`: it tells more about the line before. */
  readonly change: keyof typeof SIGNS | undefined;
  readonly depth: number;
  readonly text: string;
}

/** A workflow, event or resource with its changes. */
interface Block {
  readonly change: ItemChange['change'];
  readonly noun: string;
  readonly name: string | undefined;
  /** Its name and id as text. */
  readonly called: string;
  /** The size of an added or removed workflow. */
  readonly extent?: string | undefined;
  readonly lines: readonly ChangeLine[];
}

function* blocksOf({ workflows, events, resources }: Difference): Iterable<Block> {
  for (const workflow of workflows) {
    const { change, id, name, size, edgeNoun } = workflow;
    const called =
      name !== undefined && id !== undefined ? `"${name}" (${id})` : quoted(name ?? id);
    const extent = size && `${pluralize(size.steps, 'step')}, ${pluralize(size.edges, edgeNoun)}`;
    const lines = [...linesOfWorkflow(workflow)];
    yield { change, noun: 'workflow', name: name ?? id, called, extent, lines };
  }
  for (const { change, of, name, fields } of [...events, ...resources])
    yield { change, noun: of, name, called: quoted(name), lines: fields.map(lineOfField) };
}

const quoted = (name: string | undefined): string =>
  name === undefined ? 'without a name' : `"${name}"`;

const lineOfField = (field: FieldChange): ChangeLine => {
  return { change: undefined, depth: 1, text: formatField(field) };
};

function* linesOfWorkflow(workflow: WorkflowChange): Iterable<ChangeLine> {
  const { fields, steps, moves = [], edges, contact = [], edgeNoun } = workflow;
  for (const each of contact) yield { change: undefined, depth: 1, text: `contact: ${each}` };
  yield* fields.map(lineOfField);
  for (const move of moves) yield { change: changeOfMove(move), depth: 1, text: formatMove(move) };
  for (const step of steps) {
    if (step.inMove) continue;
    const more = step.content === undefined ? '' : ` (${truncate(step.content, LONGEST)})`;
    yield { change: step.change, depth: 1, text: `step ${formatStep(step)}${more}` };
    for (const text of linesOfFields(step)) yield { change: undefined, depth: 2, text };
  }
  const hidden = new Set(moves.flatMap((move) => move.edges));
  for (const edge of edges) {
    if (hidden.has(edge)) continue;
    const { change, from, to, type } = edge;
    const kind = type === 'default' ? '' : ` (${type ?? 'no readable type'})`;
    const text = `${edgeNoun} from ${from.label} to ${to.label}${kind}`;
    yield { change, depth: 1, text };
  }
  for (const note of deploymentNotes(workflow.deployment))
    yield { change: undefined, depth: 1, text: `deployment: ${note}` };
}

const changeOfMove = ({ kind }: Move): keyof typeof SIGNS =>
  kind === 'inserted' ? 'added' : kind === 'taken out' ? 'removed' : 'changed';

/** `step delay "pause" (1 day) between send_email "a" and send_email "b"`. */
function formatMove({ kind, steps, nodes, place, was }: Move): string {
  if (kind === 'swapped') return `swapped: ${steps.join(' and ')}`;
  if (kind === 'moved') return `moved: ${steps.join()} from ${was} to ${place}`;
  const named = nodes.map((step) => {
    const content = truncate(step.spec.summarize(step).join(', '), LONGEST);
    return `${labelOf(step)} (${content})`;
  });
  return `${pluralize(named.length, 'step').replace(/^\d+ /, '')} ${named.join(' → ')} ${place}`;
}

/** The changed fields of a step, a condition in words. */
function linesOfFields({ fields, conditions }: StepChange): readonly string[] {
  const others = fields.filter((field) => !conditions?.fields.includes(field));
  const words = conditions && `condition: ${conditions.before} → ${conditions.after}`;
  return [...(words === undefined ? [] : [words]), ...others.map(formatField)];
}

const formatField = ({ path, before, after }: FieldChange): string =>
  `${path}: ${formatValue(before)} → ${formatValue(after)}`;

interface Layout {
  readonly palette: Palette;
  /** Of a line, in columns. */
  readonly width: number;
}

function printLine(
  { change, depth, text }: ChangeLine,
  { palette: { green, red, yellow }, width }: Layout,
): string {
  const paint = change === 'added' ? green : change === 'removed' ? red : yellow;
  const sign = change === undefined ? '' : `${SIGNS[change]} `;
  return `${linesOf(sign + escapeText(truncateWords(text)), { depth, width, paint })}\n`;
}

interface Indented {
  readonly depth: number;
  readonly width: number;
  readonly paint?: (text: string) => string;
}

/** Escaped text in lines of a width, of which all but the first are indented further. */
function linesOf(safe: string, { depth, width, paint = same }: Indented): string {
  const indent = '  '.repeat(depth);
  const [first = '', ...others] = wrap(safe, Math.max(30, width - indent.length - 4));
  return [
    indent + paint(escapeLine(first)),
    ...others.map((line) => `${indent}    ${paint(escapeLine(line))}`),
  ].join('\n');
}

const same = (text: string): string => text;

/** Which findings a deployment brings and removes; `undefined` when no side is the account. */
function sayDeployment({ after, findings, isDeployment, difference }: DifferenceReport) {
  if (!isDeployment || difference.same) return undefined;
  const { appeared, went } = findings;
  return `deployment of "${truncateMiddle(after.source)}": ${pluralize(appeared.length, 'finding')} ${appeared.length === 1 ? 'appears' : 'appear'} in the account, ${pluralize(went.length, 'finding')} ${went.length === 1 ? 'goes' : 'go'}`;
}

/** The actions to deploy a change, and the effects on contacts with a run under way. */
function deploymentNotes(deployment: Deployment | undefined): readonly string[] {
  if (deployment === undefined) return [];
  return [deployment.message, ...printEffects(deployment.contacts)];
}

/** A difference as a comment on a pull request, or the summary of a job. */
const differenceMarkdown: DifferenceReporter = function* (report) {
  const { before, after, difference, findings, failures } = report;
  yield `### ${difference.same ? 'No difference' : 'Differences'} between ${code(before.source)} and ${code(after.source)}\n\n`;
  if (!difference.same) yield `${summarize(report)}\n`;
  for (const line of [formatDirection(report), sayDeployment(report)])
    if (line !== undefined) yield `\n${escapeMarkdown(line)}\n`;
  for (const { change, noun, name, extent, lines } of blocksOf(difference)) {
    const title = `${noun[0]?.toUpperCase()}${noun.slice(1)} ${code(truncateMiddle(name ?? '(no name)'))}`;
    yield `\n#### ${title} ${change}${extent === undefined ? '' : ` (${extent})`}\n\n`;
    for (const line of lines) {
      const sign = line.change === undefined ? '' : `${line.change}: `;
      yield `${'  '.repeat(line.depth - 1)}- ${sign}${code(truncateWords(line.text))}\n`;
    }
  }
  for (const [change, listed] of Object.entries(findings)) {
    if (listed.length > 0) yield `\n#### Findings that ${change}\n\n`;
    for (const finding of listed)
      yield `- **${finding.severity}** ${code(finding.rule)} ${code(finding.message)} at ${code(formatPlace(finding))}\n`;
  }
  if (difference.notCompared.length > 0) yield '\n#### Not compared\n\n';
  for (const { what, reason } of difference.notCompared)
    yield `- ${code(truncateWords(`${what}: ${reason}`))}\n`;
  if (failures.length > 0) yield '\n#### Not read\n\n';
  for (const failure of failures) yield `- ${code(formatFailure(failure))}\n`;
};

/** A value in one line, cut to a length. Not escaped. */
function formatValue(value: unknown): string {
  if (value === undefined) return '(none)';
  return truncate(JSON.stringify(value), LONGEST);
}

/** `send_email "welcome", which was "hello"`. Not escaped. */
function formatStep({ label, was }: StepChange): string {
  return was === undefined ? label : `${label}, which was "${truncateMiddle(was)}"`;
}

const formatPlace = ({ location }: Finding): string => truncateMiddle(formatLocation(location));

/** One line with the numbers of differences. */
function summarize({ difference, findings }: DifferenceReport): string {
  if (difference.same) return 'no difference';
  const { workflows, events, resources } = difference;
  const { appeared, went } = findings;
  const parts = [
    tally(workflows, 'workflow'),
    tally(
      workflows.flatMap(({ steps }) => steps),
      'step',
    ),
    tally(
      workflows.flatMap(({ edges }) => edges),
      workflows.every(({ edgeNoun }) => edgeNoun === 'connection') ? 'connection' : 'edge',
    ),
    tally(events, 'event'),
    ...[...groupBy(resources, ({ of }) => of)].map(([of, changes]) => tally(changes, of)),
    ...(appeared.length > 0 ? [`${pluralize(appeared.length, 'finding')} appeared`] : []),
    ...(went.length > 0 ? [`${pluralize(went.length, 'finding')} went`] : []),
  ];
  return parts.filter((part) => part !== '').join(' · ') || 'not compared';
}

function tally(changes: readonly { readonly change: string }[], noun: string): string {
  const kinds = ['added', 'removed', 'renamed', 'changed'].map(
    (kind) => [kind, changes.filter(({ change }) => change === kind).length] as const,
  );
  const [first, ...others] = kinds.filter(([, n]) => n > 0);
  if (first === undefined) return '';
  const rest = others.map(([kind, n]) => `${n} ${kind}`);
  return [`${pluralize(first[1], noun)} ${first[0]}`, ...rest].join(', ');
}

export const DIFFERENCE_REPORTERS: ReadonlyMap<string, DifferenceReporter> = new Map([
  ['text', differenceText],
  ['json', differenceJson],
  ['markdown', differenceMarkdown],
]);
