import { conditionOf, leavesOf, type RuleNode } from '../model/condition.ts';
import { labelOf } from '../model/label.ts';
import type { Step } from '../model/nodes.ts';
import { ruleInWords } from '../model/rule-words.ts';
import type { Decider, Question } from '../model/simulation.ts';
import { both } from './guards.ts';
import type { Asked } from './questions.ts';
import { contactAt, nameOfWorkflow, type Running } from './running.ts';
import type { State } from './state.ts';
import { evaluate, nameOfRule, type Occurrence, scoped } from './world.ts';

/** A way on, and what decides for it, where that is not known. */
export interface Way {
  readonly state: State;
  readonly words?: string;
}

/** The ways out of a condition: both, where what is known does not decide; none, where the run fails. */
export function decideCondition(running: Running, step: Step, state: State): { readonly met?: Way; readonly notMet?: Way } {
  const tree = conditionOf(step);
  // Without a rule that could be read, either may be.
  const root: RuleNode = tree?.root ?? { kind: 'unreadable', path: [], rules: [] };
  const [met, notMet, failed] = decide(running, step, state, root, running.cause, 'condition');
  if (failed !== undefined) {
    running.note(`the run of ${nameOfWorkflow(running.graph.workflow)} fails at ${labelOf(step)}: the payload of "${running.cause.event}" has no ${failed}`);
  }
  return { ...(met && { met }), ...(notMet && { notMet }) };
}

/**
 * The ways on from a rule that is met, or not, at a state; both where that is open. The third is the field that is missing.
 * @param of whose payload the rule's `event.` is.
 */
export function decide(
  running: Running,
  step: Step,
  state: State,
  root: RuleNode,
  of: Occurrence,
  kind: 'condition' | 'filter',
): readonly [met: Way | undefined, notMet: Way | undefined, failed: string | undefined] {
  const result = evaluate(root, of.payload, (field) => contactAt(running, state, field));
  if (result.outcome === 'fails') return [undefined, undefined, result.field];
  for (const doubt of result.doubts) running.note(`${labelOf(step)}: ${doubt}`);
  if (result.outcome === 'met') return [{ state }, undefined, undefined];
  if (result.outcome === 'not_met') return [undefined, { state }, undefined];
  const { rule, flipped } = positive(result.rest);
  const question = askRule(running, step, state, rule, of, kind);
  const ways = [0, 1].map((answer) => choose(running, state, question, answer));
  return [ways[flipped ? 1 : 0], ways[flipped ? 0 : 1], undefined];
}

/** The state with an answer to a question; `undefined` when no contact gives it. */
export function choose({ questions }: Running, state: State, question: number, answer: number): Way | undefined {
  const { answers } = questions.asked[question] as Asked;
  const guard = both(state.guard, question, answer, (term, given) => questions.isPossible(term, question, given), answers.length);
  return guard === undefined ? undefined : { state: guard === state.guard ? state : { ...state, guard }, words: answers[answer] as string };
}

/** The time of a question, as plain data. */
export function within({ least, greatest }: Pick<State, 'least' | 'greatest'>): Question['at'] {
  return { least, greatest: greatest === Number.POSITIVE_INFINITY ? null : greatest };
}

export const keyOf = (step: Step): string => step.key ?? `#${step.index + 1}`;

/** The same question has the same number wherever it is asked: of one payload at any time, of the contact at one moment. */
function askRule(running: Running, step: Step, state: State, rule: RuleNode, of: Occurrence, kind: 'condition' | 'filter'): number {
  const leaves = leavesOf(rule);
  const isClear = leaves.length > 0 && leaves.every(({ sound, field }) => sound && /^(?:event|contact)\./.test(field ?? ''));
  const ofEvent = isClear && leaves.every(({ field }) => field?.startsWith('event.'));
  const moment = `${running.run} ${state.moment}`;
  const place = isClear ? '' : `${step.index} ${state.least} ${state.greatest}`;
  const name = `${ofEvent ? '' : `${moment} `}${place} of ${of.index} ${nameOfRule(rule)}`;
  return running.questions.ask(name, () => ({
    kind,
    run: running.run,
    index: step.index,
    step: keyOf(step),
    at: within(state),
    answers: [ruleInWords(rule), ruleInWords(rule, false)],
    decidedBy: isClear ? decidersOf(running, state, rule, of) : [],
    ...(isClear && { rule: scoped(rule, (field) => (field.startsWith('event.') ? String(of.index) : moment)) }),
  }));
}

/** What would have to be given for the comparisons to be decided. */
function decidersOf({ disputed }: Running, state: State, rule: RuleNode, of: Occurrence): readonly Decider[] {
  const found = new Map<string, Decider>();
  for (const { field = '' } of leavesOf(rule)) {
    if (field.startsWith('event.')) {
      // With a payload it is open all the same: as dates are, which nobody knows how to order.
      if (of.payload !== undefined) continue;
      found.set(field, { kind: 'payload', field: field.slice('event.'.length), event: of.event });
    } else if (!disputed.has(field) && !state.written.has(field)) found.set(field, { kind: 'contact', field: field.slice('contact.'.length) });
  }
  return [...found.values()];
}

/** "is not" is the opposite of "is": one question for both. */
function positive(rule: RuleNode): { readonly rule: RuleNode; readonly flipped: boolean } {
  if (rule.kind !== 'rule' || rule.operator !== 'neq') return { rule, flipped: false };
  return { rule: { ...rule, operator: 'eq' }, flipped: true };
}
