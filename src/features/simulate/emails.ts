import { stronglyConnectedComponents } from '../../core/graph/components.ts';
import type { ConditionNode } from '../../core/model/condition.ts';
import { templateOf } from '../../core/model/config.ts';
import { groupBy } from '../../core/model/groups.ts';
import { labelOf } from '../../core/model/label.ts';
import type { Step } from '../../core/model/nodes.ts';
import type { EmailCount, Loop } from '../../core/model/simulation.ts';
import { decide } from './decide.ts';
import { type Guard, insert, type Questions, type Term } from './questions.ts';
import { contactAt, quoteWorkflow, type Running } from './running.ts';
import type { State } from './state.ts';

const FIELD = 'contact.unsubscribed';
const IS_UNSUBSCRIBED: ConditionNode = {
  kind: 'rule',
  path: [],
  sound: true,
  field: FIELD,
  operator: 'eq',
  value: true,
};

/** The effect of a send_email. */
interface Sending {
  /** The contact after it. */
  readonly on: State;
  /** The contact who receives the email; `undefined` if none does. */
  readonly sent: State | undefined;
}

/** An unsubscribed contact skips emails, but no other steps. An unknown contact is subscribed. */
export function sendEmail(running: Running, step: Step, state: State): Sending {
  const { run, questions, disputed } = running;
  const email = `${labelOf(step)} of ${quoteWorkflow(running.graph.workflow)}`;
  if (!templateOf(step)?.id) {
    running.note(`${email} has no template, so it is not sent`);
    return { on: state, sent: undefined };
  }
  const reading = contactAt(running, state, FIELD);
  const isAsked = questions.hasField(`${FIELD} ${run} ${state.moment}`);
  const isOpen =
    reading.kind === 'unknown' && (isAsked || state.written.has(FIELD) || disputed.has(FIELD));
  const decision = isOpen
    ? decide(running, step, state, {
        root: IS_UNSUBSCRIBED,
        of: running.cause,
        kind: 'condition',
      })
    : undefined;
  const isSkipped = decision
    ? decision.notMet === undefined
    : reading.kind === 'value' && reading.value === true;
  if (isSkipped) {
    running.note(`${email} is skipped, because the contact is unsubscribed`);
    return { on: state, sent: undefined };
  }
  const { min, max } = state.emails;
  const emails = { min: decision?.met === undefined ? min + 1 : min, max: max + 1 };
  return { on: { ...state, emails }, sent: decision?.notMet?.state ?? state };
}

/** The emails of one run over all of its ends, of which there is at least one. */
export function totalOf(ends: readonly State['emails'][], loops: readonly Loop[]): EmailCount {
  const isEndless = loops.some(({ ends: isOver, sends }) => !isOver && sends > 0);
  return {
    min: Math.min(...ends.map(({ min }) => min)),
    max: isEndless ? null : Math.max(...ends.map(({ max }) => max)),
  };
}

// Assignments examined for all emails together. Beyond it, the bounds are not tight.
const MAX_NODES = 20_000;

/** The fewest and the most emails over all consistent answers to the questions. */
export function countEmails(
  guards: readonly Guard[],
  questions: Questions,
): { readonly min: number; readonly max: number } {
  const total = { min: 0, max: 0 };
  let budget = MAX_NODES;
  for (const group of connected(guards, questions)) {
    let [min, max] = [Number.POSITIVE_INFINITY, 0];
    const stack = [{ term: [] as Term, left: group, min: 0, max: 0 }];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      const { term } = node;
      const left: Guard[] = [];
      for (const { terms, exact } of node.left) {
        const open = terms.flatMap((each) => remainder(each, term));
        if (open.some((each) => each.length === 0)) {
          node.max++;
          if (exact) node.min++;
        } else if (open.length > 0) left.push({ terms: open, exact });
      }
      const question = left[0]?.terms[0]?.[0]?.question;
      budget -= node.left.length;
      if (question === undefined || budget < 0) {
        min = Math.min(min, node.min);
        max = Math.max(max, node.max + left.length);
        continue;
      }
      for (let answer = questions.answersOf(question); answer-- > 0; ) {
        const choice = { question, answer };
        if (questions.isPossible(term, choice))
          stack.push({ term: insert(term, choice), left, min: node.min, max: node.max });
      }
    }
    total.min += Number.isFinite(min) ? min : 0;
    total.max += max;
  }
  return total;
}

/** The choices of a term that are open after other choices; none if those contradict it. */
function remainder(term: Term, made: Term): readonly Term[] {
  const answers = new Map(made.map(({ question, answer }) => [question, answer]));
  const isRefuted = term.some(
    ({ question, answer }) => (answers.get(question) ?? answer) !== answer,
  );
  return isRefuted ? [] : [term.filter(({ question }) => !answers.has(question))];
}

/** Groups of guards without common questions or questions about a common field. */
function connected(guards: readonly Guard[], questions: Questions): readonly (readonly Guard[])[] {
  const neighbours: number[][] = guards.map(() => []);
  const numbers = new Map<string, number>();
  const nodeOf = (name: string): number => {
    const number = numbers.get(name) ?? neighbours.push([]) - 1;
    numbers.set(name, number);
    return number;
  };
  const join = (a: number, b: number): void => {
    neighbours[a]?.push(b);
    neighbours[b]?.push(a);
  };
  for (const [i, { terms }] of guards.entries())
    for (const { question } of terms.flat()) {
      join(i, nodeOf(`question ${question}`));
      for (const field of questions.fieldsOf(question)) join(i, nodeOf(`field ${field}`));
    }
  const components = stronglyConnectedComponents(neighbours);
  const groups = groupBy(guards.entries(), ([i]) => components[i]);
  return [...groups.values()].map((group) => group.map(([, guard]) => guard));
}
