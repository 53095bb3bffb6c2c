import type { Graph } from '../graph/graph.ts';
import { conditionOf, unreadable } from '../model/condition.ts';
import { configValue, eventNameOf, referenceIn, writesOf } from '../model/config.ts';
import { hasTimeout, secondsOf } from '../model/duration.ts';
import { type Branch, isCondition, isDelay, isWait } from '../model/step-type.ts';
import type { Step } from '../model/workflow.ts';
import type { Answer, Case, Given, Moment, Occurrence, TimeRange } from './case.ts';
import { reduce } from './facts.ts';
import { Fields } from './fields.ts';

/** Chooses one of several answers that are possible, by its index. */
export type Choose = (answers: number) => number;

/** The step that the contact goes to, or how the run ends. */
type Next = Step | Case['end'];

/** What is known of it only after it was noted is added. */
type NewMoment = { -readonly [K in keyof Moment]: Moment[K] };

const ROUNDS = 3;
const MOST_MOMENTS = 1000;
const ENDLESS = Number.POSITIVE_INFINITY;
const AT_ONCE: TimeRange = { min: 0, max: 0 };

/** Undefined: of unknown length. */
const exactly = (seconds: number | undefined): TimeRange =>
  seconds === undefined ? { min: 0, max: ENDLESS } : { min: seconds, max: seconds };

/** One contact. `choose` decides what documents and facts leave open. */
export class Contact {
  readonly #graph: Graph;
  readonly #given: Given;
  readonly #choose: Choose;
  readonly #fields: Fields;
  readonly #answers: Answer[] = [];
  readonly #moments: NewMoment[] = [];
  /** By the index of the step. */
  readonly #rounds: number[] = [];
  readonly #served: Occurrence[] = [];
  #isCertain = true;
  #time = AT_ONCE;
  #since = AT_ONCE;

  constructor(graph: Graph, given: Given, choose: Choose) {
    this.#graph = graph;
    this.#given = given;
    this.#choose = choose;
    this.#fields = new Fields(given);
  }

  /** From the trigger to the end of the run. */
  follow(): Case {
    let next: Next = this.#graph.triggers[0] ?? 'end';
    while (typeof next === 'object') next = this.#isEndless(next) ? 'repeats' : this.#visit(next);
    const [answers, moments] = [this.#answers, this.#moments];
    return { answers, moments, end: next, isCertain: this.#isCertain };
  }

  /** Whether a cycle was followed often enough, since no event that is given may still end it. */
  #isEndless({ index }: Step): boolean {
    const round = (this.#rounds[index] ?? 0) + 1;
    const given = this.#given.occurrences;
    const comes = given && [...given.values()].flat().some(({ time }) => time >= this.#time.min);
    if (!comes) this.#rounds[index] = round;
    return round > ROUNDS || this.#moments.length >= MOST_MOMENTS;
  }

  #visit(step: Step): Next {
    const { isKnown, sendsEmail, writes, deletesContact } = step.spec;
    const moment: NewMoment = {
      step,
      index: this.#moments.length,
      time: this.#time,
      since: this.#since,
      isSent: undefined,
      branch: undefined,
    };
    this.#moments.push(moment);
    if (sendsEmail) moment.isSent = this.#isSubscribed(step);
    this.#since = AT_ONCE;
    if (deletesContact) return 'deleted';
    if (isCondition(step)) return this.#decide(step);
    if (isWait(step)) return this.#wait(step);
    if (writes.length > 0) this.#write(step);
    // A step of an unknown type may write anything, and take any time.
    if (!isKnown) this.#fields.forgetContact();
    if (isDelay(step) || !isKnown) this.#pass(exactly(isKnown ? secondsOf(step) : undefined));
    return this.#go(step, 'always');
  }

  #isSubscribed(step: Step): boolean {
    if (this.#fields.isUnsubscribed === undefined)
      this.#fields.learnUnsubscribed(step, this.#ask(step, { is: 'unsubscribed' }, false));
    return !this.#fields.isUnsubscribed;
  }

  #write(step: Step): void {
    const values = writesOf(step);
    // A config that cannot be read may write anything, and null may remove all properties.
    if (values.length === 0 || configValue(step, 'properties') === null)
      this.#fields.forgetContact();
    for (const [name, value] of values) {
      const reference = referenceIn(value);
      const known = reference === undefined ? value : this.#fields.read(reference);
      this.#fields.write(`contact.${name}`, known);
    }
  }

  #decide(step: Step): Next {
    const root = conditionOf(step)?.root ?? unreadable([step]);
    if (this.#fields.lacks(root)) return 'fails';
    const condition = reduce(root, this.#fields);
    if (typeof condition === 'boolean') return this.#go(step, condition ? 'met' : 'notMet');
    const holds = this.#ask(step, { is: 'condition', condition }, true);
    if (!this.#fields.learn(condition, holds)) this.#isCertain = false;
    return this.#go(step, holds ? 'met' : 'notMet');
  }

  #wait(step: Step): Next {
    const event = eventNameOf(step) ?? '';
    const limit = hasTimeout(step) ? secondsOf(step) : ENDLESS;
    const comes = this.#receive(step, event, limit);
    if (comes === undefined && limit === ENDLESS) return 'waits';
    if (comes !== undefined) this.#fields.receive(event, comes.payload);
    this.#pass(comes?.after ?? exactly(limit));
    return this.#go(step, comes === undefined ? 'timedOut' : 'received');
  }

  /**
   * The payload of the event that ends a wait, and how long after its start; undefined where none
   * comes in time. An event at the moment when the wait starts counts, one at the moment of the
   * timeout does not.
   * @param limit in seconds; undefined where it cannot be read.
   */
  #receive(step: Step, event: string, limit: number | undefined) {
    const given = this.#given.occurrences?.get(event);
    const { min, max } = this.#time;
    if (given?.length === 0) return undefined;
    if (given === undefined || min !== max || limit === undefined) {
      const after = { min: 0, max: limit ?? ENDLESS };
      return this.#ask(step, { is: 'event', event }, false)
        ? { payload: undefined, after }
        : undefined;
    }
    for (const occurrence of given) {
      const { time, payload } = occurrence;
      if (time < min || time >= min + limit || this.#served.includes(occurrence)) continue;
      if (!this.#accepts(step, occurrence)) continue;
      this.#served.push(occurrence);
      return { payload, after: exactly(time - min) };
    }
    return undefined;
  }

  /** Whether the filter of a wait holds for an event. */
  #accepts(step: Step, { payload, time }: Occurrence): boolean {
    const condition = conditionOf(step)?.root;
    const outcome = condition === undefined || this.#fields.filter(condition, payload);
    if (condition === undefined || outcome !== 'open') return outcome === true;
    this.#isCertain = false;
    const after = time - this.#time.min;
    return this.#ask(step, { is: 'condition', condition, after }, true);
  }

  #pass(time: TimeRange): void {
    this.#since = time;
    this.#time = { min: this.#time.min + time.min, max: this.#time.max + time.max };
    // A contact may change while time passes.
    if (time.max > 0) this.#fields.forgetAnswers();
  }

  #go(step: Step, means: Branch['means']): Next {
    const moment = this.#moments.at(-1);
    if (means !== 'always' && moment !== undefined) moment.branch = means;
    const links = this.#graph.outgoing(step).filter((link) => link.means === means);
    if (links.length < 2) return links[0]?.to ?? 'end';
    const targets = [...new Set(links.map(({ to }) => to))];
    const to = targets[targets.length < 2 ? 0 : this.#choose(targets.length)] as Step;
    if (targets.length > 1) this.#note(step, { is: 'link', to }, true);
    return to;
  }

  /** @param first the answer that is given first. */
  #ask(step: Step, question: Answer['question'], first: boolean): boolean {
    const holds = this.#choose(2) === 0 ? first : !first;
    this.#note(step, question, holds);
    return holds;
  }

  #note(step: Step, question: Answer['question'], holds: boolean): void {
    this.#answers.push({ step, moment: this.#moments.length - 1, question, holds });
  }
}
