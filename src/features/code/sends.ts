/** Sent events as calls of the model: one for each event that a call may send. */
import type { ApiCall, SentPayload } from '../../core/model/workflow.ts';
import { typeOf } from './json.ts';
import { entryOf, isAbsent, type ObjectValue, optionsOf, textOf, type Value } from './value.ts';
import type { FoundCall } from './wrappers.ts';

/** What a call sends, as far as it is known. */
export interface Sent extends Pick<ApiCall, 'event' | 'isOneOf' | 'fields' | 'payload'> {
  readonly body: ObjectValue | undefined;
  /** What is not known of it. */
  readonly open: readonly string[];
}

/** The names of the fields of a send, in the SDK and the API. */
const FIELDS = new Set(['event', 'email', 'contactId', 'contact_id', 'payload']);
const OF_EVENT = ['name', 'event_name', 'eventName'];

export function sentBy(call: FoundCall): readonly Sent[] {
  const bodies = optionsOf(call.given);
  const objects = bodies.flatMap((each) => (each.is === 'object' ? each : []));
  if (objects.length < bodies.length || objects.length === 0)
    return [{ ...NOTHING, body: undefined, open: ['the event'] }];
  const all = objects.flatMap((body) => sentIn(body, call));
  return all.map((each) => ({ ...each, isOneOf: each.isOneOf || objects.length > 1 }));
}

const NOTHING = { event: undefined, isOneOf: false, fields: undefined, payload: undefined };

function sentIn(body: ObjectValue, call: FoundCall): readonly Sent[] {
  const names = [...body.entries.keys()].filter((name) => !isAbsent(entryOf(body, name)));
  // What is written in the function is said there, once.
  const isOwn = (name: string): boolean => {
    const key = body.entries.get(name)?.key;
    const { start, end } = call.at.node;
    const isInside =
      key?.module === call.at.module && key.node.start >= start && key.node.end <= end;
    return !call.isCopy || !isInside;
  };
  const fields = names.filter(isOwn);
  if (call.isWrapper) return [{ ...NOTHING, fields: names, body, open: [] }];
  const payload = payloadOf(body, names);
  const isLost =
    payload === undefined && (names.includes('payload') || (body.isOpen && names.every(isKnown)));
  const known = { fields, payload, body };
  const about = isLost ? ['the payload'] : [];
  const events = eventsOf(entryOf(body, 'event'));
  if (events.length === 0) {
    const other = OF_EVENT.find((name) => names.includes(name));
    // The rule about dropped fields says that it is the event.
    const isSaid = other !== undefined && textOf(entryOf(body, other)) !== undefined;
    const open = isSaid ? about : ['the event'];
    return [{ ...known, event: undefined, isOneOf: false, open }];
  }
  return events.map((event, i) => ({
    ...{ ...known, event, isOneOf: events.length > 1 },
    open: [...(event === undefined ? ['the event'] : []), ...(i === 0 ? about : [])],
  }));
}

const isKnown = (name: string): boolean => FIELDS.has(name);

/** The events that a value can be, each once; one that is not known is undefined. */
function eventsOf(value: Value | undefined): readonly (string | undefined)[] {
  if (value === undefined || isAbsent(value)) return [];
  const all = optionsOf(value).flatMap((each): readonly (string | undefined)[] =>
    each.is === 'unknown' ? (each.declared ?? [undefined]) : [textOf(each)],
  );
  return [...new Set(all)];
}

/** Undefined where it is not known, or where a field of another name may be meant for it. */
function payloadOf(body: ObjectValue, names: readonly string[]): SentPayload | undefined {
  const value = entryOf(body, 'payload');
  if (value === undefined || isAbsent(value)) {
    const isPlain = !body.isOpen && names.every((name) => isKnown(name) || OF_EVENT.includes(name));
    return isPlain ? { properties: new Map(), isWhole: true } : undefined;
  }
  if (value.is !== 'object' || (value.isOpen && value.entries.size === 0)) return undefined;
  let isWhole = !value.isOpen;
  const properties = new Map<string, string | undefined>();
  for (const [name, { value: each }] of value.entries) {
    if (isAbsent(each) || each.is === 'function') continue;
    // One that may be left out may as well be missing.
    if (optionsOf(each).some(isAbsent)) isWhole = false;
    properties.set(name, typeOf(each));
  }
  return { properties, isWhole };
}
