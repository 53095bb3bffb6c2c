import { decodeDocument } from '../../core/document/decode.ts';
import { createRegions } from '../../core/document/regions.ts';
import type { CodeDocument } from '../../core/document/split.ts';
import { areOfSentEvent } from '../../core/model/endpoints.ts';
import type { Finding } from '../../core/model/finding.ts';
import type { JsonObject } from '../../core/model/json.ts';
import type { ApiCall, DocumentRef } from '../../core/model/nodes.ts';
import { withEachEvent } from './alternatives.ts';
import type { FoundCall } from './calls.ts';
import type { Module } from './module.ts';
import { createPlaces } from './places.ts';
import { schemaOf } from './redefinitions.ts';
import {
  entryOf,
  isDefault,
  isSiteWithin,
  jsonTypeOf,
  knownText,
  partsOf,
  type Site,
  type Value,
} from './values.ts';
import { changesOnlyNames, writeTemplate, writeWorkflow } from './workflow-json.ts';

/** The documents from the calls of one file. */
export interface CodeFile {
  readonly code: CodeDocument;
  /** What could not be resolved, with its place. */
  readonly unresolved: readonly Unresolved[];
  /** See `writeWorkflow`. */
  readonly unknown: ReadonlySet<string>;
  /** The same for lists of steps that are no workflow: only rules about configs apply. */
  readonly fragments: ReadonlySet<string>;
  /** Where the value of a location is written, when that is not in the call. */
  literalOf(finding: Pick<Finding, 'location' | 'rule'>): Site | undefined;
  /** Lines of calls with the default of an environment variable. */
  readonly defaults: readonly number[];
}

interface Unresolved {
  readonly what: 'event' | 'payload' | 'workflow' | 'definition' | 'schema' | 'request';
  readonly line: number;
}

/** A written call, in the order of its list. */
interface Written {
  readonly raw: JsonObject;
  readonly call: FoundCall;
}

/** What the calls of a file give so far. */
interface Lists {
  readonly workflows: Written[];
  readonly events: Written[];
  readonly templates: Written[];
  readonly calls: Written[];
  readonly apiCalls: ApiCall[];
  readonly unknown: Set<string>;
  readonly fragments: Set<string>;
}

export function buildCodeFile(
  module: Module,
  calls: readonly FoundCall[],
  ref: DocumentRef,
): CodeFile {
  const lists: Lists = {
    workflows: [],
    events: [],
    templates: [],
    calls: [],
    apiCalls: [],
    unknown: new Set(),
    fragments: new Set(),
  };
  const { workflows, events, templates, apiCalls, unknown, fragments } = lists;
  const spotOf = createRegions(module.text, 1);
  const lineOf = ({ site }: FoundCall): number =>
    spotOf({ offset: site.start, length: 0 }).region.startLine;
  const isResult = ({ does }: FoundCall): boolean => does === 'result';
  // Last, so that the pointers of the others do not change.
  const sorted = [...calls.filter((call) => !isResult(call)), ...calls.filter(isResult)];
  const unresolved = sorted.flatMap(withEachEvent).flatMap((call): readonly Unresolved[] => {
    const what = addCall(call, lists, ref);
    if (what === undefined) return [];
    return [{ what, line: lineOf(call) }];
  });
  const raw = {
    workflows: workflows.map((each) => each.raw),
    events: events.map((each) => each.raw),
    templates: templates.map((each) => each.raw),
  };
  const places = createPlaces(module, lists, spotOf);
  return {
    literalOf: places.literalOf,
    unresolved,
    unknown,
    fragments,
    defaults: [...new Set(calls.filter(countsDefault).map(lineOf))],
    code: {
      // The account can have more templates.
      document: { ...decodeDocument(raw, ref), lists: [], form: 'bundle', calls: apiCalls },
      code: module.text,
      spanOf: places.spanOf,
    },
  };
}

const countsDefault = ({ does, given }: FoundCall): boolean =>
  !WITHOUT_VALUES.has(does) && partsOf(given).some(isDefault);

/** Returns what of the call could not be resolved. */
function addCall(call: FoundCall, lists: Lists, ref: DocumentRef): Unresolved['what'] | undefined {
  const { does, given } = call;
  if (does === 'publish') return undefined;
  if (does === 'template') {
    addTemplate(call, lists, ref);
    return undefined;
  }
  if (does === 'mention') return 'request';
  if (does === 'send' || does === 'wrap') return addSend(call, lists, ref);
  if (does === 'request' || does === 'result' || (does === 'define' && isSentEvent(given))) {
    addRequest(call, lists, ref);
    return undefined;
  }
  if (does === 'define') {
    const name = knownText(entryOf(given, 'name'));
    if (name === undefined) return 'definition';
    const schema = schemaOf(given);
    lists.events.push({ raw: { object: 'event', name, schema: schema ?? null }, call });
    return schema === undefined ? 'schema' : undefined;
  }
  // It has changed the definition: see `withRedefinitions`.
  if (does === 'redefine' || changesOnlyNames(given)) return undefined;
  const isFragment = does === 'fragment';
  const pointer = `/workflows/${lists.workflows.length}`;
  const written = writeWorkflow(given, isFragment, ref.source + pointer);
  if (written === undefined) return 'workflow';
  const { raw } = written;
  for (const each of written.unknown) lists.unknown.add(pointer + each);
  lists.workflows.push({ raw, call });
  if (isFragment) lists.fragments.add(`${pointer}/`);
  const api = apiCallOf(call, ref, pointer, raw);
  lists.apiCalls.push({ ...api, does: isFragment ? 'create' : does });
  return undefined;
}

function addTemplate(call: FoundCall, lists: Lists, ref: DocumentRef): void {
  const raw = writeTemplate(call);
  if (raw === undefined) return;
  const variables = entryOf(call.given, 'variables');
  const names = variables?.kind === 'array' ? variables.items.map(namesIn) : [];
  const pointer = `/templates/${lists.templates.length}`;
  lists.apiCalls.push(apiCallOf(call, ref, pointer, { variables: names }));
  lists.templates.push({ raw, call });
}

const apiCallOf = (
  { via }: FoundCall,
  document: DocumentRef,
  pointer: string,
  raw: JsonObject,
): ApiCall => {
  const nothingSent = { event: undefined, payload: undefined };
  return { kind: 'call', document, raw, pointer, does: 'create', via, ...nothingSent };
};

/** An object as far as rules about names read it. */
const namesIn = (value: Value): JsonObject =>
  Object.fromEntries(value.kind === 'object' ? Array.from(value.entries.keys(), noValue) : []);

const noValue = (name: string): [string, null] => [name, null];

/** Fields of an event that is sent, in the call that defines events. */
const isSentEvent = (given: Value): boolean =>
  given.kind === 'object' && areOfSentEvent([...given.entries.keys()]);

function addRequest(call: FoundCall, lists: Lists, document: DocumentRef): void {
  const { given, path, result } = call;
  const raw = namesIn(given);
  const fields = Object.keys(raw);
  const open = apiCallOf(call, document, `/calls/${lists.calls.length}`, raw);
  lists.calls.push({ raw, call });
  if (result !== undefined) lists.apiCalls.push({ ...open, does: 'result', result });
  else if (path === undefined) lists.apiCalls.push({ ...open, does: 'define' });
  else
    lists.apiCalls.push({
      ...open,
      does: 'request',
      request: { method: 'POST', path, fields },
    });
}

function addSend(call: FoundCall, lists: Lists, ref: DocumentRef): 'event' | 'payload' | undefined {
  const api = sendOf(call, ref, `/calls/${lists.calls.length}`);
  lists.calls.push({ raw: api.raw, call });
  lists.apiCalls.push(api);
  if (call.does === 'wrap') return undefined;
  if (api.event === undefined && !hasMisnamedEvent(api)) return 'event';
  return api.payload === undefined && isOpenOrGiven(call.given) ? 'payload' : undefined;
}

const isOpenOrGiven = (given: Value): boolean =>
  given.kind !== 'object' || given.isOpen || entryOf(given, 'payload') !== undefined;

const hasMisnamedEvent = ({ raw }: ApiCall): boolean =>
  typeof (raw['name'] ?? raw['event_name'] ?? raw['eventName']) === 'string';

function sendOf(
  { given, via, does, wrapper, isOneOf = false }: FoundCall,
  document: DocumentRef,
  pointer: string,
): ApiCall {
  const entries = given.kind === 'object' ? [...given.entries] : [];
  const names = entries.map(([name]) => name);
  const isOpen = given.kind !== 'object' || given.isOpen;
  const raw = Object.fromEntries(
    names.flatMap((name) => {
      const value = entryOf(given, name);
      if (value === undefined) return [];
      return [[name, value.kind === 'object' ? namesIn(value) : (knownText(value) ?? null)]];
    }),
  );
  const payload = entryOf(given, 'payload');
  const isMisnamed =
    payload === undefined && (isOpen || names.some((name) => !SENT_FIELDS.has(name)));
  return {
    kind: 'call',
    document,
    raw,
    pointer,
    does: does === 'wrap' ? does : 'send',
    via,
    event: knownText(entryOf(given, 'event')),
    payload: isMisnamed || given.kind !== 'object' ? undefined : payloadOf(payload),
    isOneOf,
    ...(wrapper && {
      wrapped: new Set(
        entries.flatMap(([name, { key }]) => (isSiteWithin(wrapper, key) ? name : [])),
      ),
    }),
  };
}

/** The call itself is there too. */
const WITHOUT_VALUES: ReadonlySet<FoundCall['does']> = new Set(['fragment', 'result']);

const SENT_FIELDS = new Set(['event', 'email', 'contactId', 'contact_id', 'payload']);

function payloadOf(value: Value | undefined): ApiCall['payload'] {
  if (value === undefined) return { properties: new Map(), isWhole: true };
  if (value.kind !== 'object' || (value.isOpen && value.entries.size === 0)) return undefined;
  const properties = new Map<string, string | undefined>();
  let isWhole = !value.isOpen;
  for (const [name, entry] of value.entries) {
    const { kind } = entry.value;
    if (kind === 'absent' || kind === 'function') continue;
    // It may be undefined, so that it is not sent.
    properties.set(name, jsonTypeOf(entry.value));
    if (kind === 'choice' && entry.value.options.some((option) => option.kind === 'absent'))
      isWhole = false;
  }
  return { properties, isWhole };
}
