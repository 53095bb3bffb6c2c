import type { Finding } from '../../core/model/finding.ts';
import { groupBy } from '../../core/model/groups.ts';
import { pluralize, truncateMiddle, truncateWords } from '../../core/model/text.ts';
import { escapeLine, escapeText } from '../../core/report/escape.ts';
import { code, escapeMarkdown } from '../../core/report/escape-markdown.ts';
import { printFinding } from '../../core/report/json.ts';
import type { Palette, Printer } from '../../core/report/reporter.ts';
import { formatFailure } from '../../core/report/words.ts';
import { writeJson } from '../../core/report/write-json.ts';
import { printEffects, printRuns } from './deployment.ts';
import type {
  Deployment,
  Difference,
  DifferenceReport,
  EdgeChange,
  FieldChange,
  StepChange,
  WorkflowChange,
} from './difference.ts';

type DifferenceReporter = Printer<DifferenceReport>;

const LONGEST = 120;
const SIGNS = { added: '+', removed: '-', renamed: '~', changed: '~' } as const;

/** A difference as text: one block per workflow, one line per change. */
const differenceText: DifferenceReporter = function* (report, { palette }) {
  const { difference, findings, failures } = report;
  const line = (change: keyof typeof SIGNS, depth: number, text: string): string =>
    printLine(palette, change, depth, text);
  const fieldLine = (field: FieldChange, depth: number): string => {
    const values = `${formatValue(field.before)} → ${formatValue(field.after)}`;
    return line('changed', depth, `${field.path}: ${values}`);
  };
  for (const workflow of difference.workflows) {
    yield line(workflow.change, 0, `workflow ${nameOf(workflow)}`);
    for (const field of workflow.fields) yield fieldLine(field, 1);
    for (const step of workflow.steps) {
      yield line(step.change, 1, `step ${formatStep(step)}`);
      for (const field of step.fields) yield fieldLine(field, 2);
    }
    for (const { change, from, to, type } of workflow.edges) {
      const kind = type === 'default' ? '' : ` (${type ?? 'no readable type'})`;
      yield line(change, 1, `edge from ${from.label} to ${to.label}${kind}`);
    }
    for (const note of deploymentNotes(workflow.deployment))
      yield `  ${escapeLine(escapeText(truncateWords(`deployment: ${note}`)))}\n`;
    yield '\n';
  }
  for (const { change, of, name, fields } of eventsAndResources(difference)) {
    yield line(change, 0, `${of} ${name === undefined ? 'without a name' : `"${name}"`}`);
    for (const field of fields) yield fieldLine(field, 1);
    yield '\n';
  }
  for (const [change, listed] of Object.entries(findings)) {
    if (listed.length === 0) continue;
    yield `${palette.bold(`findings that ${change}`)}\n`;
    for (const finding of listed)
      yield `${escapeLine(`  ${finding.severity}  ${escapeText(formatPlace(finding))}  ${escapeText(finding.message)} [${finding.rule}]`)}\n`;
    yield '\n';
  }
  yield `${palette.bold(summarize(report))}\n`;
  const deployed = sayDeployment(report);
  if (deployed !== undefined) yield `${escapeLine(escapeText(deployed))}\n`;
  for (const { what, reason } of difference.notCompared)
    yield `${escapeLine(`not compared: ${escapeText(truncateWords(`${what}: ${reason}`))}`)}\n`;
  for (const failure of failures)
    yield `${escapeLine(`not read: ${escapeText(formatFailure(failure))}`)}\n`;
};

const eventsAndResources = ({ events, resources }: Difference) => [
  ...events.map((event) => ({ of: 'event', ...event })),
  ...resources,
];

function printLine(
  { green, red, yellow }: Palette,
  change: keyof typeof SIGNS,
  depth: number,
  text: string,
): string {
  const paint = change === 'added' ? green : change === 'removed' ? red : yellow;
  // Fields have no sign: the object that contains them has changed.
  const sign = depth > 0 && text.startsWith('/') ? '' : `${SIGNS[change]} `;
  return `${'  '.repeat(depth)}${paint(escapeLine(sign + escapeText(truncateWords(text))))}\n`;
}

/** Which findings a deployment brings and removes; `undefined` when no side is the account. */
function sayDeployment({ before, after, findings, liveSide, difference }: DifferenceReport) {
  if (liveSide === undefined || difference.same) return undefined;
  const isBefore = liveSide === 'before';
  const [come, go] = isBefore
    ? [findings.appeared, findings.went]
    : [findings.went, findings.appeared];
  return `deployment of "${truncateMiddle((isBefore ? after : before).source)}": ${pluralize(come.length, 'finding')} ${come.length === 1 ? 'appears' : 'appear'} in the account, ${pluralize(go.length, 'finding')} ${go.length === 1 ? 'goes' : 'go'}`;
}

/** The actions to deploy a change, the runs under way, and the effects on their contacts. */
function deploymentNotes(deployment: Deployment | undefined): readonly string[] {
  if (deployment === undefined) return [];
  const { message, runs, contacts } = deployment;
  return [message, ...(runs === undefined ? [] : [printRuns(runs)]), ...printEffects(contacts)];
}

function nameOf({ name, id, size }: WorkflowChange): string {
  const named = name === undefined ? undefined : `"${name}"${id === undefined ? '' : ` (${id})`}`;
  const known = named ?? (id === undefined ? 'without a name' : `"${id}"`);
  if (size === undefined) return known;
  return `${known}: ${pluralize(size.steps, 'step')}, ${pluralize(size.edges, 'edge')}`;
}

/** A difference as a comment on a pull request, or the summary of a job. */
const differenceMarkdown: DifferenceReporter = function* (report) {
  const { before, after, difference, findings, failures } = report;
  yield `### ${difference.same ? 'No difference' : 'Differences'} between ${code(before.source)} and ${code(after.source)}\n\n`;
  if (!difference.same) yield `${summarize(report)}\n`;
  const deployed = sayDeployment(report);
  if (deployed !== undefined) yield `\n${escapeMarkdown(deployed)}\n`;
  for (const workflow of difference.workflows) {
    const { change, id, name, size, fields, steps, edges } = workflow;
    const extent =
      size === undefined
        ? ''
        : ` (${pluralize(size.steps, 'step')}, ${pluralize(size.edges, 'edge')})`;
    yield `\n#### Workflow ${code(truncateMiddle(name ?? id ?? '(no name)'))} ${change}${extent}\n\n`;
    for (const field of fields) yield `- ${markdownField(field)}\n`;
    for (const step of steps) {
      yield `- step ${code(formatStep(step))} ${step.change}\n`;
      for (const field of step.fields) yield `  - ${markdownField(field)}\n`;
    }
    for (const edge of edges) yield `- ${markdownEdge(edge)}\n`;
    for (const note of deploymentNotes(workflow.deployment))
      yield `- deployment: ${escapeMarkdown(note)}\n`;
  }
  for (const { change, of, name, fields } of eventsAndResources(difference)) {
    const noun = `${of[0]?.toUpperCase()}${of.slice(1)}`;
    yield `\n#### ${noun} ${code(truncateMiddle(name ?? '(no name)'))} ${change}\n\n`;
    for (const field of fields) yield `- ${markdownField(field)}\n`;
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

function markdownField({ path, before, after }: FieldChange): string {
  const [then, now] = [before, after].map((value) =>
    value === undefined ? 'none' : code(formatValue(value)),
  );
  return `${code(truncateMiddle(path))}: ${then} → ${now}`;
}

function markdownEdge({ change, from, to, type = '(not readable)' }: EdgeChange): string {
  const kind = type === 'default' ? '' : ` of type ${code(truncateMiddle(type))}`;
  return `edge from ${code(from.label)} to ${code(to.label)}${kind} ${change}`;
}

/** A difference as JSON, version 1: a contract, described by schemas/diff.schema.json. Fields may be added, never changed. */
const differenceJson: DifferenceReporter = (
  { before, after, difference, findings, failures },
  { tool },
) =>
  writeJson({
    version: 1,
    tool: { name: tool.name, version: tool.version },
    before,
    after,
    same: difference.same,
    complete: failures.length === 0 && !difference.notCompared.some(({ oneSided }) => oneSided),
    notCompared: difference.notCompared.map(({ what, reason }) => ({ what, reason })),
    failures: failures.map(({ source, message }) => ({ source, message })),
    workflows: difference.workflows.map(
      ({ change, id, name, size, fields, steps, edges, deployment }) => ({
        change,
        id,
        name,
        size,
        fields: fields.map(jsonField),
        steps: steps.map(jsonStep),
        edges: edges.map(jsonEdge),
        deployment,
      }),
    ),
    events: difference.events.map(({ change, name, fields }) => {
      return { change, name, fields: fields.map(jsonField) };
    }),
    // Absent without differences, as in the first version.
    resources:
      difference.resources.length === 0
        ? undefined
        : difference.resources.map(({ change, of, name, fields }) => {
            return { change, of, name, fields: fields.map(jsonField) };
          }),
    findings: {
      appeared: findings.appeared.map((finding) => printFinding(finding)),
      went: findings.went.map((finding) => printFinding(finding)),
    },
  });

const jsonField = ({ path, before, after }: FieldChange): object => ({ path, before, after });

function jsonStep({ change, key, was, type, fields }: StepChange): object {
  return { change, key, was, type, fields: fields.map(jsonField) };
}

function jsonEdge({ change, from, to, type }: EdgeChange): object {
  return { change, from: from.key, to: to.key, type };
}

/** A value in one line, cut to a length. Not escaped. */
function formatValue(value: unknown): string {
  if (value === undefined) return '(none)';
  const json = JSON.stringify(value);
  return json.length > LONGEST ? `${json.slice(0, LONGEST)}…` : json;
}

/** `send_email "welcome", which was "hello"`. Not escaped. */
function formatStep({ label, was }: StepChange): string {
  return was === undefined ? label : `${label}, which was "${truncateMiddle(was)}"`;
}

function formatPlace({ location: { source, pointer, region } }: Finding): string {
  const at = region && `:${region.startLine}:${region.startColumn}`;
  return truncateMiddle(`${source}${at ?? pointer}`);
}

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
      'edge',
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
