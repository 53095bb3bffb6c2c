import { groupBy } from '../model/groups.ts';
import type { Moment, Question, Simulation } from '../model/simulation.ts';
import { takeFirst } from '../model/text.ts';
import { listValues, sideEffects } from './simulation-words.ts';

type QuestionGroup = readonly [Question, ...Question[]];

/** Questions about one field of a payload, or of the contact at one time, belong together. */
export function groupQuestions(simulation: Simulation): readonly QuestionGroup[] {
  const asked = new Set(sideEffects(simulation).flatMap(questionsOf));
  const { questions } = simulation;
  const groups = groupBy(
    [...asked].sort((a, b) => a - b),
    (index) => {
      const { field, decidedBy, run, at } = questions[index] as Question;
      if (field === undefined) return index;
      const isOfContact = !decidedBy.some(({ kind }) => kind === 'payload');
      return JSON.stringify([field, decidedBy, ...(isOfContact ? [run, at] : [])]);
    },
  );
  return Array.from(
    groups.values(),
    (group) => group.map((index) => questions[index]) as [Question, ...Question[]],
  );
}

/** The positions of the questions that a moment depends on. */
export const questionsOf = ({ only }: Moment): readonly number[] =>
  only.flatMap((term) => term.map(({ question }) => question));

/** Whether each question asks if one field has a value. */
export const asksForValue = (group: readonly Question[]): boolean =>
  group.length > 1 && group.every(({ value }) => value !== undefined);

/** `whether event.step is 1, 2 or 3`. */
export function formatQuestions(group: QuestionGroup): string {
  const [{ answers, field = '' }] = group;
  if (group.length === 1)
    return answers.length === 2 ? `whether ${answers[0]}` : answers.join(', or ');
  if (asksForValue(group))
    return `whether ${field} is ${listValues(group.map(({ value = '' }) => value))}`;
  const { first, more } = takeFirst(group, 8);
  const asked = first.map((question) => question.answers[0]?.replace(`${field} `, ''));
  return `whether ${field} ${asked.join(', or ')}${more > 0 ? `, or ${more} more` : ''}`;
}
