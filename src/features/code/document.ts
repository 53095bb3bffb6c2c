import { decodeDocument } from '../../core/document/decode.ts';
import { createRegions } from '../../core/document/regions.ts';
import type { CodeDocument } from '../../core/document/split.ts';
import type { JsonObject } from '../../core/model/json.ts';
import type { ApiCall, DocumentRef } from '../../core/model/nodes.ts';
import type { Module } from './modules.ts';
import type { FoundCall } from './scan.ts';
import { entryOf, jsonTypeOf, knownText, type Site, spanIn, type Value } from './values.ts';
import { writeWorkflow } from './workflow-json.ts';

/** What the calls of one file give. */
export interface CodeFile {
  readonly code: CodeDocument;
  /** What could not be resolved, and where. */
  readonly unresolved: readonly Unresolved[];
  /** Pointers to values that are not known. */
  readonly unknown: ReadonlySet<string>;
  readonly counts: { readonly sends: number; readonly workflows: number };
}

interface Unresolved {
  readonly what: 'event' | 'payload' | 'workflow' | 'definition';
  readonly line: number;
}

export function buildCodeFile(
  module: Module,
  calls: readonly FoundCall[],
  ref: DocumentRef,
): CodeFile {
  const unresolved: Unresolved[] = [];
  const unknown = new Set<string>();
  const workflows: { readonly raw: JsonObject; readonly call: FoundCall }[] = [];
  const events: { readonly raw: JsonObject; readonly call: FoundCall }[] = [];
  const sends: FoundCall[] = [];
  const wraps: FoundCall[] = [];
  const spotOf = createRegions(module.text, 1);
  const leave = (call: FoundCall, what: Unresolved['what']): void =>
    void unresolved.push({
      what,
      line: spotOf({ offset: call.site.start, length: 0 }).region.startLine,
    });

  for (const call of calls) {
    if (call.does === 'send') sends.push(...alternatives(call));
    else if (call.does === 'wrap') wraps.push(call);
    else if (call.does === 'define') {
      const raw = definitionOf(call.given);
      if (raw === undefined) leave(call, 'definition');
      else events.push({ raw, call });
    } else if (!changesOnlyNames(call.given)) {
      const written = writeWorkflow(call.given);
      if (written === undefined) leave(call, 'workflow');
      else {
        for (const pointer of written.unknown)
          unknown.add(`/workflows/${workflows.length}${pointer}`);
        workflows.push({ raw: written.raw, call });
      }
    }
  }
  const made = workflows.map(
    ({ raw, call: { does, via } }, i): ApiCall => ({
      ...{ kind: 'call', document: ref, raw, pointer: `/workflows/${i}` },
      ...{
        does: does === 'update' ? 'update' : 'create',
        via,
        event: undefined,
        payload: undefined,
      },
    }),
  );
  const sent = sends.map((call, i): ApiCall => {
    const api = sendOf(call, ref, `/calls/${i}`);
    if (api.event === undefined && !hasMisnamedEvent(api)) leave(call, 'event');
    else if (api.payload === undefined && api.raw['data'] === undefined) leave(call, 'payload');
    return api;
  });
  const wrapped = wraps.map(
    (call, i): ApiCall => ({ ...sendOf(call, ref, `/calls/${sends.length + i}`), does: 'wrap' }),
  );
  const raw = {
    workflows: workflows.map((each) => each.raw),
    events: events.map((each) => each.raw),
  };
  const lists = new Map([
    ['workflows', workflows.map(({ call }) => call)],
    ['events', events.map(({ call }) => call)],
    ['calls', [...sends, ...wraps]],
  ]);
  return {
    unresolved,
    unknown,
    counts: { sends: sends.length, workflows: workflows.length },
    code: {
      document: {
        ...decodeDocument(raw, ref),
        form: 'bundle',
        calls: [...made, ...sent, ...wrapped],
      },
      code: module.text,
      spanOf(query) {
        const [, name = '', index = ''] = query.pointer.split('/');
        const call = lists.get(name)?.[Number(index)];
        if (call === undefined) return undefined;
        const pointer = query.pointer.slice(name.length + index.length + 2);
        return spanIn(call.given, call.site, { ...query, pointer });
      },
    },
  };
}

/** An event that is one of several is sent by as many calls. */
function alternatives(call: FoundCall): readonly FoundCall[] {
  const { given } = call;
  const event = entryOf(given, 'event');
  if (given.kind !== 'object' || event?.kind !== 'choice') return [call];
  const { site, origins = [] } = event;
  const names = new Map(
    event.options.map((option) => [knownText(option), { ...option, site, origins }] as const),
  );
  const key = given.entries.get('event')?.key ?? given.site;
  return [...names.values()].map((value) => ({
    ...call,
    given: { ...given, entries: new Map(given.entries).set('event', { value, key }) },
  }));
}

/** Names, status and the like: no graph. */
const changesOnlyNames = (given: Value): boolean =>
  given.kind === 'object' && !given.isOpen && !given.entries.has('steps');

const hasMisnamedEvent = ({ raw }: ApiCall): boolean =>
  typeof (raw['name'] ?? raw['event_name'] ?? raw['eventName']) === 'string';

function sendOf(
  { given, via, wrapper }: FoundCall,
  document: DocumentRef,
  pointer: string,
): ApiCall {
  const names = given.kind === 'object' ? [...given.entries.keys()] : [];
  const isOpen = given.kind !== 'object' || given.isOpen;
  const raw = Object.fromEntries(
    names.flatMap((name) => {
      const value = entryOf(given, name);
      if (value === undefined) return [];
      const fields = value.kind === 'object' ? [...value.entries.keys()] : [];
      const inner = Object.fromEntries(fields.map((field) => [field, null]));
      return [[name, value.kind === 'object' ? inner : (knownText(value) ?? null)]];
    }),
  );
  const payload = entryOf(given, 'payload');
  const isMisnamed =
    payload === undefined && given.kind === 'object' && (isOpen || raw['data'] !== undefined);
  return {
    ...{ kind: 'call', document, raw, pointer, does: 'send', via },
    event: knownText(entryOf(given, 'event')),
    payload: isMisnamed || given.kind !== 'object' ? undefined : payloadOf(payload),
    ...(wrapper && {
      wrapped: new Set(names.filter((name) => isWithin(wrapper, keyOf(given, name)))),
    }),
  };
}

const keyOf = (given: Value, name: string): Site | undefined =>
  given.kind === 'object' ? given.entries.get(name)?.key : undefined;

const isWithin = ({ module, start, end }: Site, site: Site | undefined): boolean =>
  site?.module === module && site.start >= start && site.end <= end;

function payloadOf(value: Value | undefined): ApiCall['payload'] {
  if (value === undefined) return { properties: new Map(), isWhole: true };
  if (value.kind !== 'object') return undefined;
  const properties = new Map<string, string | undefined>();
  let isWhole = !value.isOpen;
  for (const [name, entry] of value.entries) {
    const { kind } = entry.value;
    if (kind === 'absent' || kind === 'function') continue;
    // It may be undefined, and then it is not sent.
    properties.set(name, jsonTypeOf(entry.value));
  }
  if (value.entries.size > MAX_PROPERTIES) isWhole = false;
  return { properties, isWhole };
}

const MAX_PROPERTIES = 1000;

function definitionOf(given: Value): JsonObject | undefined {
  const name = knownText(entryOf(given, 'name'));
  const schema = entryOf(given, 'schema');
  if (name === undefined) return undefined;
  if (schema === undefined || (schema.kind === 'constant' && schema.value === null))
    return { object: 'event', name, schema: null };
  if (schema.kind !== 'object' || schema.isOpen) return undefined;
  const types = [...schema.entries].map(([key, { value }]) => [key, knownText(value)] as const);
  if (types.some(([, type]) => type === undefined)) return undefined;
  return { object: 'event', name, schema: Object.fromEntries(types) };
}
