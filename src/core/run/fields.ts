import { type Condition, comparisonsOf } from '../model/condition.ts';
import { isObject, type JsonObject, own, valueAt } from '../model/json.ts';
import { parseReference } from '../model/references.ts';
import { UNKNOWN } from '../model/unknown.ts';
import type { Given } from './case.ts';
import { compare, evaluate, MISSING, type Outcome } from './compare.ts';
import { Facts } from './facts.ts';

const UNSUBSCRIBED = 'contact.unsubscribed';

/**
 * What is known of the fields of one run. What is known of `event.…` holds for the run; what was
 * asked or written of `contact.…` until time passes, as a contact changes; what was asked of
 * `wait_events.…` until the event is received again.
 */
export class Fields {
  /** Of the contact; undefined where it is not known. Once it is true, it stays so. */
  isUnsubscribed: boolean | undefined;
  readonly #given: Given;
  readonly #contact: Map<string, unknown>;
  /** The fields of the contact that steps wrote. */
  readonly #written = new Set<string>();
  readonly #received = new Map<string, JsonObject | undefined>();
  readonly #facts = new Facts((field) => this.read(field));

  constructor(given: Given) {
    this.#given = given;
    this.#contact = new Map(fieldsOfContact(given.contact));
    const known = this.#contact.get(UNSUBSCRIBED);
    this.isUnsubscribed = given.isSubscribed ? false : asBoolean(known);
  }

  /** The value of a field; MISSING where its payload lacks it; undefined where it is not known. */
  read(field: string): unknown {
    const { scope, name } = parseReference(field);
    if (scope === 'event') return fieldOf(this.#given.payload, name);
    if (scope === 'contact') {
      const isUnsubscribed = field === UNSUBSCRIBED && this.isUnsubscribed === true;
      return isUnsubscribed || this.#contact.get(field);
    }
    if (scope !== 'wait_events') return undefined;
    // Event names have dots as well: the longest one that was received counts.
    const fitting = [...this.#received.keys()].filter((event) => name.startsWith(`${event}.`));
    const event = fitting.sort((a, b) => b.length - a.length)[0];
    return event && fieldOf(this.#received.get(event), name.slice(event.length + 1));
  }

  /** @param value of a field of the contact that a step writes; undefined where it is not known. */
  write(field: string, value: unknown): void {
    this.#facts.forget((each) => each === field || each.startsWith(`${field}.`));
    this.#contact.set(field, value === MISSING || value === UNKNOWN ? undefined : value);
    this.#written.add(field);
    if (field === UNSUBSCRIBED) this.isUnsubscribed = asBoolean(value);
  }

  receive(event: string, payload: JsonObject | undefined): void {
    this.#received.set(event, payload);
    this.#facts.forget((field) => field.startsWith(`wait_events.${event}.`));
  }

  forgetContact(): void {
    for (const field of this.#written) this.#contact.delete(field);
    this.#written.clear();
    this.#facts.forget((field) => field.startsWith('contact.'));
    const isKnown = this.#given.isSubscribed || this.#contact.has(UNSUBSCRIBED);
    if (this.isUnsubscribed === false && !isKnown) this.isUnsubscribed = undefined;
  }

  /** Whether a condition reads a field that its payload lacks, so that the run fails. */
  lacks(condition: Condition): boolean {
    if (this.#given.payload === undefined && this.#received.size === 0) return false;
    return comparisonsOf(condition).some(({ field = '', operator, isSound }) => {
      const asksPresence = operator === 'exists' || operator === 'is_empty';
      return isSound && !asksPresence && this.read(field) === MISSING;
    });
  }

  /** A condition without what is known: true, false, or the rest, which is open. */
  reduce(condition: Condition): Condition | boolean {
    return this.#facts.reduce(condition);
  }

  /** Keeps an answer. False where nothing follows: it says that some part of several holds. */
  learn(condition: Condition, holds: boolean): boolean {
    const isLearnt = this.#facts.learn(condition, holds);
    const mayBe = (value: boolean): boolean => this.#facts.allows(UNSUBSCRIBED, value);
    if (mayBe(true) !== mayBe(false)) this.isUnsubscribed = mayBe(true);
    return isLearnt;
  }

  /** Whether the filter of a wait holds for an event, which it calls `event.`. */
  filter(condition: Condition, payload: JsonObject | undefined): Outcome {
    return evaluate(condition, (comparison) => {
      const { scope, name } = parseReference(comparison.field ?? '');
      const value = scope === 'event' ? fieldOf(payload, name) : undefined;
      if (value === MISSING) return false;
      return comparison.isSound && value !== undefined ? compare(value, comparison) : 'open';
    });
  }
}

const asBoolean = (value: unknown): boolean | undefined =>
  typeof value === 'boolean' ? value : undefined;

function fieldsOfContact(contact: JsonObject = {}): readonly (readonly [string, unknown])[] {
  const { properties, ...fields } = contact;
  const named = Object.entries(isObject(properties) ? properties : {});
  return [
    ...Object.entries(fields).map(([name, value]) => [`contact.${name}`, value] as const),
    ...named.map(([key, value]) => [`contact.properties.${key}`, value] as const),
  ];
}

/** The field of a payload, or a path of fields: `address.city`. */
function fieldOf(payload: JsonObject | undefined, name: string): unknown {
  if (payload === undefined) return undefined;
  const value = own(payload, name) ?? valueAt(payload, name.split('.'));
  return value === undefined ? MISSING : value;
}
