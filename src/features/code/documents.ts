/** What was found in source files, as documents. */
import { decodeValue } from '../../core/document/decode.ts';
import { joinPointer } from '../../core/model/place.ts';
import type { ApiCall, Document, Input, Unresolved } from '../../core/model/workflow.ts';
import { addDefinition, type Definitions, isSend, sentBy, templateOf } from './bodies.ts';
import { type Found, findCalls, unreadIn } from './find.ts';
import type { Module, Node } from './parse.ts';
import { entriesAsJson, note, type Path, type Spans } from './places.ts';
import { lineOf } from './syntax.ts';
import { isExhausted } from './use.ts';
import type { Value } from './value.ts';
import {
  fragmentOf,
  type Graph,
  graphOf,
  hasNoGraph,
  isOfConfig,
  isOpen,
  literalSteps,
  openConfigs,
  withoutCopies,
} from './workflows.ts';
import { type FoundCall, resultOfCall } from './wrappers.ts';

/** What one file holds, while it is put together. */
interface Draft {
  readonly spans: Spans;
  readonly workflows: Graph[];
  readonly definitions: Definitions;
  readonly templates: unknown[];
  readonly calls: Omit<ApiCall, 'document'>[];
  /** Line and what → both. */
  readonly unresolved: Map<string, Unresolved>;
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
  const kept = withoutCopies(found.calls);
  for (const call of found.calls)
    (kept.has(call) ? addCall : addResult)(call, draftOf(call.place.module));
  const modules = [...found.files.values()].filter((module) => module !== undefined);
  if (found.calls.some(isOpen))
    for (const { workflows, spans } of modules.map(draftOf)) {
      const path = ['workflows', workflows.length];
      workflows.push(...fragmentOf(literalSteps(spans.module, found), path, spans));
    }
  for (const module of isExhausted(found.run) ? modules.slice(0, 1) : [])
    fail('all calls, which are too many', module.program, draftOf(module));
  for (const { module, node } of unreadIn(found)) fail('a request', node, draftOf(module));
  const documents = [...drafts.values()].map(buildDocument).filter(hasContent);
  forgetNames(documents);
  return [...documents, ...unparsed(found)];
}

const startDraft = (module: Module): Draft => ({
  ...{ spans: { module, byPointer: new Map() }, definitions: new Map(), workflows: [] },
  ...{ templates: [], calls: [], unresolved: new Map(), checked: new Set() },
});

function fail(what: string, node: Node, { spans: { module }, unresolved }: Draft): void {
  const line = lineOf(module, node);
  unresolved.set(`${line} ${what}`, { line, what });
}

const hasContent = ({ workflows, events, items, calls, unresolved = [] }: Document): boolean =>
  [workflows, events, items, calls, unresolved].some(({ length }) => length > 0);

/** A program may create a workflow in several ways: only the first has the name. */
function forgetNames(documents: readonly Document[]): void {
  const names = new Set<string>();
  for (const workflow of documents.flatMap(({ workflows }) => workflows)) {
    const { name = '' } = workflow;
    if (names.has(name)) Object.assign(workflow, { name: undefined });
    names.add(name);
  }
}

/** A file that cannot be parsed may hold anything. */
const unparsed = ({ files, run }: Found): readonly Document[] =>
  [...files].flatMap(([input, module]) => {
    if (module !== undefined) return [];
    const why = run.modules.refused.has(input)
      ? 'after 8 MB of other files'
      : 'which cannot be parsed';
    const unresolved = [{ line: 1, what: `the file, ${why}` }];
    const empty = { workflows: [], events: [], templates: [] };
    return { ...decodeValue(input, empty), value: undefined, unresolved };
  });

function addCall(call: FoundCall, draft: Draft): void {
  const { does, via, callee, place } = call;
  const failHere = (what: string): void => fail(what, place.node, draft);
  if (does === 'mention') failHere(via === 'sdk' ? `a call that may be ${callee}` : 'a request');
  else if (does === 'send') addSends(call, draft);
  else if (does === 'create' || does === 'update')
    (hasNoGraph(call.given) ? addResult : addWorkflow)(call, draft);
  else if (does === 'template') addTemplate(call, draft);
  else if (does === 'other' || (does === 'define' && isSend(call))) addOther(call, draft);
  else if (does === 'define') addDefinition(call, draft.definitions, failHere);
}

function addSends(call: FoundCall, draft: Draft): void {
  for (const { body, open, ...sent } of sentBy(call)) {
    const path = ['calls', draft.calls.length];
    add(call, { does: 'send', ...sent, raw: rawOf(body, path, call, draft) }, path, draft);
    for (const each of open) fail(`${each} of ${call.callee}`, call.place.node, draft);
  }
}

function addOther(call: FoundCall, draft: Draft): void {
  const { given, does } = call;
  const path = ['calls', draft.calls.length];
  const fields = given.is === 'object' ? [...given.entries.keys()] : undefined;
  const raw = rawOf(given, path, call, draft);
  // What does not exist has no result, and definitions are made by hand.
  const own = { does: does === 'define' ? does : 'other', fields, raw, result: 'used' } as const;
  add(call, own, path, draft);
}

function addWorkflow(call: FoundCall, draft: Draft): void {
  const { given, place, callee, does } = call;
  const path = ['workflows', draft.workflows.length];
  const graph = graphOf(given, path, draft.spans, place.node);
  if (graph === undefined || graph.isFragment) fail(`the workflow of ${callee}`, place.node, draft);
  if (graph !== undefined) draft.workflows.push(graph);
  for (const { at } of graph?.isFragment === false ? openConfigs(given) : [])
    fail('the config of a step', at.module === place.module ? at.node : place.node, draft);
  const own = { does: does === 'update' ? does : 'create', raw: graph?.value ?? {} } as const;
  add(call, own, graph === undefined ? ['calls', draft.calls.length] : path, draft);
}

/** Of a call whose body is known elsewhere, or is a status alone. */
const addResult = (call: FoundCall, draft: Draft): void =>
  add(call, { does: 'update', raw: {} }, ['calls', draft.calls.length], draft);

function addTemplate(call: FoundCall, draft: Draft): void {
  const path = ['templates', draft.templates.length];
  const raw = rawOf(call.given, path, call, draft);
  const isKnown = call.given.is === 'object' && !call.given.isOpen;
  const template = isKnown ? templateOf(raw) : undefined;
  if (template === undefined) return;
  draft.templates.push(template);
  add(call, { does: 'other', raw, result: 'used' }, path, draft);
}

/** What is known of a body. */
const rawOf = (given: Value, path: Path, { place }: FoundCall, { spans }: Draft) =>
  entriesAsJson(given, path, spans, place.node);

type Own = Pick<ApiCall, 'does' | 'raw'> & Partial<ApiCall>;

/** Adds a call. Its own place is what is called, or the URL of a request. */
function add(call: FoundCall, own: Own, path: Path, { spans, checked, calls }: Draft): void {
  const { via, callee, request, place } = call;
  const { node, module } = place;
  const named = via === 'sdk' ? node.callee : (node.arguments[0] ?? node);
  const isChecked = via === 'http' || checked.has(node);
  note(spans, path, { module, node: named }, { node });
  checked.add(node);
  calls.push({
    ...{ kind: 'call', origin: 'source', via, callee, request, pointer: joinPointer(path) },
    ...{ names: { of: new Map(), corrections: [], unknown: [] }, refusal: undefined },
    ...{ event: undefined, fields: undefined, payload: undefined },
    result: isChecked ? 'used' : resultOfCall(call),
    ...(call.isWrapper && { isWrapper: true }),
    ...own,
  });
}

function buildDocument(draft: Draft): Document {
  const { spans, workflows, templates, definitions } = draft;
  const events = [...definitions.values()].map(({ value, call: { place } }, i) => {
    note(spans, ['events', i], { ...place, node: place.node.callee }, place);
    return value;
  });
  const value = { workflows: workflows.map((each) => each.value), events, templates };
  const document = decodeValue(spans.module.input, value);
  for (const [i, workflow] of document.workflows.entries())
    Object.assign(workflow, { origin: 'source', isFragment: workflows[i]?.isFragment === true });
  for (const event of document.events) Object.assign(event, { origin: 'source' });
  const own = {
    value: undefined,
    calls: draft.calls.map((call): ApiCall => ({ ...call, document })),
    spans: spans.byPointer,
    unresolved: [...draft.unresolved.values()].sort((a, b) => a.line - b.line),
    lists: [],
    faults: document.faults.filter(isOfConfig),
  } satisfies Partial<Document>;
  return Object.assign(document, own);
}
