import { type Condition, comparisonsOf } from '../model/condition.ts';
import { isObject, type JsonObject, own, valueAt } from '../model/json.ts';
import { parseReference, splitEvent } from '../model/references.ts';
import { UNKNOWN } from '../model/unknown.ts';
import type { Step } from '../model/workflow.ts';
import type { Given } from './case.ts';
import { compare, evaluate, MISSING, type Outcome } from './compare.ts';
import { agrees, type Fact, factsOf, type Known } from './facts.ts';

const UNSUBSCRIBED = 'contact.unsubscribed';

/**
 * What is known of the fields of one run. What was asked of `contact.…` holds until time passes, as
 * a contact may change; what was asked of `wait_events.…` until the event is received again.
 */
export class Fields implements Known {
  facts: readonly Fact[] = [];
  /** Of the contact; undefined where it must be asked. Once it is true, it stays so. */
  isUnsubscribed: boolean | undefined;
  readonly #given: Given;
  readonly #contact: Map<string, unknown>;
  readonly #received = new Map<string, JsonObject | undefined>();

  constructor(given: Given) {
    this.#given = given;
    this.#contact = new Map(fieldsOfContact(given.contact));
    this.isUnsubscribed = given.isAnyContact ? false : asBoolean(given.contact?.['unsubscribed']);
  }

  /** The value of a field; MISSING where its payload lacks it; undefined where it is not known. */
  read(field: string): unknown {
    const { scope, name } = parseReference(field);
    if (scope === 'event') return fieldOf(this.#given.payload, name);
    if (scope === 'contact') {
      const known = this.#contact.get(field);
      if (known !== undefined || field !== UNSUBSCRIBED) return known;
      // What is only assumed answers no condition.
      return this.#given.isAnyContact ? this.isUnsubscribed || undefined : this.isUnsubscribed;
    }
    if (scope !== 'wait_events') return undefined;
    const asked = splitEvent(name, [...this.#received.keys()]);
    return asked && fieldOf(this.#received.get(asked.event), asked.property);
  }

  /** @param value of a field of the contact that a step writes; undefined where it is not known. */
  write(field: string, value: unknown): void {
    this.#forget((each) => each === field || each.startsWith(`${field}.`));
    this.#contact.set(field, value === MISSING || value === UNKNOWN ? undefined : value);
    if (field === UNSUBSCRIBED) this.isUnsubscribed = asBoolean(value);
  }

  receive(event: string, payload: JsonObject | undefined): void {
    this.#received.set(event, payload);
    this.#forget((field) => field.startsWith(`wait_events.${event}.`));
  }

  #forget(isForgotten: (field: string) => boolean): void {
    if (this.facts.length > 0) this.facts = this.facts.filter(({ field }) => !isForgotten(field));
  }

  /** Time passes: the contact may have changed, though not one that is simulated. */
  forgetAnswers(): void {
    this.#forget((field) => field.startsWith('contact.'));
    if (this.#given.isAnyContact) this.#contact.clear();
    const isKnown = this.#given.isAnyContact || this.#contact.get(UNSUBSCRIBED) !== undefined;
    if (this.isUnsubscribed === false && !isKnown) this.isUnsubscribed = undefined;
  }

  /** Any field of the contact may have been written. */
  forgetContact(): void {
    this.#contact.clear();
    this.forgetAnswers();
  }

  /** Whether a condition reads a field that its payload lacks, so that the run fails. */
  lacks(condition: Condition): boolean {
    if (this.#given.payload === undefined && this.#received.size === 0) return false;
    return comparisonsOf(condition).some(({ field = '', operator, isSound }) => {
      const asksPresence = operator === 'exists' || operator === 'is_empty';
      return isSound && !asksPresence && this.read(field) === MISSING;
    });
  }

  /** Keeps an answer. False where nothing follows: it says that some part of several holds. */
  learn(condition: Condition, holds: boolean): boolean {
    const parts = factsOf(condition, holds);
    this.facts = [...this.facts, ...parts.filter((fact) => fact !== undefined)];
    const about = this.facts.filter(({ field }) => field === UNSUBSCRIBED);
    const mayBe = (value: boolean): boolean => about.every((fact) => agrees(fact, value));
    if (mayBe(true) !== mayBe(false)) this.isUnsubscribed = mayBe(true);
    return !parts.includes(undefined);
  }

  /** @param step at which it was asked whether the contact is unsubscribed. */
  learnUnsubscribed(step: Step, holds: boolean): void {
    const compared = { field: UNSUBSCRIBED, operator: 'eq', value: true } as const;
    this.learn({ kind: 'comparison', at: [step], ...compared, isSound: true }, holds);
  }

  /** Whether the filter of a wait holds for an event, which it calls `event.`. */
  filter(condition: Condition, payload: JsonObject | undefined): Outcome {
    return evaluate(condition, (comparison) => {
      const { field = '', isSound } = comparison;
      const { scope, name } = parseReference(field);
      const value = scope === 'event' ? fieldOf(payload, name) : this.read(field);
      if (scope === 'event' && value === MISSING) return false;
      return isSound && value !== undefined ? compare(value, comparison) : 'open';
    });
  }
}

const asBoolean = (value: unknown): boolean | undefined =>
  typeof value === 'boolean' ? value : undefined;

function fieldsOfContact(contact?: JsonObject): readonly (readonly [string, unknown])[] {
  if (contact === undefined) return [];
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
