import { evaluateCondition, type Reading } from '../../core/conditions/evaluate.ts';
import {
  type ConditionLeaf,
  type ConditionNode,
  conditionOf,
  leavesOf,
} from '../../core/model/condition.ts';
import { conditionInWords, valueInWords } from '../../core/model/condition-words.ts';
import { labelOf } from '../../core/model/label.ts';
import type { Step } from '../../core/model/nodes.ts';
import { describeValue } from '../../core/model/operators.ts';
import type { Decider, Question } from '../../core/model/simulation.ts';
import { type AskedQuestion, withChoice } from './questions.ts';
import { contactAt, type Occurrence, quoteWorkflow, type Running, readPayload } from './running.ts';
import { type State, UNKNOWN, within } from './state.ts';

/** A path onward, with its condition if it is undecided. */
export interface Path {
  readonly state: State;
  readonly words?: string;
}

/** The outcomes of a rule: both if it is open; none if the run fails. */
interface Decision {
  readonly met?: Path | undefined;
  readonly notMet?: Path | undefined;
  /** A field that the payload lacks, so that the run fails. */
  readonly missing?: string;
}

export function decideCondition(running: Running, step: Step, state: State): Decision {
  // A rule that cannot be read may be met or not.
  const root: ConditionNode = conditionOf(step)?.root ?? {
    kind: 'unreadable',
    path: [],
    rules: [],
  };
  const { cause, graph } = running;
  const decision = decide(running, step, state, { root, of: cause, kind: 'condition' });
  if (decision.missing !== undefined) {
    const run = `the run of ${quoteWorkflow(graph.workflow)} fails at ${labelOf(step)}`;
    running.note(`${run}: the payload of "${cause.event}" has no ${decision.missing}`);
  }
  return decision;
}

/** A condition to decide. */
interface Test {
  readonly root: ConditionNode;
  /** The event of `event.` in the condition. */
  readonly of: Occurrence;
  readonly kind: 'condition' | 'filter';
}

export function decide(running: Running, step: Step, state: State, test: Test): Decision {
  const { root, of } = test;
  const read = (field: string): Reading =>
    field.startsWith('event.')
      ? readPayload(of, field.slice('event.'.length))
      : contactAt(running, state, field);
  const result = evaluateCondition(root, read);
  if (result.outcome === 'fails') return { missing: result.field };
  if (result.outcome === 'met') return { met: { state } };
  if (result.outcome === 'not_met') return { notMet: { state } };
  // "is not" is the opposite of "is": one question for both.
  const { rest } = result;
  noteUndocumented(running, step, rest, read);
  const isFlipped = rest.kind === 'rule' && rest.operator === 'neq';
  const rule: ConditionNode = isFlipped ? { ...rest, operator: 'eq' } : rest;
  const question = askRule(running, step, state, { ...test, root: rule });
  const yes = choose(running, state, question, 0);
  const no = choose(running, state, question, 1);
  return isFlipped ? { met: no, notMet: yes } : { met: yes, notMet: no };
}

/** The known values of which the documentation does not decide the comparison. */
function noteUndocumented(
  { note }: Running,
  step: Step,
  rest: ConditionNode,
  read: (field: string) => Reading,
): void {
  for (const leaf of leavesOf(rest)) {
    const { sound, field = '' } = leaf;
    const reading = sound && /^(?:event|contact)\./.test(field) ? read(field) : UNKNOWN;
    if (reading.kind !== 'value') continue;
    const is = `${field} is ${describeValue(reading.value)}`;
    note(`${labelOf(step)}: ${is}: it is not documented whether then "${conditionInWords(leaf)}"`);
  }
}

/** The state with an answer to a question; `undefined` if the answer is impossible. */
function choose(
  { questions }: Running,
  state: State,
  question: number,
  answer: number,
): Path | undefined {
  const guard = withChoice(state.guard, { question, answer }, questions);
  if (guard === undefined) return undefined;
  const { answers } = questions.asked[question] as AskedQuestion;
  return { state: { ...state, guard }, words: answers[answer] as string };
}

/** The state with an answer to a question that is new on its path: all of its answers are possible. */
export const chooseNew = (running: Running, state: State, question: number, answer: number): Path =>
  choose(running, state, question, answer) as Path;

/** Asks a question about a step. Equal names are one question. */
export function askAt(
  { questions, run }: Running,
  { step, state, name }: { readonly step: Step; readonly state: State; readonly name: string },
  question: () => Omit<AskedQuestion, 'run' | 'index' | 'step' | 'at'>,
): number {
  return questions.ask(name, () => {
    const { kind, ...rest } = question();
    return { kind, run, index: step.index, step: keyOf(step), at: within(state), ...rest };
  });
}

export const keyOf = (step: Step): string => step.key ?? `#${step.index + 1}`;

/** A rule about a payload is one question at all times; a rule about the contact is one question per moment. */
function askRule(
  running: Running,
  step: Step,
  state: State,
  { root: rule, of, kind }: Test,
): number {
  const leaves = leavesOf(rule);
  const isClear =
    leaves.length > 0 &&
    leaves.every(({ sound, field }) => sound && /^(?:event|contact)\./.test(field as string));
  const ofEvent = isClear && leaves.every(({ field }) => field?.startsWith('event.'));
  const moment = `${running.run} ${state.moment}`;
  const place = isClear ? '' : `${step.index} ${state.min} ${state.max}`;
  const name = `${ofEvent ? '' : `${moment} `}${place} of ${of.index} ${nameOfRule(rule)}`;
  const scopeOf = (field: string): string =>
    field.startsWith('event.') ? String(of.index) : moment;
  return askAt(running, { step, state, name }, () => ({
    kind,
    answers: [conditionInWords(rule), conditionInWords(rule, false)],
    ...(isClear && rule.kind === 'rule' && comparedIn(rule)),
    decidedBy: isClear ? decidersOf(running, state, rule, of) : [],
    ...(isClear && { rule: scoped(rule, scopeOf) }),
  }));
}

/** What a comparison reads, and the value that it may be equal to. */
function comparedIn({
  field = '',
  operator,
  value,
}: ConditionLeaf): Pick<Question, 'field' | 'value'> {
  return operator === 'eq' ? { field, value: valueInWords(value) } : { field };
}

/** The inputs that would decide the comparisons. */
function decidersOf(
  running: Running,
  state: State,
  rule: ConditionNode,
  of: Occurrence,
): readonly Decider[] {
  const found = new Map<string, Decider>();
  for (const { field = '' } of leavesOf(rule)) {
    const name = field.slice(field.indexOf('.') + 1);
    if (field.startsWith('event.')) {
      // It is open even with a payload, such as the order of dates.
      if (readPayload(of, name).kind === 'unknown')
        found.set(field, { kind: 'payload', field: name, event: of.event });
    } else if (!running.disputed.has(field) && !state.written.has(field)) {
      // The same for a known field of the contact.
      const isKnown = contactAt(running, state, field).kind !== 'unknown';
      if (!isKnown) found.set(field, { kind: 'contact', field: name });
    }
  }
  return [...found.values()];
}

/** The rule with a scope in its fields: only conditions on the same payload are related. */
function scoped(node: ConditionNode, scopeOf: (field: string) => string): ConditionNode {
  if (node.kind !== 'rule')
    return { ...node, rules: node.rules.map((part) => scoped(part, scopeOf)) };
  const field = node.field as string;
  return { ...node, field: `${field} ${scopeOf(field)}` };
}

/** A rule as text; equal rules have equal texts. */
function nameOfRule(node: ConditionNode): string {
  if (node.kind === 'rule')
    return JSON.stringify([node.field, node.operator, node.value, node.sound]);
  return `${node.kind}(${node.rules.map(nameOfRule).join()})`;
}
