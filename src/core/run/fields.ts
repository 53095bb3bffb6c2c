import { groupBy } from '../graph/graph.ts';
import { type Comparison, type Condition, comparisonsOf } from '../model/condition.ts';
import { isObject, type JsonObject, own, valueAt } from '../model/json.ts';
import { parseReference } from '../model/references.ts';
import { UNKNOWN } from '../model/unknown.ts';
import type { Given } from './case.ts';
import { candidates, compare, evaluate, MISSING, type Outcome } from './decide.ts';

/** An answer about one field: a condition that reads this field only holds, or does not hold. */
interface Fact {
  readonly field: string;
  readonly condition: Condition;
  readonly holds: boolean;
}

/** A field of the contact: given, or written by a step. */
interface ContactField {
  readonly field: string;
  readonly value: unknown;
}

/** With more comparisons of one field nothing is decided: the work grows faster than they do. */
const MOST_COMPARISONS = 24;

/**
 * What is known of the fields of one run. Facts about `event.…` hold for the run, those about
 * `contact.…` and what was written until time passes, those about `wait_events.…` until the event
 * is received again.
 */
export class Fields {
  /** Of the contact; undefined where it must be asked. Once true, it stays so. */
  isUnsubscribed: boolean | undefined;
  readonly #isAssumed: boolean;
  readonly #payload: JsonObject | undefined;
  readonly #received: { readonly event: string; readonly payload: JsonObject | undefined }[] = [];
  #contact: readonly ContactField[] = [];
  #facts: readonly Fact[] = [];

  constructor({ payload, contact, isSubscribed }: Given) {
    this.#payload = payload;
    if (contact !== undefined) this.#contact = fieldsOfContact(contact);
    this.#isAssumed = isSubscribed === true;
    const given = own(contact ?? {}, 'unsubscribed');
    this.isUnsubscribed = isSubscribed ? false : typeof given === 'boolean' ? given : undefined;
  }

  /** The value of a field; MISSING where its payload lacks it; undefined where it is not known. */
  read(text: string): unknown {
    const { scope, name } = parseReference(text);
    if (scope === 'event') return fieldOf(this.#payload, name);
    if (scope === 'contact') {
      const known = this.#contact.find(({ field }) => field === text);
      if (known !== undefined) return known.value;
      if (text !== 'contact.unsubscribed') return undefined;
      // What is only assumed answers no condition.
      return this.#isAssumed ? this.isUnsubscribed || undefined : this.isUnsubscribed;
    }
    if (scope !== 'wait_events') return undefined;
    // Event names have dots as well: the longest one that was received counts.
    const fitting = this.#received.filter(({ event }) => name.startsWith(`${event}.`));
    const [last] = fitting.sort((a, b) => b.event.length - a.event.length);
    return last && fieldOf(last.payload, name.slice(last.event.length + 1));
  }

  /** @param value of a field of the contact that a step writes; undefined where it is not known. */
  write(written: string, value: unknown): void {
    this.#forget((field) => field === written || field.startsWith(`${written}.`));
    this.#contact = this.#contact.filter(({ field }) => field !== written);
    const isKnown = value !== undefined && value !== MISSING && value !== UNKNOWN;
    if (isKnown) this.#contact = [...this.#contact, { field: written, value }];
    if (written === 'contact.unsubscribed')
      this.isUnsubscribed = typeof value === 'boolean' ? value : undefined;
  }

  receive(event: string, payload: JsonObject | undefined): void {
    const index = this.#received.findIndex((each) => each.event === event);
    this.#received.splice(index === -1 ? this.#received.length : index, 1, { event, payload });
    this.#forget((field) => field.startsWith(`wait_events.${event}.`));
  }

  /** Time passes: what was asked of the contact may have changed. */
  forgetAnswers(): void {
    const isKnown = this.#contact.some(({ field }) => field === 'contact.unsubscribed');
    if (this.isUnsubscribed === false && !isKnown && !this.#isAssumed)
      this.isUnsubscribed = undefined;
    this.#forget((field) => field.startsWith('contact.'));
  }

  /** Any field of the contact may have been written. */
  forgetContact(): void {
    this.#contact = [];
    this.forgetAnswers();
  }

  #forget(isForgotten: (field: string) => boolean): void {
    if (this.#facts.length === 0) return;
    this.#facts = this.#facts.filter(({ field }) => !isForgotten(field));
  }

  /** Whether a condition reads a field that its payload lacks, so that the run fails. */
  lacks(condition: Condition): boolean {
    if (this.#payload === undefined && this.#received.length === 0) return false;
    return comparisonsOf(condition).some(
      ({ field, operator, isSound }) =>
        isSound && field !== undefined && !ASKS_PRESENCE.has(operator) && this.#isMissing(field),
    );
  }

  #isMissing(field: string): boolean {
    return this.read(field) === MISSING;
  }

  /** A condition without what is known: true, false, or the rest, which is open. */
  reduce(condition: Condition): Condition | boolean {
    if (condition.kind === 'comparison') return this.#decide(condition);
    if (condition.kind === 'unreadable') return condition;
    const isDecisive = condition.kind === 'or';
    const open: Condition[] = [];
    for (const part of condition.rules) {
      const rest = this.reduce(part);
      if (rest === isDecisive) return isDecisive;
      if (typeof rest === 'object') open.push(rest);
    }
    const rules: Condition[] = [];
    // Comparisons of one field are decided together: they may contradict each other.
    for (const [first, ...others] of groupBy(open, (part) => onlyFieldOf(part) ?? part).values()) {
      const joined = { ...condition, rules: [first, ...others] };
      const rest = others.length === 0 ? first : this.#decide(joined);
      if (rest === isDecisive) return isDecisive;
      if (typeof rest === 'object') rules.push(rest);
    }
    const [only, another] = rules;
    if (only === undefined) return !isDecisive;
    return another === undefined ? only : { ...condition, rules };
  }

  /** Decides a condition that reads one field, for all values that the field may have. */
  #decide(condition: Condition): Condition | boolean {
    const field = onlyFieldOf(condition);
    if (field === undefined) return condition;
    const value = this.read(field);
    const facts = this.#facts.filter((fact) => fact.field === field);
    // One comparison alone decides nothing, but that any text contains "".
    const isAlone = condition.kind === 'comparison' && condition.value !== '';
    if (isAlone && value === undefined && facts.length === 0) return condition;
    // The same question again has the same answer, also where the documentation allows two.
    const key = keyOf(condition);
    const asked = facts.find((fact) => keyOf(fact.condition) === key);
    if (asked !== undefined) return asked.holds;
    const comparisons = [condition, ...facts.map((fact) => fact.condition)].flatMap(comparisonsOf);
    if (comparisons.length > MOST_COMPARISONS) return condition;
    const values = value === undefined ? candidates(comparisons) : [value];
    const allowed = values.filter((each) =>
      facts.every((fact) => agrees(fact.condition, each, fact.holds)),
    );
    const mayHold = allowed.some((each) => agrees(condition, each, true));
    const mayFail = allowed.some((each) => agrees(condition, each, false));
    return mayHold && mayFail ? condition : mayHold;
  }

  /**
   * Keeps an answer. False where nothing follows from it: it only says that some part of several
   * holds.
   */
  learn(condition: Condition, holds: boolean): boolean {
    const field = onlyFieldOf(condition);
    if (field === undefined)
      return (
        condition.kind === (holds ? 'and' : 'or') &&
        condition.rules.map((part) => this.learn(part, holds)).every((isLearnt) => isLearnt)
      );
    this.#facts = [...this.#facts, { field, condition, holds }];
    const isTrue = field === 'contact.unsubscribed' && this.#decide(IS_UNSUBSCRIBED);
    if (isTrue === true || (isTrue === false && field === 'contact.unsubscribed'))
      this.isUnsubscribed = isTrue;
    return true;
  }

  learnUnsubscribed(holds: boolean): void {
    this.learn(IS_UNSUBSCRIBED, holds);
  }

  /** Whether the filter of a wait holds for an event, which it calls `event.`. */
  filter(condition: Condition, payload: JsonObject | undefined): Outcome {
    return evaluate(condition, (comparison) => {
      const { field = '', isSound } = comparison;
      const ofEvent = /^event\.(.*)$/s.exec(field)?.[1];
      const value = ofEvent === undefined ? this.read(field) : fieldOf(payload, ofEvent);
      if (ofEvent !== undefined && value === MISSING) return false;
      return isSound && value !== undefined ? compare(value, comparison) : 'open';
    });
  }
}

/** Operators that a missing field answers. */
const ASKS_PRESENCE: ReadonlySet<unknown> = new Set(['exists', 'is_empty']);

const IS_UNSUBSCRIBED: Comparison = {
  ...{ kind: 'comparison', path: [], field: 'contact.unsubscribed', isSound: true },
  ...{ operator: 'eq', value: true },
};

function fieldsOfContact(contact: JsonObject): readonly ContactField[] {
  const { properties, ...fields } = contact;
  const named = Object.entries(isObject(properties) ? properties : {});
  const all = [
    ...Object.entries(fields),
    ...named.map(([key, value]) => [`properties.${key}`, value] as const),
  ];
  return all.map(([name, value]) => ({ field: `contact.${name}`, value }));
}

/** The field of a payload, or a path of fields: `address.city`. */
function fieldOf(payload: JsonObject | undefined, name: string): unknown {
  if (payload === undefined) return undefined;
  const value = own(payload, name) ?? valueAt(payload, name.split('.'));
  return value === undefined ? MISSING : value;
}

/** The same for conditions that compare the same. */
const keyOf = (condition: Condition): string =>
  JSON.stringify(condition, ['kind', 'rules', 'operator', 'value']);

/** Whether a condition on one field can hold, or fail, for a value of it. */
function agrees(condition: Condition, value: unknown, holds: boolean): boolean {
  const outcome = evaluate(condition, (comparison) => compare(value, comparison));
  return outcome === 'open' || outcome === holds;
}

/**
 * The field that all comparisons of a condition read; undefined where there are several, or a part
 * cannot be read.
 */
function onlyFieldOf(condition: Condition): string | undefined {
  if (condition.kind === 'unreadable') return undefined;
  const comparisons = comparisonsOf(condition);
  const field = comparisons[0]?.field;
  const isOnly = comparisons.every((each) => each.isSound && each.field === field);
  const isKnown = isOnly && field !== undefined && parseReference(field).scope !== 'none';
  return isKnown ? field : undefined;
}
