import type { ConditionNode } from '../../core/model/condition.ts';
import { templateOf } from '../../core/model/config.ts';
import { labelOf } from '../../core/model/label.ts';
import type { Step } from '../../core/model/nodes.ts';
import type { EmailCount, Loop } from '../../core/model/simulation.ts';
import { LACKS } from '../../core/resources/fill-steps.ts';
import { decide } from './decide.ts';
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
export interface Sending {
  /** The contact after it. */
  readonly on: State;
  /** The contact who receives the email; `undefined` if none does. */
  readonly sent: State | undefined;
  /** The run ends there. */
  readonly fails?: boolean;
}

/** An unsubscribed contact skips emails, but no other steps. An unknown contact is subscribed. */
export function sendEmail(running: Running, step: Step, state: State): Sending {
  const { run, questions, disputed } = running;
  const email = `${labelOf(step)} of ${quoteWorkflow(running.graph.workflow)}`;
  if (!templateOf(step)?.id) {
    running.note(`${email} has no template, so it is not sent`);
    return { on: state, sent: undefined };
  }
  const lacks = step.config[LACKS];
  if (Array.isArray(lacks)) {
    const fails = lacks.includes('subject');
    const what = fails ? 'subject' : 'sender';
    const effect = fails ? 'it is not sent and the run fails' : 'it is not sent';
    running.note(`${email} has no ${what}, in the step or in its template: ${effect}`);
    return { on: state, sent: undefined, fails };
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
