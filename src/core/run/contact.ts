import { type Graph, groupBy } from '../graph/graph.ts';
import { type Comparison, type Condition, comparisonsOf, conditionOf } from '../model/condition.ts';
import { eventNameOf, referenceIn, writesOf } from '../model/config.ts';
import { hasTimeout, secondsOf } from '../model/duration.ts';
import { type JsonObject, own, valueAt } from '../model/json.ts';
import { parseReference } from '../model/references.ts';
import {
  type Branch,
  isCondition,
  isDelay,
  isEmail,
  isWait,
  meaningOf,
} from '../model/step-type.ts';
import type { Step } from '../model/workflow.ts';
import type { Answer, Case, Given, Moment, Occurrence, TimeRange } from './case.ts';
import { compare, evaluate, type Outcome, type Reading } from './decide.ts';
import { Facts } from './facts.ts';

/** Chooses one of several answers that are possible, by its index. */
export type Choose = (answers: number) => number;

const ROUNDS = 3;
const MOST_MOMENTS = 1000;
const AT_ONCE: TimeRange = { min: 0, max: 0 };
const UNKNOWN: Reading = { kind: 'unknown' };
const ANY_TIME: TimeRange = { min: 0, max: Number.POSITIVE_INFINITY };

/**
 * Follows one contact from the trigger to the end of the run. `choose` decides what documents and
 * facts leave open.
 */
export function followContact(graph: Graph, given: Given, choose: Choose): Case {
  return new Contact(graph, given, choose).follow();
}

class Contact {
  readonly #graph: Graph;
  readonly #given: Given;
  readonly #choose: Choose;
  readonly #facts = new Facts();
  readonly #answers: Answer[] = [];
  readonly #moments: Moment[] = [];
  readonly #rounds = new Map<Step, number>();
  /** Known fields of the contact, by `contact.…`: given, or written by a step. */
  readonly #contact = new Map<string, unknown>();
  /** Those that were written: they are known until time passes. */
  readonly #written = new Set<string>();
  /** The last payload of each event that was received; undefined where it is not known. */
  readonly #payloads = new Map<string, JsonObject | undefined>();
  readonly #served = new Set<Occurrence>();
  #isUnsubscribed: boolean | 'unknown';
  #isCertain = true;
  #time = AT_ONCE;
  #since = AT_ONCE;

  constructor(graph: Graph, given: Given, choose: Choose) {
    this.#graph = graph;
    this.#given = given;
    this.#choose = choose;
    for (const [field, value] of Object.entries(given.contact ?? {}))
      if (field !== 'properties') this.#contact.set(`contact.${field}`, value);
    const properties = own(given.contact ?? {}, 'properties') ?? {};
    for (const [name, value] of Object.entries(properties))
      this.#contact.set(`contact.properties.${name}`, value);
    const unsubscribed = this.#contact.get('contact.unsubscribed');
    if (given.isSubscribed) this.#isUnsubscribed = false;
    else this.#isUnsubscribed = typeof unsubscribed === 'boolean' ? unsubscribed : 'unknown';
  }

  follow(): Case {
    let step = this.#graph.triggers[0];
    while (step !== undefined) {
      const round = (this.#rounds.get(step) ?? 0) + 1;
      this.#rounds.set(step, round);
      if ((round > ROUNDS && !this.#mayStillEnd()) || this.#moments.length >= MOST_MOMENTS)
        return this.#end('repeats');
      this.#arrive(step);
      if (step.spec.deletesContact) return this.#end('deleted');
      const next = this.#leave(step);
      if (next === 'fails' || next === 'waits') return this.#end(next);
      step = next;
    }
    return this.#end('end');
  }

  #end(end: Case['end']): Case {
    return { answers: this.#answers, moments: this.#moments, end, isCertain: this.#isCertain };
  }

  /** Whether an event that is given is still to come: it may end a cycle. */
  #mayStillEnd(): boolean {
    const lists = [...(this.#given.occurrences?.values() ?? [])];
    return lists.some(
      (list) => list !== 'never' && list.some(({ time }) => time >= this.#time.min),
    );
  }

  #arrive(step: Step): void {
    const [time, since] = [this.#time, this.#since];
    const isSent = !isEmail(step) || !this.#skipsEmail(step);
    this.#moments.push(isEmail(step) ? { step, time, since, isSent } : { step, time, since });
    this.#since = AT_ONCE;
    this.#write(step);
  }

  /** Once a contact is unsubscribed, it stays so. */
  #skipsEmail(step: Step): boolean {
    if (this.#isUnsubscribed === 'unknown' || (!this.#given.isSubscribed && this.#canUnsubscribe()))
      this.#isUnsubscribed = this.#ask(step, { is: 'unsubscribed' }, [false, true]);
    return this.#isUnsubscribed === true;
  }

  /** Whether the contact, subscribed until now, may have unsubscribed since it was known. */
  #canUnsubscribe(): boolean {
    return this.#isUnsubscribed === false && !this.#contact.has('contact.unsubscribed');
  }

  #write(step: Step): void {
    const { spec } = step;
    if (!spec.isKnown) this.#forgetContact();
    if (spec.writes.length === 0) return;
    const writes = writesOf(step);
    // A config that cannot be read may write anything, and null may remove all properties.
    if (writes.length === 0 || step.config['properties'] === null) this.#forgetContact();
    for (const [name, value] of writes) {
      const field = `contact.${name}`;
      const reference = referenceIn(value);
      const reading: Reading =
        reference === undefined ? { kind: 'value', value } : this.#read(reference);
      this.#facts.forget((each) => each === field || each.startsWith(`${field}.`));
      this.#contact.delete(field);
      if (reading.kind === 'value') {
        this.#contact.set(field, reading.value);
        this.#written.add(field);
      }
      if (name === 'unsubscribed')
        this.#isUnsubscribed =
          reading.kind === 'value' && typeof reading.value === 'boolean'
            ? reading.value
            : 'unknown';
    }
  }

  /** The step that the contact goes to; undefined at the end of the run. */
  #leave(step: Step): Step | undefined | 'fails' | 'waits' {
    if (isCondition(step)) {
      const condition = conditionOf(step)?.root ?? { kind: 'unreadable', path: [], rules: [] };
      const holds = this.#holds(step, condition);
      return holds === 'fails' ? 'fails' : this.#go(step, holds ? 'met' : 'notMet');
    }
    if (isWait(step)) return this.#wait(step);
    if (isDelay(step)) {
      const seconds = secondsOf(step);
      this.#pass(seconds === undefined ? ANY_TIME : { min: seconds, max: seconds });
    } else if (!step.spec.isKnown) this.#pass(ANY_TIME);
    return this.#go(step, 'always');
  }

  #go(step: Step, means: Branch['means']): Step | undefined {
    const moment = this.#moments.at(-1) as Moment;
    if (means !== 'always') this.#moments[this.#moments.length - 1] = { ...moment, branch: means };
    const targets: Step[] = [];
    for (const link of this.#graph.outgoing(step)) {
      const isFitting = meaningOf(step, link.edge.type) === means && this.#graph.isTaken(link);
      if (isFitting && !targets.includes(link.to)) targets.push(link.to);
    }
    if (targets.length < 2) return targets[0];
    const index = this.#choose(targets.length);
    const to = targets[index] as Step;
    this.#note(step, { is: 'link', to }, true);
    return to;
  }

  #pass(time: TimeRange): void {
    this.#since = time;
    this.#time = { min: this.#time.min + time.min, max: this.#time.max + time.max };
    if (time.max > 0) this.#forgetContact();
  }

  /**
   * A contact may change while time passes: what was asked or written of it is not known any more.
   */
  #forgetContact(): void {
    this.#facts.forget((field) => field.startsWith('contact.'));
    for (const field of this.#written) this.#contact.delete(field);
    this.#written.clear();
  }

  #wait(step: Step): Step | undefined | 'waits' {
    const event = eventNameOf(step);
    const limit = hasTimeout(step) ? secondsOf(step) : Number.POSITIVE_INFINITY;
    const received = this.#receive(step, event, limit);
    if (received !== undefined) {
      if (event !== undefined) {
        this.#payloads.set(event, received.payload);
        this.#facts.forget((field) => field.startsWith(`wait_events.${event}.`));
      }
      this.#pass(received.after);
      return this.#go(step, 'received');
    }
    if (!hasTimeout(step)) return 'waits';
    this.#pass(limit === undefined ? ANY_TIME : { min: limit, max: limit });
    return this.#go(step, 'timedOut');
  }

  /**
   * The payload of the event that ends a wait, and how long after its start; undefined where none
   * comes in time. An event at the moment when the wait starts counts, one at the moment of the
   * timeout does not.
   * @param limit in seconds; undefined where it cannot be read.
   */
  #receive(step: Step, event: string | undefined, limit: number | undefined) {
    const known = event === undefined ? undefined : this.#given.occurrences?.get(event);
    const { min, max } = this.#time;
    if (known === 'never') return undefined;
    if (known === undefined || min !== max || limit === undefined) {
      const comes = this.#ask(step, { is: 'event', event: event ?? '' }, [false, true]);
      const after = { min: 0, max: limit ?? Number.POSITIVE_INFINITY };
      return comes ? { payload: undefined, after } : undefined;
    }
    for (const occurrence of known) {
      const after = occurrence.time - min;
      if (after < 0 || after >= limit || this.#served.has(occurrence)) continue;
      if (!this.#passesFilter(step, occurrence)) continue;
      this.#served.add(occurrence);
      return { payload: occurrence.payload, after: { min: after, max: after } };
    }
    return undefined;
  }

  /** In a filter, `event.` is the awaited event. */
  #passesFilter(step: Step, { payload }: Occurrence): boolean {
    const filter = conditionOf(step);
    if (filter === undefined) return true;
    const outcome = evaluate(filter.root, (comparison) => {
      const { field = '' } = comparison;
      if (!field.startsWith('event.')) return this.#compare(comparison);
      if (payload === undefined) return 'open';
      const value = fieldOf(payload, field.slice('event.'.length));
      return value === undefined ? false : compareSound(comparison, value);
    });
    if (outcome !== 'open') return outcome;
    this.#isCertain = false;
    return this.#ask(step, { is: 'condition', condition: filter.root }, [true, false]);
  }

  #holds(step: Step, root: Condition): boolean | 'fails' {
    const condition = this.#reduce(root);
    if (typeof condition !== 'object') return condition;
    const holds = this.#ask(step, { is: 'condition', condition }, [true, false]);
    this.#bind(condition, holds);
    return holds;
  }

  /**
   * A condition without what is known: true, false, or the rest; `fails` where the payload lacks a
   * field that it reads.
   */
  #reduce(condition: Condition): Condition | boolean | 'fails' {
    if (condition.kind === 'comparison') return this.#reduceComparison(condition);
    if (condition.kind === 'unreadable') return condition;
    const decisive = condition.kind === 'or';
    const parts = condition.rules.map((part) => this.#reduce(part));
    if (parts.includes('fails')) return 'fails';
    if (parts.includes(decisive)) return decisive;
    const open = parts.filter((part) => typeof part === 'object');
    // Comparisons of one field are decided together: they may contradict each other.
    const groups = groupBy(open, (part) => onlyFieldOf(part) ?? part);
    const joined = [...groups.values()].map((rules) =>
      rules.length === 1 ? rules[0] : this.#byFacts({ ...condition, rules }),
    );
    if (joined.includes(decisive)) return decisive;
    const rules = joined.filter((part) => typeof part === 'object');
    const [only] = rules;
    if (only === undefined) return !decisive;
    return rules.length === 1 ? only : { ...condition, rules };
  }

  #reduceComparison(comparison: Comparison): Condition | boolean | 'fails' {
    const { field, operator, isSound } = comparison;
    if (!isSound || field === undefined) return comparison;
    if (this.#read(field).kind === 'missing' && operator !== 'exists' && operator !== 'is_empty')
      return 'fails';
    const outcome = this.#compare(comparison);
    return outcome === 'open' ? this.#byFacts(comparison) : outcome;
  }

  /** What the facts decide of a condition that reads one field only. */
  #byFacts(condition: Condition): Condition | boolean {
    const field = onlyFieldOf(condition);
    if (field === undefined) return condition;
    const { yes, no } = this.#facts.possible(field, condition);
    return yes && no ? condition : yes;
  }

  /**
   * Keeps an answer as a fact. Nothing follows from one that only says that some part of several
   * holds.
   */
  #bind(condition: Condition, holds: boolean): void {
    const field = onlyFieldOf(condition);
    if (field !== undefined) {
      this.#facts.add(field, condition, holds);
      if (field === 'contact.unsubscribed') this.#bindUnsubscribed();
    } else if (condition.kind === (holds ? 'and' : 'or'))
      for (const part of condition.rules) this.#bind(part, holds);
    else this.#isCertain = false;
  }

  #bindUnsubscribed(): void {
    const field = 'contact.unsubscribed';
    const isTrue: Comparison = {
      ...{ kind: 'comparison', path: [], field, operator: 'eq', value: true, isSound: true },
    };
    const { yes } = this.#facts.possible(field, { ...isTrue });
    const { yes: mayBeSubscribed } = this.#facts.possible(field, { ...isTrue, value: false });
    if (yes !== mayBeSubscribed) this.#isUnsubscribed = yes;
  }

  #compare(comparison: Comparison): Outcome {
    const reading = comparison.field === undefined ? UNKNOWN : this.#read(comparison.field);
    if (reading.kind === 'unknown') return 'open';
    if (reading.kind === 'missing') return comparison.operator === 'is_empty';
    return compareSound(comparison, reading.value);
  }

  /** The value of `event.…`, `contact.…` or `wait_events.…`. */
  #read(text: string): Reading {
    const { scope, name } = parseReference(text);
    if (scope === 'contact') {
      if (text === 'contact.unsubscribed' && this.#given.isSubscribed && !this.#contact.has(text))
        return this.#isUnsubscribed === true ? { kind: 'value', value: true } : UNKNOWN;
      return this.#contact.has(text) ? { kind: 'value', value: this.#contact.get(text) } : UNKNOWN;
    }
    const payload = scope === 'event' ? this.#given.payload : undefined;
    if (payload !== undefined) return readField(payload, name);
    if (scope !== 'wait_events') return UNKNOWN;
    // Event names have dots as well: the longest one that was received counts.
    const events = [...this.#payloads.keys()].filter((each) => name.startsWith(`${each}.`));
    const event = events.sort((a, b) => b.length - a.length)[0];
    const received = event === undefined ? undefined : this.#payloads.get(event);
    if (event === undefined || received === undefined) return UNKNOWN;
    return readField(received, name.slice(event.length + 1));
  }

  #ask(step: Step, question: Answer['question'], answers: readonly [boolean, boolean]): boolean {
    const holds = answers[this.#choose(2)] as boolean;
    this.#note(step, question, holds);
    return holds;
  }

  #note(step: Step, question: Answer['question'], holds: boolean): void {
    this.#answers.push({ step, moment: this.#moments.length - 1, question, holds });
  }
}

function readField(payload: JsonObject, name: string): Reading {
  const value = fieldOf(payload, name);
  return value === undefined ? { kind: 'missing' } : { kind: 'value', value };
}

/** The field itself, or a path of fields: `address.city`. */
const fieldOf = (payload: JsonObject, name: string): unknown =>
  own(payload, name) ?? valueAt(payload, name.split('.'));

const compareSound = ({ operator, value, isSound }: Comparison, actual: unknown): Outcome =>
  isSound && operator !== undefined ? compare(actual, operator, value) : 'open';

/**
 * The field that all comparisons of a condition read; undefined where there are several, or a part
 * cannot be read.
 */
function onlyFieldOf(condition: Condition): string | undefined {
  if (condition.kind === 'unreadable') return undefined;
  const comparisons = comparisonsOf(condition);
  const field = comparisons[0]?.field;
  const isOnly = comparisons.every((each) => each.isSound && each.field === field);
  return isOnly && field !== undefined && parseReference(field).scope !== 'none'
    ? field
    : undefined;
}
