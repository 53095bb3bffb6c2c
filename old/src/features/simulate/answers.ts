import type { Choice, GivenAnswer, Question } from '../../core/model/simulation.ts';
import type { DraftMoment } from './moments.ts';
import { anyOf, insert, type Questions, type Term } from './questions.ts';

/** The moments that are possible with the answers, with the conditions that are still open. Answers to other questions are left out. */
export function applyAnswers(
  drafts: readonly DraftMoment[],
  answers: readonly GivenAnswer[] = [],
  questions: Questions,
): { readonly drafts: readonly DraftMoment[]; readonly answered: readonly GivenAnswer[] } {
  let made: Term = [];
  const answered: GivenAnswer[] = [];
  for (const each of answers) {
    const choices = [...questions.asked.entries()]
      .filter(([, asked]) => nameOf(asked) === nameOf(each.question))
      .map(([question]) => ({ question, answer: each.answer }));
    const next = addAll(made, choices, questions);
    if (choices.length === 0 || next === undefined) continue;
    made = next;
    answered.push(each);
  }
  if (answered.length === 0) return { drafts, answered };
  const kept = drafts.flatMap((draft) => {
    const { terms, exact } = draft.guard;
    const open = terms
      .filter((term) => addAll(made, term, questions) !== undefined)
      .map((term) => ({
        // The answers decide the other choices.
        terms: [term.filter((choice) => questions.isOpen(made, choice))],
        exact,
      }));
    return open.length === 0 ? [] : [{ ...draft, guard: anyOf(open, questions) }];
  });
  return { drafts: kept, answered };
}

/** Equal for the same question in simulations with the same input. */
const nameOf = ({ run, index, at, answers }: Question): string =>
  JSON.stringify([run, index, at.least, at.greatest, answers]);

/** All choices together; `undefined` if they exclude each other. */
function addAll(made: Term, choices: readonly Choice[], questions: Questions): Term | undefined {
  let all = made;
  for (const choice of choices) {
    if (!questions.isPossible(all, choice)) return undefined;
    const isKnown = all.some(({ question }) => question === choice.question);
    if (!isKnown) all = insert(all, choice);
  }
  return all;
}
