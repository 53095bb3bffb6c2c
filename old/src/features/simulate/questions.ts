import { and, type Dnf, TRUE, toDnf } from '../../core/conditions/dnf.ts';
import { createAtoms } from '../../core/conditions/literals.ts';
import { type ConditionNode, leavesOf } from '../../core/model/condition.ts';
import type { Choice, Question } from '../../core/model/simulation.ts';

/** A question with the meaning of its answers. */
export interface AskedQuestion extends Question {
  /** Of a condition: its rule, with fields renamed where they belong to different payloads or moments. */
  readonly rule?: ConditionNode;
}

export type Questions = ReturnType<typeof createQuestions>;

/** Choices that all apply, in order of their questions, each question once. */
export type Term = readonly Choice[];

/** The condition of a moment: all choices of at least one term apply. */
export interface Guard {
  readonly terms: readonly Term[];
  /** False: the terms are only a part of the condition; the rest was too large. */
  readonly exact: boolean;
}

export const ALWAYS: Guard = { terms: [[]], exact: true };

// Steps of the solver for all questions together.
const WORK = 3_000_000;
/** Terms of a condition. Simplifying compares them with each other, repeatedly, so it is done for four times as many. */
const MAX_TERMS = 12;

/** All open questions, each once. */
export function createQuestions() {
  const asked: AskedQuestion[] = [];
  const numbers = new Map<string, number>();
  /** The fields of each question with a rule. */
  const fieldsOf: (readonly string[] | undefined)[] = [];
  const { related, meaningOfAll } = createSolver(asked, fieldsOf);
  const answersOf = (question: number): number => (asked[question] as AskedQuestion).answers.length;
  /** Whether all choices of the term and this one are possible for a contact. */
  const isPossible = (term: Term, choice: Choice): boolean => {
    const made = term.find(({ question }) => question === choice.question);
    if (made !== undefined) return made.answer === choice.answer;
    if (fieldsOf[choice.question] === undefined) return true;
    return meaningOfAll([...related(term, choice.question), choice]).length > 0;
  };
  return {
    asked,
    /** The number of a question; equal names have equal numbers. */
    ask(name: string, question: () => AskedQuestion): number {
      const known = numbers.get(name);
      if (known !== undefined) return known;
      const given = question();
      const number = asked.push(given) - 1;
      numbers.set(name, number);
      if (given.rule !== undefined)
        fieldsOf[number] = leavesOf(given.rule).map(({ field }) => field as string);
      return number;
    },
    /** The fields of a question, with their payload or moment. */
    fieldsOf: (question: number) => fieldsOf[question] ?? [],
    hasField: (field: string) => fieldsOf.some((fields) => fields?.includes(field)),
    answersOf,
    isPossible,
    /** Whether another answer is possible too. */
    isOpen: (term: Term, { question, answer }: Choice) =>
      Array.from({ length: answersOf(question) }, (_, other) => other).some(
        (other) => other !== answer && isPossible(term, { question, answer: other }),
      ),
  };
}

/** What choices mean together. */
function createSolver(
  asked: readonly AskedQuestion[],
  fieldsOf: readonly (readonly string[] | undefined)[],
) {
  const atoms = createAtoms(WORK);
  const meanings: (readonly [Dnf, Dnf])[] = [];
  const knowledge = new Map<string, Dnf>();
  const meaningOf = ({ question, answer }: Choice): Dnf => {
    // Only questions with fields are related, and those have a rule.
    const rule = (asked[question] as AskedQuestion).rule as ConditionNode;
    meanings[question] ??= [toDnf(rule, false, atoms), toDnf(rule, true, atoms)];
    const [yes, no] = meanings[question];
    return answer === 0 ? yes : no;
  };
  return {
    /** The conjunction of the choices; an empty DNF: they exclude each other. */
    meaningOfAll(choices: Term): Dnf {
      let dnf = TRUE;
      let name = '';
      for (const choice of choices) {
        name += `${choice.question}=${choice.answer} `;
        const joint = knowledge.get(name) ?? and(dnf, meaningOf(choice), atoms);
        knowledge.set(name, joint);
        dnf = joint;
      }
      return dnf;
    },
    /** The choices of a term whose fields are connected with those of a question. Others do not affect its answers. */
    related(term: Term, question: number): Term {
      const fields = new Set(fieldsOf[question]);
      const found = new Set<Choice>();
      for (let size = -1; size !== found.size; ) {
        size = found.size;
        for (const choice of term) {
          const own = fieldsOf[choice.question] ?? [];
          if (found.has(choice) || !own.some((field) => fields.has(field))) continue;
          found.add(choice);
          for (const field of own) fields.add(field);
        }
      }
      return term.filter((choice) => found.has(choice));
    },
  };
}

/** The guard with a choice; `undefined` if that is impossible. Terms that allow only this answer are unchanged. */
export function withChoice(
  guard: Guard,
  choice: Choice,
  { isPossible, isOpen }: Questions,
): Guard | undefined {
  const terms = guard.terms
    .filter((term) => isPossible(term, choice))
    .map((term) => (isOpen(term, choice) ? insert(term, choice) : term));
  return terms.length === 0 ? undefined : { terms, exact: guard.exact };
}

/** Holds if at least one of the guards holds. */
export function anyOf(guards: readonly Guard[], questions: Questions): Guard {
  const [first] = guards;
  if (guards.length === 1 && first !== undefined) return first;
  const exact = guards.every((guard) => guard.exact);
  const all = guards.flatMap(({ terms }) => terms);
  if (all.some((term) => term.length === 0)) return { terms: [[]], exact };
  const terms = all.length > 4 * MAX_TERMS ? all : simplify(all, questions);
  const choices = terms.reduce((sum, term) => sum + term.length, 0);
  if (terms.length === 1 || (terms.length <= MAX_TERMS && choices <= 5 * MAX_TERMS))
    return { terms, exact };
  return {
    terms: [terms.reduce((a, b) => a.filter((choice) => b.some((other) => isSame(choice, other))))],
    exact: false,
  };
}

const isSame = (a: Choice, b: Choice): boolean =>
  a.question === b.question && a.answer === b.answer;

/** Drops terms that another one implies, and choices of which all answers have the same effect. */
export function simplify(given: readonly Term[], { answersOf }: Questions): readonly Term[] {
  let terms: readonly Term[] = given;
  for (let changed = true; changed; ) {
    changed = false;
    terms = dropIncluded(terms);
    const next: Term[] = [];
    for (const [at, term] of terms.entries()) {
      // The terms before may have been shortened in this pass.
      const rivals = [...next, ...terms.slice(at + 1)];
      const idle = term.find(({ question, answer }) => {
        const rest = term.filter((choice) => choice.question !== question);
        for (let other = 0; other < answersOf(question); other++) {
          const turned = insert(rest, { question, answer: other });
          if (other !== answer && !rivals.some((rival) => includes(turned, rival))) return false;
        }
        return true;
      });
      if (idle !== undefined) changed = true;
      next.push(term.filter((choice) => choice !== idle));
    }
    terms = next;
  }
  return terms;
}

/** The same condition without the choices that others of their term imply: "is 6" implies "is not 5". */
export function withoutImplied(guard: Guard, questions: Questions): Guard {
  const terms = guard.terms.map((term) => dropImplied(term, questions));
  return { ...guard, terms: dropIncluded(terms) };
}

export function dropImplied(term: Term, { isOpen }: Questions): Term {
  let rest = term;
  // A positive answer says more than a negative one.
  for (const choice of term.toSorted((a, b) => b.answer - a.answer)) {
    const others = rest.filter((other) => other !== choice);
    if (!isOpen(others, choice)) rest = others;
  }
  return rest;
}

const dropIncluded = (terms: readonly Term[]): readonly Term[] =>
  terms.filter(
    (term, at) =>
      !terms.some(
        (other, i) => i !== at && includes(term, other) && (other.length < term.length || i < at),
      ),
  );

/** Whether the first contains all choices of the second. */
const includes = (term: Term, part: Term): boolean =>
  part.length <= term.length && part.every((choice) => term.some((other) => isSame(choice, other)));

/** The term with a choice on a question that it does not have. */
export function insert(term: Term, choice: Choice): Term {
  return [...term, choice].sort((a, b) => a.question - b.question);
}
