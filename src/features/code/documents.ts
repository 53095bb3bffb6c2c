/** What was found in source files, as documents. */
import { decodeValue } from '../../core/document/decode.ts';
import { joinPointer } from '../../core/model/place.ts';
import type {
  ApiCall,
  Document,
  EventDefinition,
  Fault,
  Input,
  Unresolved,
  Workflow,
} from '../../core/model/workflow.ts';
import { type Definitions, definitionOf, redefine, templateOf } from './definitions.ts';
import { type Found, findCalls } from './find.ts';
import { graphOf, literalSteps } from './graphs.ts';
import { note, type Spans, toJson } from './json.ts';
import type { Module, Node } from './parse.ts';
import { isInTry } from './results.ts';
import { sentBy } from './sends.ts';
import { unreadIn } from './unread.ts';
import { entryOf, textOf, unknown, type Value } from './value.ts';
import { type FoundCall, partsOf, resultOfCall } from './wrappers.ts';

/** What one file holds, while it is put together. */
interface Draft {
  readonly module: Module;
  readonly spans: Spans;
  readonly workflows: { readonly value: unknown; readonly isFragment: boolean }[];
  readonly definitions: Definitions;
  readonly templates: unknown[];
  readonly calls: Omit<ApiCall, 'document'>[];
  readonly unresolved: Unresolved[];
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
  for (const call of withoutCopies(found.calls))
    addCall(call, draftOf((call.caller ?? call.at).module));
  addFragments(found, draftOf);
  for (const { module, line, what } of unreadIn(found))
    draftOf(module).unresolved.push({ line, what });
  const read = [...drafts.values()].map(buildDocument).filter(hasContent);
  return [...read, ...unparsed(found.files)];
}

const hasContent = (document: Document): boolean =>
  document.workflows.length + document.events.length + document.items.length > 0 ||
  document.calls.length + (document.unresolved?.length ?? 0) > 0;

function startDraft(module: Module): Draft {
  return {
    ...{ module, spans: { module, byPointer: new Map() }, definitions: new Map() },
    ...{ workflows: [], templates: [], calls: [], unresolved: [] },
  };
}

/** A file that cannot be parsed may hold anything. */
const unparsed = (files: Found['files']): readonly Document[] =>
  [...files].flatMap(([input, module]) => {
    if (module !== undefined) return [];
    const unresolved = [{ line: 1, what: 'the file, which cannot be parsed' }];
    return { ...decodeValue(input, EMPTY), value: undefined, unresolved };
  });

const EMPTY = { workflows: [], events: [], templates: [] };

/**
 * Scripts create a workflow or update it: calls with the same steps are one workflow, and of
 * several with one name, the later ones lose the name.
 */
function withoutCopies(calls: readonly FoundCall[]): readonly FoundCall[] {
  const seen = new Map<Node, Set<string | undefined>>();
  const names = new Set<string | undefined>();
  return calls.flatMap((call) => {
    if (call.does !== 'create' && call.does !== 'update') return call;
    const name = textOf(entryOf(call.given, 'name'));
    const origin = originOf(call.given);
    const known = (origin && seen.get(origin)) ?? new Set();
    if (known.has(name) || (name === undefined && known.size > 0)) return [];
    if (origin !== undefined) seen.set(origin, known.add(name));
    const isNew = name === undefined || !names.has(name);
    names.add(name);
    return isNew ? call : { ...call, given: unnamed(call.given) };
  });
}

/** Where the edges are written, else the first step. */
function originOf(given: Value): Node | undefined {
  for (const field of ['connections', 'edges', 'steps']) {
    const list = entryOf(given, field);
    const [first] = list?.is === 'list' ? list.items : [];
    const [entry] = first?.is === 'object' ? first.entries.values() : [];
    if (entry !== undefined) return entry.key.node;
  }
  return undefined;
}

function unnamed(given: Value): Value {
  if (given.is !== 'object') return given;
  const entries = new Map(given.entries);
  for (const [name, { key, value }] of given.entries)
    if (name === 'name' || name === 'status') entries.set(name, { key, value: unknown(value.at) });
  return { ...given, entries };
}

function addCall(call: FoundCall, draft: Draft): void {
  const { does, via, callee } = call;
  const line = lineOf(call.caller ?? call.at);
  const fail = (what: string): void => void draft.unresolved.push({ line, what });
  if (does === 'mention') fail(via === 'sdk' ? `a call that may be ${callee}` : 'a request');
  else if (does === 'send') addSends(call, draft, fail);
  else if (does === 'create' || does === 'update') addWorkflow(call, draft, fail);
  else if (does === 'template') addTemplate(call, draft);
  else if (does === 'redefine') redefine(call, draft.definitions);
  else if (does === 'define') {
    if (definitionOf(call, draft.definitions, fail)) addOther(call, draft);
  } else if (does !== 'known') addOther(call, draft);
}

function addSends(call: FoundCall, draft: Draft, fail: (what: string) => void): void {
  for (const { body, open, ...sent } of sentBy(call)) {
    const path = ['calls', draft.calls.length];
    const outer = (call.caller ?? call.at).node;
    const raw =
      body === undefined ? {} : toJson({ ...body, isOpen: false }, path, draft.spans, { outer });
    draft.calls.push({ ...callOf(call, 'send', path, draft), ...sent, raw: raw as ApiCall['raw'] });
    for (const each of open) fail(`${each} of ${call.callee}`);
  }
}

function addOther(call: FoundCall, draft: Draft): void {
  const path = ['calls', draft.calls.length];
  const { given, at, caller } = call;
  const fields = given.is === 'object' ? [...given.entries.keys()] : undefined;
  const does = call.does === 'define' ? 'define' : 'other';
  const raw =
    fields && given.is === 'object'
      ? toJson({ ...given, isOpen: false }, path, draft.spans, { outer: (caller ?? at).node })
      : {};
  draft.calls.push({ ...callOf(call, does, path, draft), fields, raw: raw as ApiCall['raw'] });
}

function addWorkflow(call: FoundCall, draft: Draft, fail: (what: string) => void): void {
  const path = ['workflows', draft.workflows.length];
  const graph = graphOf(call, path, draft.spans);
  const does = call.does === 'update' ? 'update' : 'create';
  if (graph === 'names') return;
  if (graph === undefined || graph.isFragment) fail(`the workflow of ${call.callee}`);
  if (graph !== undefined) draft.workflows.push(graph);
  const raw = (graph?.value ?? {}) as ApiCall['raw'];
  draft.calls.push({ ...callOf(call, does, path, draft), raw });
}

function addTemplate(call: FoundCall, draft: Draft): void {
  const path = ['templates', draft.templates.length];
  const raw = toJson(call.given, path, draft.spans, { outer: (call.caller ?? call.at).node });
  const template = templateOf(raw);
  if (template === undefined) return;
  draft.templates.push(template);
  draft.calls.push({ ...callOf(call, 'other', path, draft), raw: raw as ApiCall['raw'] });
}

/** What all calls have. Its own place is that of the whole call. */
function callOf(
  call: FoundCall,
  does: ApiCall['does'],
  path: readonly (string | number)[],
  { spans }: Draft,
): Omit<ApiCall, 'document'> {
  const { via, callee, request, caller, at } = call;
  const place = caller ?? at;
  const pointer = joinPointer(path);
  // A method that does not exist returns nothing, and definitions are made by hand.
  const isRead = via === 'http' || does === 'define' || (does === 'other' && !isOfTemplate(call));
  const [named = place.node] = via === 'sdk' ? [place.node['callee']] : place.node['arguments'];
  note(spans, pointer, { module: place.module, node: named }, { outer: place.node });
  return {
    ...{ kind: 'call', origin: 'source', does, via, callee, pointer, raw: {} },
    ...{ names: { of: new Map(), corrections: [], unknown: [] }, request, refusal: undefined },
    ...{ event: undefined, isOneOf: false, fields: undefined, payload: undefined },
    result: isRead ? 'used' : resultOfCall(call),
    isInTry: isInTry(place.node, place.module),
    ...(call.isWrapper && { isWrapper: true }),
  };
}

const isOfTemplate = ({ does }: FoundCall): boolean => does === 'publish';

export const lineOf = ({
  module,
  node,
}: {
  readonly module: Module;
  readonly node: Node;
}): number => module.text.slice(0, node.start).split('\n').length;

/** Of workflows that a program builds, the steps that are written out, one list a file. */
function addFragments({ calls, files, run }: Found, draftOf: (module: Module) => Draft): void {
  const isOpen = ({ does, given }: FoundCall): boolean => {
    if (does !== 'create' && does !== 'update') return false;
    if (given.is !== 'object' || given.isOpen) return true;
    const steps = entryOf(given, 'steps');
    return steps !== undefined && (steps.is !== 'list' || steps.isOpen);
  };
  if (!calls.some(isOpen)) return;
  const taken = new Set(calls.flatMap(({ given }) => partsOf(given)).flatMap(literalsOf));
  for (const module of files.values()) {
    if (module === undefined) continue;
    const steps = literalSteps(module, run, taken);
    if (steps.length === 0) continue;
    const draft = draftOf(module);
    const path = ['workflows', draft.workflows.length];
    const at = { module, node: module.program };
    const list: Value = { is: 'list', items: steps, isOpen: false, at };
    const entries = new Map([['steps', { key: at, value: list }]]);
    const given: Value = { is: 'object', entries, isOpen: true, at };
    const graph = graphOf({ does: 'create', via: 'sdk', callee: '', given, at }, path, draft.spans);
    if (graph !== undefined && graph !== 'names')
      draft.workflows.push({ ...graph, isFragment: true });
  }
}

/** The literals that an object is made of: its own, and those that it spreads. */
function literalsOf(value: Value): readonly Node[] {
  if (value.is !== 'object') return [];
  const keys = [...value.entries.values()].map(({ key }) => key);
  return keys.flatMap(({ node, module }) => {
    const property = module.parentOf(node);
    return (property && module.parentOf(property)) ?? [];
  });
}

function buildDocument(draft: Draft): Document {
  const { module, spans, workflows, definitions, templates, unresolved } = draft;
  const events = [...definitions.values()].map(({ value, call }, i) => {
    const { module, node } = call.caller ?? call.at;
    note(spans, `/events/${i}`, { module, node: node['callee'] }, { outer: node });
    return value;
  });
  const value = { workflows: workflows.map((each) => each.value), events, templates };
  const decoded = decodeValue(module.input, value);
  decoded.workflows.forEach((workflow, i) => {
    const { isFragment } = workflows[i] as (typeof workflows)[number];
    Object.assign(workflow, { origin: 'source', isFragment } satisfies Partial<Workflow>);
  });
  for (const event of decoded.events)
    Object.assign(event, { origin: 'source' } satisfies Partial<EventDefinition>);
  const document: Document = decoded;
  const calls = draft.calls.map((call): ApiCall => ({ ...call, document }));
  Object.assign(document, {
    ...{ value: undefined, calls, spans: spans.byPointer, unresolved: distinct(unresolved) },
    lists: [],
    faults: decoded.faults.filter(isOfConfig),
  } satisfies Partial<Document>);
  return document;
}

/** Of a fragment, only configs are known. */
const isOfConfig = (fault: Fault): boolean => {
  if (fault.kind !== 'shape') return true;
  const { node, field } = fault;
  if (node.kind === 'workflow') return !node.isFragment;
  return node.kind !== 'step' || !node.workflow.isFragment || field[0] === 'config';
};

function distinct(unresolved: readonly Unresolved[]): readonly Unresolved[] {
  const all = new Map(unresolved.map((each) => [`${each.line} ${each.what}`, each]));
  return [...all.values()].sort((a, b) => a.line - b.line);
}
