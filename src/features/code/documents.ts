/** What was found in source files, as documents. */
import { decodeValue } from '../../core/document/decode.ts';
import { joinPointer } from '../../core/model/place.ts';
import type { ApiCall, Document, Input, Unresolved } from '../../core/model/workflow.ts';
import { eventOf, isSend, sentBy, templateOf } from './bodies.ts';
import { isExhausted } from './evaluate.ts';
import { type Found, findCalls, unreadIn } from './find.ts';
import type { Node } from './parse.ts';
import { entriesAsJson, note, ownOf, type Path, type Spans } from './places.ts';
import { lineOf, moduleOf } from './syntax.ts';
import type { Value } from './value.ts';
import {
  fragmentOf,
  type Graph,
  graphOf,
  hasNoGraph,
  isOfConfig,
  isOpen,
  nameOf,
  withoutCopies,
} from './workflows.ts';
import { type FoundCall, resultOfCall } from './wrappers.ts';

interface Draft extends Spans {
  readonly workflows: Graph[];
  /** Of events, by their names. */
  readonly definitions: Map<string, FoundCall>;
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
  const drafts = new Map<Input, Draft>();
  const draftOf = (input: Input): Draft => {
    const draft = drafts.get(input) ?? startDraft(input);
    drafts.set(input, draft);
    return draft;
  };
  const kept = withoutCopies(found.calls);
  for (const call of found.calls)
    (kept.has(call) ? addCall : addResult)(call, draftOf(moduleOf(call.place).input));
  const modules = [...found.files.values()].filter((module) => module !== undefined);
  for (const module of found.calls.some(isOpen) ? modules : []) {
    const draft = draftOf(module.input);
    const graph = fragmentOf(module, found, ['workflows', draft.workflows.length], draft);
    if (graph !== undefined) draft.workflows.push(graph);
  }
  for (const { input } of isExhausted(found.run) ? modules.slice(0, 1) : [])
    fail('all calls, which are too many', draftOf(input));
  for (const node of unreadIn(found)) fail('a request', draftOf(moduleOf(node).input), node);
  // A file that cannot be parsed may hold anything.
  for (const [input, module] of found.files)
    if (module === undefined) fail(`the file, ${whyUnread(input, found)}`, draftOf(input));
  const documents = [...drafts.values()].map(buildDocument).filter(hasContent);
  forgetNames(documents);
  return documents;
}

const whyUnread = (input: Input, { run: { modules } }: Found): string =>
  modules.refused.has(input) ? 'after 8 MB of other files' : 'which cannot be parsed';

const startDraft = (input: Input): Draft => ({
  ...{ input, byPointer: new Map(), definitions: new Map(), workflows: [] },
  ...{ templates: [], calls: [], unresolved: new Map(), checked: new Set() },
});

function fail(what: string, { unresolved }: Draft, at?: Node): void {
  const line = at === undefined ? 1 : lineOf(at);
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

function addCall(call: FoundCall, draft: Draft): void {
  const { does, via, callee, given, place } = call;
  if (does === 'mention')
    fail(via === 'sdk' ? `a call that may be ${callee}` : 'a request', draft, place);
  else if (does === 'send') addSends(call, draft);
  else if (does === 'create' || does === 'update')
    (hasNoGraph(given) ? addResult : addWorkflow)(call, draft);
  else if (does === 'template') addTemplate(call, draft);
  else if (does === 'other' || (does === 'define' && isSend(call))) addOther(call, draft);
  else if (does === 'define') addDefinition(call, draft);
}

function addSends(call: FoundCall, draft: Draft): void {
  for (const { open, ...sent } of sentBy(call)) {
    add(call, draft, { does: 'send', ...sent });
    for (const each of open) fail(`${each} of ${call.callee}`, draft, call.place);
  }
}

function addOther(call: FoundCall, draft: Draft): void {
  const { given: body, does } = call;
  const fields = body.is === 'object' ? [...body.entries.keys()] : undefined;
  // What does not exist has no result, and definitions are made by hand.
  add(call, draft, { does: does === 'define' ? does : 'other', fields, body, result: 'used' });
}

const ID = /^[0-9a-f]{8}-[0-9a-f-]{27}$/i;

/** A later one takes the place of an earlier one. */
function addDefinition(call: FoundCall, draft: Draft): void {
  const name = nameOf(call);
  if (name === undefined) fail('the event definition', draft, call.place);
  // An update may name the event by its id.
  else if (!ID.test(name)) draft.definitions.set(name, call);
}

function addWorkflow(call: FoundCall, draft: Draft): void {
  const { given, place, callee, does } = call;
  const path = ['workflows', draft.workflows.length];
  const graph = graphOf(given, path, draft, place);
  if (graph === undefined || graph.isFragment) fail(`the workflow of ${callee}`, draft, place);
  if (graph !== undefined) draft.workflows.push(graph);
  for (const { at } of graph?.open ?? [])
    fail('the config of a step', draft, ownOf(draft, at) ?? place);
  const own = { does: does === 'update' ? does : 'create', raw: graph?.value ?? {} } as const;
  add(call, draft, own, graph && path);
}

/** Of a call whose body is known elsewhere, or is a status alone. */
const addResult = (call: FoundCall, draft: Draft): void => add(call, draft, { does: 'update' });

function addTemplate(call: FoundCall, draft: Draft): void {
  const { given: body, place } = call;
  const path = ['templates', draft.templates.length];
  const isKnown = body.is === 'object' && !body.isOpen;
  const template = isKnown ? templateOf(entriesAsJson(body, path, draft, place)) : undefined;
  if (template === undefined) return;
  draft.templates.push(template);
  add(call, draft, { does: 'other', body, result: 'used' }, path);
}

type Own = Pick<ApiCall, 'does'> & Partial<ApiCall> & { readonly body?: Value };

/** Adds a call. Its own place is what is called, or the URL of a request. */
function add(call: FoundCall, draft: Draft, { body, ...own }: Own, given?: Path): void {
  const { via, callee, request, place } = call;
  const path = given ?? ['calls', draft.calls.length];
  const named = via === 'sdk' ? place.callee : (place.arguments[0] ?? place);
  const isChecked = via === 'http' || draft.checked.has(place);
  note(draft, path, named, { node: place });
  draft.checked.add(place);
  draft.calls.push({
    ...{ kind: 'call', origin: 'source', via, callee, request, pointer: joinPointer(path) },
    ...{ names: { of: new Map(), corrections: [], unknown: [] }, refusal: undefined },
    ...{ event: undefined, fields: undefined, payload: undefined },
    result: isChecked ? 'used' : resultOfCall(call),
    raw: body === undefined ? {} : entriesAsJson(body, path, draft, place),
    ...(call.isWrapper && { isWrapper: true }),
    ...own,
  });
}

function buildDocument(draft: Draft): Document {
  const { workflows, templates, definitions } = draft;
  const events = [...definitions.values()].map(({ given, place }, i) => {
    const path = ['events', i];
    note(draft, path, place.callee, { node: place });
    const event = eventOf(entriesAsJson(given, path, draft, place));
    if (!event.isKnown) fail('the schema', draft, place);
    return event.value;
  });
  const value = { workflows: workflows.map((each) => each.value), events, templates };
  const document = decodeValue(draft.input, value);
  for (const [i, workflow] of document.workflows.entries())
    Object.assign(workflow, { origin: 'source', isFragment: workflows[i]?.isFragment === true });
  for (const event of document.events) Object.assign(event, { origin: 'source' });
  const own = {
    value: undefined,
    calls: draft.calls.map((call): ApiCall => ({ ...call, document })),
    spans: draft.byPointer,
    unresolved: [...draft.unresolved.values()].sort((a, b) => a.line - b.line),
    lists: [],
    faults: document.faults.filter(isOfConfig),
  } satisfies Partial<Document>;
  return Object.assign(document, own);
}
