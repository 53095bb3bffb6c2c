import { and, type Dnf, TRUE, toDnf } from '../../core/conditions/dnf.ts';
import { createAtoms } from '../../core/conditions/literals.ts';
import { leavesOf, type RuleNode } from '../../core/model/condition.ts';
import type { Choice, Question } from '../../core/model/simulation.ts';

/** A question, and what its answers mean. */
export interface AskedQuestion extends Question {
  /** Of a condition: its rule, with fields renamed where they belong to different payloads or moments. */
  readonly rule?: RuleNode;
}

/** Everything that is open, each question once. */
export interface Questions {
  readonly asked: readonly AskedQuestion[];
  /** The number of a question; the same for the same name. */
  ask(name: string, question: () => AskedQuestion): number;
  answersOf(question: number): number;
  /** The fields a question is about, with the payload or moment they belong to. */
  fieldsOf(question: number): readonly string[];
  hasField(field: string): boolean;
  /** Whether some contact makes all choices of the term, and this one. */
  isPossible(term: Term, choice: Choice): boolean;
}

/** Choices that are all made, in order of their questions, each question once. */
export type Term = readonly Choice[];

/** When something happens: all choices of at least one term are made. */
export interface Guard {
  readonly terms: readonly Term[];
  /** False: the terms are only part of the condition; the rest was too large to keep. */
  readonly exact: boolean;
}

export const ALWAYS: Guard = { terms: [[]], exact: true };

// Steps of the solver for all questions together.
const WORK = 3_000_000;
const MAX_TERMS = 12;
// Simplifying compares all terms with each other, repeatedly.
const MAX_SIMPLIFIED = 48;
const MAX_CHOICES = 60;

export function createQuestions(): Questions {
  const asked: AskedQuestion[] = [];
  const numbers = new Map<string, number>();
  const atoms = createAtoms(WORK);
  const meanings: (readonly Dnf[])[] = [];
  /** The fields of each question with a rule. */
  const fieldsOf: (readonly string[] | undefined)[] = [];
  const knowledge = new Map<string, Dnf>();

  const meaningOf = ({ question, answer }: Choice): Dnf => {
    const { rule } = asked[question] as AskedQuestion;
    if (rule === undefined) return TRUE;
    meanings[question] ??= [toDnf(rule, false, atoms, []), toDnf(rule, true, atoms, [])];
    return meanings[question][answer] ?? TRUE;
  };
  /** What the choices mean together; an empty DNF: they exclude each other. */
  const meaningOfAll = (choices: Term): Dnf => {
    let dnf = TRUE;
    let name = '';
    for (const choice of choices) {
      name += `${choice.question}=${choice.answer} `;
      const joint =
        knowledge.get(name) ?? (dnf.length === 0 ? dnf : and(dnf, meaningOf(choice), atoms, []));
      knowledge.set(name, joint);
      dnf = joint;
    }
    return dnf;
  };
  /** The choices of a term whose fields are connected with those of a question: no others exclude its answers. */
  const related = (term: Term, question: number): Term => {
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
  };

  return {
    asked,
    ask(name, question) {
      const known = numbers.get(name);
      if (known !== undefined) return known;
      const given = question();
      const number = asked.push(given) - 1;
      numbers.set(name, number);
      if (given.rule !== undefined)
        fieldsOf[number] = leavesOf(given.rule).map(({ field }) => field ?? '');
      return number;
    },
    fieldsOf: (question) => fieldsOf[question] ?? [],
    hasField: (field) => fieldsOf.some((fields) => fields?.includes(field)),
    answersOf: (question) => (asked[question] as AskedQuestion).answers.length,
    isPossible(term, choice) {
      const made = term.find(({ question }) => question === choice.question);
      if (made !== undefined) return made.answer === choice.answer;
      if (fieldsOf[choice.question] === undefined) return true;
      return meaningOfAll([...related(term, choice.question), choice]).length > 0;
    },
  };
}

/** The guard and a choice; `undefined` when no contact makes them all. A term that leaves only this answer open stays as it is. */
export function withChoice(
  guard: Guard,
  choice: Choice,
  { answersOf, isPossible }: Questions,
): Guard | undefined {
  const { question, answer } = choice;
  const others = Array.from({ length: answersOf(question) }, (_, other) => other).filter(
    (other) => other !== answer,
  );
  const terms = guard.terms
    .filter((term) => isPossible(term, choice))
    .map((term) => {
      const isOpen = others.some((other) => isPossible(term, { question, answer: other }));
      return isOpen ? insert(term, choice) : term;
    });
  return terms.length === 0 ? undefined : { terms, exact: guard.exact };
}

/** Holds when at least one of the guards does. */
export function anyOf(guards: readonly Guard[], answersOf: (question: number) => number): Guard {
  const [first] = guards;
  if (guards.length === 1 && first !== undefined) return first;
  const exact = guards.every((guard) => guard.exact);
  const all = guards.flatMap(({ terms }) => terms);
  if (all.some((term) => term.length === 0)) return { terms: [[]], exact };
  const terms = all.length > MAX_SIMPLIFIED ? all : simplify(all, answersOf);
  const choices = terms.reduce((sum, term) => sum + term.length, 0);
  if (terms.length === 1 || (terms.length <= MAX_TERMS && choices <= MAX_CHOICES))
    return { terms, exact };
  return {
    terms: [terms.reduce((a, b) => a.filter((choice) => b.some((other) => isSame(choice, other))))],
    exact: false,
  };
}

const isSame = (a: Choice, b: Choice): boolean =>
  a.question === b.question && a.answer === b.answer;

/** Drops terms that another one implies, and choices whose other answers all lead here as well. */
function simplify(
  given: readonly Term[],
  answersOf: (question: number) => number,
): readonly Term[] {
  let terms: readonly Term[] = given;
  for (let changed = true; changed; ) {
    changed = false;
    terms = terms.filter(
      (term, at) =>
        !terms.some(
          (other, i) => i !== at && includes(term, other) && (other.length < term.length || i < at),
        ),
    );
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

/** Whether the first makes all choices of the second. */
const includes = (term: Term, part: Term): boolean =>
  part.length <= term.length && part.every((choice) => term.some((other) => isSame(choice, other)));

export function insert(term: Term, choice: Choice): Term {
  if (term.some(({ question }) => question === choice.question)) return term;
  return [...term, choice].sort((a, b) => a.question - b.question);
}
