/** Sent events as calls of the model: one for each event that a call may send. */
import type { ApiCall, SentPayload } from '../../core/model/workflow.ts';
import {
  byDefault,
  entryOf,
  HOLE,
  isAbsent,
  type ObjectValue,
  optionsOf,
  textOf,
  type Value,
} from './value.ts';
import type { FoundCall } from './wrappers.ts';

/** What a call sends, as far as it is known. */
export interface Sent extends Pick<ApiCall, 'event' | 'isOneOf' | 'fields' | 'payload'> {
  readonly body: ObjectValue | undefined;
  /** What is not known of it. */
  readonly open: readonly string[];
}

const NOTHING = { event: undefined, isOneOf: false, fields: undefined, payload: undefined };

/** The names of the fields of a send, in the SDK and the API. */
const FIELD = /^(?:event|email|contactId|contact_id|payload)$/;
/** What is written in place of `event`; the rule about dropped fields says so. */
const OF_EVENT = ['name', 'event_name', 'eventName'];

export function sentBy(call: FoundCall): readonly Sent[] {
  const bodies = optionsOf(call.given);
  const objects = bodies.filter((each) => each.is === 'object');
  if (objects.length < bodies.length) return [{ ...NOTHING, body: undefined, open: ['the event'] }];
  const all = objects.flatMap((body) => sentIn(body, call));
  return all.map((each) => ({ ...each, isOneOf: each.isOneOf || objects.length > 1 }));
}

function sentIn(body: ObjectValue, call: FoundCall): readonly Sent[] {
  const names = [...body.entries.keys()].filter((name) => !isAbsent(entryOf(body, name)));
  if (call.isWrapper) return [{ ...NOTHING, fields: names, body, open: [] }];
  // What is written in the function or loop is said there, once.
  const fields = names.filter((name) => !call.isCopy || !isInside(body, name, call));
  const payload = payloadOf(body, names);
  const mayHave = names.includes('payload') || (body.isOpen && names.every((n) => FIELD.test(n)));
  const open = payload === undefined && mayHave ? ['the payload'] : [];
  const known = { fields, payload, body };
  const events = eventsIn(entryOf(body, 'event'));
  if (events.length === 0) {
    const isSaid = OF_EVENT.some((name) => textOf(entryOf(body, name)) !== undefined);
    const missing = isSaid ? [] : ['the event'];
    return [{ ...known, event: undefined, isOneOf: false, open: [...missing, ...open] }];
  }
  return events.map((event, i) => ({
    ...{ ...known, event, isOneOf: events.length > 1 },
    open: [...(event === undefined ? ['the event'] : []), ...(i === 0 ? open : [])],
  }));
}

function isInside(body: ObjectValue, name: string, { at }: FoundCall): boolean {
  const key = body.entries.get(name)?.key;
  const isOfFile = key?.module === at.module;
  return isOfFile && key.node.start >= at.node.start && key.node.end <= at.node.end;
}

/** The events that a value can be, each once; one that is not known is undefined. */
const eventsIn = (value: Value | undefined): readonly (string | undefined)[] =>
  value === undefined || isAbsent(value)
    ? []
    : [...new Set(optionsOf(byDefault(value)).map(textOf))];

/** Undefined where it is not known, or where a field of another name may be meant for it. */
function payloadOf(body: ObjectValue, names: readonly string[]): SentPayload | undefined {
  const value = entryOf(body, 'payload');
  if (value === undefined || isAbsent(value)) {
    const isPlain = names.every((name) => FIELD.test(name) || OF_EVENT.includes(name));
    return isPlain && !body.isOpen ? { properties: new Map(), isWhole: true } : undefined;
  }
  if (value.is !== 'object' || (value.isOpen && value.entries.size === 0)) return undefined;
  const entries = [...value.entries].filter(
    ([, { value: each }]) => !isAbsent(each) && each.is !== 'function',
  );
  // One that may be left out may as well be missing.
  const isWhole = entries.every(([, each]) => !optionsOf(each.value).some(isAbsent));
  return {
    properties: new Map(entries.map(([name, each]) => [name, typeOf(each.value)])),
    isWhole: isWhole && !value.isOpen,
  };
}

/** The JSON type of a value; undefined where it is not known. */
function typeOf(value: Value): string | undefined {
  const types = new Set(optionsOf(value).map(typeOfOne));
  return types.size === 1 ? [...types][0] : undefined;
}

function typeOfOne(value: Value): string | undefined {
  switch (value.is) {
    case 'constant':
      return value.value === null ? 'null' : typeof value.value;
    case 'list':
      return 'array';
    case 'json':
      return 'string';
    case 'object':
      return 'object';
    case 'unknown':
      return value.type ?? (value.text?.replaceAll(HOLE, '') ? 'string' : undefined);
    default:
      return undefined;
  }
}
