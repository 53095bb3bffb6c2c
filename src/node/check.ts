import { decodeValue } from '../core/document/decode.ts';
import { errorMessageOf, isNearlyWorkflow } from '../core/document/recognize.ts';
import { decodeText } from '../core/document/text.ts';
import type { Gaps } from '../core/lint/complete.ts';
import { type LintResult, lint } from '../core/lint/lint.ts';
import { compareText } from '../core/lint/order.ts';
import type { Failure, Skipped } from '../core/model/finding.ts';
import { nearest } from '../core/model/nearest.ts';
import { didYouMean, quote } from '../core/model/text.ts';
import type { Document, Input, Node, Workflow } from '../core/model/workflow.ts';
import type { InputPlan, Plan } from './plan.ts';
import type { Reading } from './read.ts';

/** Checks what was read. Synchronous. */
export function check(
  reading: Reading,
  plan: Pick<Plan, 'inputs' | 'rules' | 'choice' | 'acceptance'>,
): LintResult {
  const { inputs, rules, choice, acceptance } = plan;
  const { documents, failures, skipped } = documentsOf(reading, inputs);
  const gaps = gapsOf(documents, reading, inputs);
  return lint(chosen(documents, inputs), rules, { choice, acceptance, gaps, failures, skipped });
}

/** What was asked for, decoded, for commands that check nothing. */
export function decodeReading(reading: Reading, inputs: InputPlan) {
  const { documents, failures } = documentsOf(reading, inputs);
  return { documents: chosen(documents, inputs), failures };
}

function documentsOf(reading: Reading, inputs: InputPlan) {
  const decoded = decode(reading.inputs);
  const documents = [...decoded.documents, ...(reading.documents ?? [])];
  const failures = [...reading.failures, ...unknownWorkflows(documents, inputs)];
  if (failures.length === 0 && !inputs.allowsEmpty && !documents.some(isReported))
    failures.push(...nothingFound(inputs, reading));
  failures.push(...notResolved(documents, reading));
  const skipped = [...reading.skipped, ...decoded.skipped];
  skipped.sort((a, b) => compareText(a.source, b.source));
  return { documents, failures, skipped };
}

/** All that is named or ours. Of JSON Lines with a line that is ours, all lines. */
function decode(inputs: readonly Input[]) {
  const decoded = inputs.map(decodeInput);
  const ours = decoded.filter(({ form }) => form !== 'foreign');
  const files = new Set(ours.map(({ input }) => input.name));
  const documents: Document[] = [];
  const skipped: Skipped[] = [];
  for (const document of decoded) {
    const { input, form } = document;
    const source = input.name;
    if (form !== 'foreign' || input.isNamed) documents.push(document);
    else if (input.line === undefined) skipped.push(skippedOf(document));
    else if (files.has(source)) documents.push(decodeText({ ...input, isNamed: true }));
    else if (skipped.at(-1)?.source !== source)
      skipped.push({ source, reason: 'no line is a workflow or an event definition' });
  }
  return { documents, skipped };
}

const LANGUAGES = { yaml: 'YAML', html: 'HTML or XML' } as const;

/** A document that was found and is not ours, with what it holds. */
function skippedOf({ input, value, faults: [fault] }: Document): Skipped {
  const skipped = (reason: string, isDoubtful: boolean): Skipped => ({
    source: input.name,
    reason,
    ...(isDoubtful && { isDoubtful }),
  });
  if (isNearlyWorkflow(value)) return skipped('nearly a workflow', true);
  if (errorMessageOf(value) !== undefined) return skipped('an error response of the service', true);
  const reason = fault?.kind === 'syntax' ? fault.reason : undefined;
  if (reason === undefined) return skipped('no workflow or event definition', false);
  if (reason.is === 'empty') return skipped('an empty file', true);
  if (reason.is === 'language') return skipped(LANGUAGES[reason.language], true);
  return skipped('invalid JSON that mentions no steps, edges, connections or "object"', false);
}

/** An item of the account has a value and no text. */
export const decodeInput = (input: Input): Document =>
  input.text === undefined ? decodeValue(input, input.value) : decodeText(input);

/** It has something to check, or a rule says why it has not. Resources alone have nothing. */
const isReported = ({ form, workflows, events, calls, items }: Document): boolean =>
  form !== 'ours' || items.length === 0 || workflows.length + events.length + calls.length > 0;

function nothingFound(
  { paths, stdinName }: InputPlan,
  { mentions: [sender] = [] }: Reading,
): readonly Failure[] {
  if (sender !== undefined)
    return [{ source: sender, message: 'sends no events and creates no workflows', exit: 2 }];
  const message = 'no workflows or event definitions found';
  const sources = new Set(paths.map((path) => (path === '-' ? stdinName : path)));
  return Array.from(sources, (source) => ({ source, message, exit: 2 }));
}

/** Source files with calls of which none is known, and nothing else to check. */
function notResolved(documents: readonly Document[], reading: Reading): readonly Failure[] {
  const open = reading.documents?.find(({ unresolved = [] }) => unresolved.length > 0);
  if (open === undefined || documents.some(isResolved)) return [];
  const message = 'no call could be resolved; "edgewise record" runs the program and checks it';
  return [{ source: open.input.name, message, exit: 3 }];
}

const isResolved = ({ workflows, events, calls }: Document): boolean =>
  workflows.length + events.length > 0 ||
  calls.some(({ does, event }) => event !== undefined || does === 'other' || does === 'define');

const labelsOf = ({ id, name }: Workflow): readonly string[] =>
  [id, name].filter((label) => label !== undefined);

/** Values of `--workflow` that no workflow has. */
function unknownWorkflows(
  documents: readonly Document[],
  { workflows: asked }: InputPlan,
): readonly Failure[] {
  if (asked.length === 0) return [];
  const labels = new Set(documents.flatMap(({ workflows }) => workflows.flatMap(labelsOf)));
  const unknown = asked.filter((name) => !labels.has(name));
  return unknown.map((name) => {
    const near = nearest(name, labels);
    const hint = near === undefined ? '' : `; ${didYouMean(near)}`;
    const message = `no workflow has the id or name ${quote(name)}${hint}`;
    return { source: '--workflow', message, exit: 2 };
  });
}

/** The documents without what was not asked for. One of which nothing is left goes. */
function chosen(
  documents: readonly Document[],
  { workflows: asked, takesEvents }: InputPlan,
): readonly Document[] {
  if (asked.length === 0 && takesEvents) return documents;
  const isAsked = (workflow: Workflow): boolean =>
    asked.length === 0 || labelsOf(workflow).some((label) => asked.includes(label));
  const isChosen = (node: Node): boolean => {
    if (node.kind === 'workflow') return isAsked(node);
    if (node.kind === 'step' || node.kind === 'edge') return isAsked(node.workflow);
    if (node.kind === 'event') return takesEvents;
    return node.kind !== 'list' || node.of !== 'events' || takesEvents;
  };
  return documents.flatMap((document) => {
    const kept: Document = {
      ...document,
      workflows: document.workflows.filter(isChosen),
      events: document.events.filter(isChosen),
      lists: document.lists.filter(isChosen),
      faults: document.faults.filter((fault) => fault.kind !== 'shape' || isChosen(fault.node)),
    };
    return sizeOf(kept) === 0 && sizeOf(document) > 0 ? [] : [kept];
  });
}

const sizeOf = ({ workflows, events, items, calls }: Document): number =>
  workflows.length + events.length + items.length + calls.length;

function gapsOf(
  documents: readonly Document[],
  { failures, missing: given = [] }: Reading,
  { workflows, from }: InputPlan,
): Gaps {
  const missing = new Set<string>(given);
  if (failures.length > 0 || workflows.length > 0) missing.add('workflows');
  if (failures.length > 0) missing.add('events');
  const exports = documents.filter(({ workflows: all }) =>
    all.some(({ origin }) => origin === undefined),
  );
  return { missing, isSelection: from === 'arguments' && exports.every(isSelected) };
}

/** One workflow in a file that was named: there may be others. Lists and JSON Lines have all. */
const isSelected = ({ input, workflows }: Document): boolean =>
  input.isNamed &&
  input.text !== undefined &&
  input.line === undefined &&
  workflows[0]?.pointer === '';
