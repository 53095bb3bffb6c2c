/** What was found in source files, as documents. */
import { decodeValue } from '../../core/document/decode.ts';
import { joinPointer } from '../../core/model/place.ts';
import type { ApiCall, Document, Fault, Input, Unresolved } from '../../core/model/workflow.ts';
import { addDefinition, type Definitions, isSend, redefine, templateOf } from './definitions.ts';
import { findCalls, unreadIn } from './find.ts';
import type { Module, Node } from './parse.ts';
import { entriesAsJson, note, type Path, type Spans } from './places.ts';
import { isExhausted } from './resolve.ts';
import { isInTry } from './results.ts';
import { sentBy } from './sends.ts';
import { lineOf } from './syntax.ts';
import { listOf, objectOf, type Value } from './value.ts';
import {
  type Graph,
  graphOf,
  hasNoGraph,
  isOpen,
  literalSteps,
  withoutCopies,
} from './workflows.ts';
import { type FoundCall, resultOfCall } from './wrappers.ts';

/** What one file holds, while it is put together. */
interface Draft {
  readonly module: Module;
  readonly spans: Spans;
  readonly workflows: Graph[];
  readonly definitions: Definitions;
  readonly templates: unknown[];
  readonly calls: Omit<ApiCall, 'document'>[];
  readonly unresolved: Unresolved[];
  /** Calls whose results are checked: a call that stands for several is checked once. */
  readonly checked: Set<Node>;
}

/** Documents of the files that call the service; imports are followed over all files. */
export function decodeSources(inputs: readonly Input[]): readonly Document[] {
  const found = findCalls(inputs);
  const drafts = new Map<Module, Draft>();
  const draftOf = (module: Module): Draft => {
    const draft = drafts.get(module) ?? startDraft(module);
    drafts.set(module, draft);
    return draft;
  };
  for (const call of withoutCopies(found.calls)) addCall(call, draftOf(call.place.module));
  const modules = [...found.files.values()].filter((module) => module !== undefined);
  if (found.calls.some(isOpen))
    for (const module of modules) addFragment(literalSteps(module, found), draftOf(module));
  const [first] = isExhausted(found.run) ? modules : [];
  if (first) draftOf(first).unresolved.push({ line: 1, what: 'all calls, which are too many' });
  for (const { module, node } of unreadIn(found))
    draftOf(module).unresolved.push({ line: lineOf(module, node), what: 'a request' });
  return [...[...drafts.values()].map(buildDocument).filter(hasContent), ...unparsed(found.files)];
}

const startDraft = (module: Module): Draft => ({
  ...{ module, spans: { module, byPointer: new Map() }, definitions: new Map() },
  ...{ workflows: [], templates: [], calls: [], unresolved: [], checked: new Set() },
});

const hasContent = ({ workflows, events, items, calls, unresolved = [] }: Document): boolean =>
  [workflows, events, items, calls, unresolved].some(({ length }) => length > 0);

/** A file that cannot be parsed may hold anything. */
const unparsed = (files: ReadonlyMap<Input, Module | undefined>): readonly Document[] =>
  [...files].flatMap(([input, module]) => {
    if (module !== undefined) return [];
    const unresolved = [{ line: 1, what: 'the file, which cannot be parsed' }];
    const empty = { workflows: [], events: [], templates: [] };
    return { ...decodeValue(input, empty), value: undefined, unresolved };
  });

function addCall(call: FoundCall, draft: Draft): void {
  const { does, via, callee, place } = call;
  const line = lineOf(place.module, place.node);
  const fail = (what: string): void => void draft.unresolved.push({ line, what });
  if (does === 'mention') fail(via === 'sdk' ? `a call that may be ${callee}` : 'a request');
  else if (does === 'send') addSends(call, draft, fail);
  else if (does === 'create' || does === 'update') addWorkflow(call, draft, fail);
  else if (does === 'template') addTemplate(call, draft);
  else if (does === 'redefine') redefine(call, draft.definitions);
  else if (does === 'other' || (does === 'define' && isSend(call))) addOther(call, draft);
  else if (does === 'define') addDefinition(call, draft.definitions, fail);
}

function addSends(call: FoundCall, draft: Draft, fail: (what: string) => void): void {
  for (const { body, open, ...sent } of sentBy(call)) {
    const path = ['calls', draft.calls.length];
    const raw = body ? rawOf(body, path, call, draft) : {};
    draft.calls.push({ ...callOf(call, 'send', path, draft), ...sent, raw });
    for (const each of open) fail(`${each} of ${call.callee}`);
  }
}

function addOther(call: FoundCall, draft: Draft): void {
  const { given, does } = call;
  const path = ['calls', draft.calls.length];
  const fields = given.is === 'object' ? [...given.entries.keys()] : undefined;
  const own = callOf(call, does === 'define' ? 'define' : 'other', path, draft);
  // What does not exist has no result, and definitions are made by hand.
  draft.calls.push({ ...own, fields, raw: rawOf(given, path, call, draft), result: 'used' });
}

/** What is known of a body. */
const rawOf = (given: Value, path: Path, { place }: FoundCall, { spans }: Draft) =>
  given.is === 'object' ? entriesAsJson(given.entries, path, spans, place.node) : {};

function addWorkflow(call: FoundCall, draft: Draft, fail: (what: string) => void): void {
  const { given, place, callee, does } = call;
  if (hasNoGraph(given)) return;
  const path = ['workflows', draft.workflows.length];
  const graph = graphOf(given, path, draft.spans, place.node);
  if (graph === undefined || graph.isFragment) fail(`the workflow of ${callee}`);
  if (graph !== undefined) draft.workflows.push(graph);
  const own = callOf(call, does === 'update' ? 'update' : 'create', path, draft);
  draft.calls.push({ ...own, raw: graph?.value ?? {} });
}

function addTemplate(call: FoundCall, draft: Draft): void {
  const path = ['templates', draft.templates.length];
  const raw = rawOf(call.given, path, call, draft);
  const isKnown = call.given.is === 'object' && !call.given.isOpen;
  const template = isKnown ? templateOf(raw) : undefined;
  if (template === undefined) return;
  draft.templates.push(template);
  draft.calls.push({ ...callOf(call, 'other', path, draft), raw, result: 'used' });
}

/** What all calls have. Its own place is what is called, or the URL of a request. */
function callOf(
  call: FoundCall,
  does: ApiCall['does'],
  path: Path,
  { spans, checked }: Draft,
): Omit<ApiCall, 'document'> {
  const { via, callee, request, place } = call;
  const { node, module } = place;
  const named = via === 'sdk' ? node.callee : (node.arguments[0] ?? node);
  const isChecked = via === 'http' || checked.has(node);
  note(spans, path, { module, node: named }, { node });
  checked.add(node);
  return {
    ...{ kind: 'call', origin: 'source', does, via, callee, raw: {} },
    ...{ names: { of: new Map(), corrections: [], unknown: [] }, request, refusal: undefined },
    ...{ event: undefined, isOneOf: false, fields: undefined, payload: undefined },
    pointer: joinPointer(path),
    result: isChecked ? 'used' : resultOfCall(call),
    isInTry: isInTry(node, module),
    ...(call.isWrapper && { isWrapper: true }),
  };
}

/** Of workflows that a program builds, the steps that are written out. */
function addFragment(steps: readonly Value[], { module, spans, workflows }: Draft): void {
  const at = { module, node: module.program };
  const list = { key: at, value: listOf(steps, at) };
  const given = { ...objectOf(new Map([['steps', list]]), at), isOpen: true };
  const graph = graphOf(given, ['workflows', workflows.length], spans, at.node);
  if (graph !== undefined) workflows.push({ ...graph, isFragment: true });
}

function buildDocument(draft: Draft): Document {
  const { module, spans, workflows, definitions, templates } = draft;
  const events = [...definitions.values()].map(({ value, call: { place } }, i) => {
    const { module: own, node } = place;
    note(spans, ['events', i], { module: own, node: node.callee }, { node });
    return value;
  });
  const value = { workflows: workflows.map((each) => each.value), events, templates };
  const document = decodeValue(module.input, value);
  for (const [i, workflow] of document.workflows.entries())
    Object.assign(workflow, { origin: 'source', isFragment: workflows[i]?.isFragment === true });
  for (const event of document.events) Object.assign(event, { origin: 'source' });
  const lines = new Map(draft.unresolved.map((each) => [`${each.line} ${each.what}`, each]));
  const own = {
    value: undefined,
    calls: draft.calls.map((call): ApiCall => ({ ...call, document })),
    spans: spans.byPointer,
    unresolved: [...lines.values()].sort((a, b) => a.line - b.line),
    lists: [],
    faults: document.faults.filter(isOfConfig),
  } satisfies Partial<Document>;
  return Object.assign(document, own);
}

/** Of a fragment, only configs are known. */
function isOfConfig(fault: Fault): boolean {
  if (fault.kind !== 'shape') return true;
  const { node, field } = fault;
  if (node.kind === 'workflow') return !node.isFragment;
  return node.kind !== 'step' || !node.workflow.isFragment || field[0] === 'config';
}
