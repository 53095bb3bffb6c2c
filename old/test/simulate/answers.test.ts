import { expect, test } from 'vitest';
import type { Simulation } from '../../src/core/model/simulation.ts';
import { delay, forked, isPro, MAIL, paid, type Raw, run, sends, start } from './flows.ts';

// Answers to open questions, as the buttons of the playground give them.

const first = ({ questions: [question] }: Simulation) => {
  if (question === undefined) throw new Error('nothing is open');
  return question;
};

test('an answer leaves the moments that it allows, without its condition', () => {
  const question = first(run([forked]));
  const [yes, no] = [0, 1].map((answer) => run([forked], { answers: [{ question, answer }] }));
  expect(sends(yes as Simulation)).toEqual(['0 yes']);
  expect(sends(no as Simulation)).toEqual(['0 no']);
  expect(yes).toMatchObject({
    questions: [],
    emails: { min: 1, max: 1 },
    answered: [{ question, answer: 0 }],
  });
});

test('an answer decides other questions about the field, also of another workflow', () => {
  const isFree = { type: 'condition', config: { ...isPro.config, value: 'free' } };
  const other: Raw = {
    name: 'Second',
    steps: { start, free: isFree, mail: MAIL('free') },
    edges: ['start > free', 'free > mail: condition_met'],
  };
  const { questions } = run([forked, other]);
  const question = questions.find(({ value }) => value === '"free"');
  if (question === undefined) throw new Error('it is open');
  const answered = run([forked, other], { answers: [{ question, answer: 0 }] });
  expect(sends(answered)).toEqual(['0 no', '0 mail']);
  expect(answered.questions).toEqual([]);
  const refused = run([forked, other], { answers: [{ question, answer: 1 }] });
  expect(sends(refused)).toEqual(['0 yes: event.plan is "pro"', '0 no: event.plan is not "pro"']);
});

test('an answer that contradicts an earlier one, or belongs to no question, is left out', () => {
  const question = first(run([forked]));
  const yes = { question, answer: 0 };
  const again = run([forked], { answers: [yes, { question, answer: 1 }] });
  expect(again.answered).toEqual([yes]);
  const elsewhere = { question: { ...question, index: 7 }, answer: 1 };
  expect(run([forked], { answers: [elsewhere] })).toEqual(run([forked]));
});

test('whether an event comes can be answered, and ends a loop that depends on it', () => {
  const loop: Raw = {
    steps: { start, mail: MAIL('again'), wait: paid('3 days'), rest: delay('1 day') },
    edges: ['start > wait', 'wait > rest: timeout', 'rest > mail', 'mail > wait'],
  };
  const open = run([loop]);
  expect(open.emails.max).toBeNull();
  const comes = run([loop], { answers: [{ question: first(open), answer: 0 }] });
  expect(sends(comes)).toEqual([]);
  expect(comes.emails).toEqual({ min: 0, max: 0 });
  expect(comes.loops).toEqual([]);
});

test('of a part of a payload, other fields are open, not missing', () => {
  const total = { type: 'rule', field: 'event.total', operator: 'gt', value: 5 };
  const both: Raw = {
    steps: { start, pro: isPro, large: { type: 'condition', config: total }, mail: MAIL('both') },
    edges: ['start > pro', 'pro > large: condition_met', 'large > mail: condition_met'],
  };
  const events = [{ name: 'user.created', schema: { plan: 'string', total: 'number' } }];
  const part = run([both], { payload: { plan: 'pro' }, payloadIsPart: true }, events);
  expect(sends(part)).toEqual(['0 mail: event.total is more than 5']);
  expect(part.notes).toEqual([]);
  expect(part.questions).toMatchObject([{ decidedBy: [{ kind: 'payload', field: 'total' }] }]);
  const whole = run([both], { payload: { plan: 'pro' } }, events);
  expect(whole.notes.join()).toContain('has no event.total');
});
