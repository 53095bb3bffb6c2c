/** The bodies of calls: events that are sent, definitions of events, templates. */
import { isObject, type JsonObject } from '../../core/model/json.ts';
import { hasUnknown, UNKNOWN } from '../../core/model/unknown.ts';
import type { ApiCall, SentPayload } from '../../core/model/workflow.ts';
import type { Node } from './parse.ts';
import { isIn } from './syntax.ts';
import type { ObjectValue, Value } from './value.ts';
import { byDefault, entriesIn, entryOf, isAbsent, optionsOf, textOf, typeOf } from './value.ts';
import type { FoundCall } from './wrappers.ts';

export interface Sent extends Partial<Pick<ApiCall, 'event' | 'fields' | 'payload' | 'refusal'>> {
  readonly body: Value;
  /** What is not known of it. */
  readonly open: readonly string[];
}

const FIELD = /^(?:event|email|contactId|contact_id|payload)$/;
/** What is written in place of `event`; the rule about dropped fields says so. */
const OF_EVENT = ['name', 'event_name', 'eventName'];

export function sentBy(call: FoundCall): readonly Sent[] {
  const bodies = optionsOf(call.given);
  return bodies.every((each) => each.is === 'object')
    ? bodies.flatMap((body) => sentIn(body, call))
    : [{ body: call.given, open: ['the event'] }];
}

function sentIn(body: ObjectValue, call: FoundCall): readonly Sent[] {
  const names = entriesIn(body).map(([name]) => name);
  const refusal = refusalOf(body, names);
  if (call.isWrapper) return [{ fields: names, body, refusal, open: [] }];
  // What is written in the function or loop, or lacks there, is said there, once.
  const isSaidThere = (node: Node | undefined): boolean =>
    call.isCopy && node !== undefined && isIn(node, call.at);
  const fields = names.filter((name) => !isSaidThere(body.entries.get(name)?.key));
  const isWhole = body.at?.properties?.every(({ type }) => type === 'Property');
  const lacksThere = isWhole && isSaidThere(body.at) && refusalOf(body, [...body.entries.keys()]);
  const payload = payloadOf(body, names);
  const mayHave = names.includes('payload') || (body.isOpen && names.every((n) => FIELD.test(n)));
  const isSaid =
    (refusal !== undefined && !names.includes('event')) ||
    OF_EVENT.some((name) => textOf(entryOf(body, name)) !== undefined);
  const value = entryOf(body, 'event');
  // Each once; one that is not known is undefined.
  const events = value ? new Set(optionsOf(byDefault(value)).map(textOf)) : [undefined];
  return [...events].map((event, i) => ({
    ...{ event, fields, payload, body, refusal: lacksThere ? undefined : refusal },
    open: [
      ...(event === undefined && !isSaid ? ['the event'] : []),
      ...(payload === undefined && mayHave && i === 0 ? ['the payload'] : []),
    ],
  }));
}

/** Why the service refuses a body whose fields are all known. */
function refusalOf({ isOpen }: ObjectValue, names: readonly string[]): ApiCall['refusal'] {
  // Another name may be meant for what lacks, which the rule about dropped fields says.
  if (isOpen || !names.every((name) => FIELD.test(name))) return undefined;
  const hasEvent = names.includes('event');
  if (hasEvent && names.some((name) => /^(?:email|contact)/.test(name))) return undefined;
  const message = hasEvent
    ? 'neither "email" nor a contact id is given'
    : 'the field "event" is missing';
  return { status: 422, message };
}

/** Undefined where it is not known, or where a field of another name may be meant for it. */
function payloadOf(body: ObjectValue, names: readonly string[]): SentPayload | undefined {
  const value = entryOf(body, 'payload');
  if (value === undefined || isAbsent(value)) {
    const isPlain = names.every((name) => FIELD.test(name) || OF_EVENT.includes(name));
    return isPlain && !body.isOpen ? { properties: new Map(), isWhole: true } : undefined;
  }
  if (value.is !== 'object' || (value.isOpen && value.entries.size === 0)) return undefined;
  const entries = entriesIn(value);
  // One that may be left out may as well be missing.
  const isWhole = entries.every(([, each]) => !optionsOf(each.value).some(isAbsent));
  return {
    properties: new Map(entries.map(([name, each]) => [name, typeOf(each.value)])),
    isWhole: isWhole && !value.isOpen,
  };
}

/** Whether a call that defines has other fields too, as one that is meant to send. */
export const isSend = ({ given }: FoundCall): boolean =>
  given.is === 'object' &&
  [...given.entries.keys()].some((name) => !/^(?:name|schema)$/.test(name));

/** A definition of an event; all types of its schema are known, or it is not. */
export function eventOf({ name, schema = null }: JsonObject) {
  const isKnown =
    schema === null ||
    (isObject(schema) && Object.values(schema).every((type) => typeof type === 'string'));
  return { value: { name, schema: isKnown ? schema : null }, isKnown };
}

/** A template as an export has it; undefined where its name or variables are not known. */
export function templateOf(body: JsonObject): JsonObject | undefined {
  const { alias = null, name = null, variables = [] } = body;
  if (!Array.isArray(variables) || hasUnknown({ alias, name, variables })) return undefined;
  const known = Object.entries(body).filter(([, value]) => value !== UNKNOWN);
  const id = alias ?? `${name ?? 'a template'} (created in code)`;
  return {
    ...Object.fromEntries(known),
    ...{ id, alias, name, status: 'published' },
    variables: variables.filter(isObject).map(({ fallbackValue, ...each }) => ({
      fallback_value: fallbackValue,
      ...each,
    })),
  };
}
