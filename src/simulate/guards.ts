import type { Choice } from '../model/simulation.ts';

/** Choices that are all made, in order of their questions, each question once. */
export type Term = readonly Choice[];

/** When something happens: all choices of at least one term are made. */
export interface Guard {
  readonly terms: readonly Term[];
  /** False: there is more to it than the terms say, which was too much to be kept. */
  readonly exact: boolean;
}

export const ALWAYS: Guard = { terms: [[]], exact: true };

const MAX_TERMS = 12;
// Simplifying compares all terms with all others, again and again.
const MAX_SIMPLIFIED = 48;
const MAX_CHOICES = 60;

/**
 * The guard, and a choice as well; `undefined` when no contact makes them all. A term that leaves only this one answer to the
 * question stays as it is.
 */
export function both(guard: Guard, question: number, answer: number, isPossible: (term: Term, answer: number) => boolean, answers: number): Guard | undefined {
  const terms: Term[] = [];
  for (const term of guard.terms) {
    if (!isPossible(term, answer)) continue;
    let open = false;
    for (let other = 0; other < answers && !open; other++) open = other !== answer && isPossible(term, other);
    terms.push(open ? insert(term, { question, answer }) : term);
  }
  return terms.length === 0 ? undefined : { terms, exact: guard.exact };
}

/** When any of these, one at least, holds. */
export function either(guards: readonly Guard[], answersOf: (question: number) => number): Guard {
  const [first] = guards;
  if (guards.length === 1 && first !== undefined) return first;
  const exact = guards.every((guard) => guard.exact);
  const all = guards.flatMap(({ terms }) => terms);
  if (all.some((term) => term.length === 0)) return exact ? ALWAYS : { terms: [[]], exact };
  const terms = all.length > MAX_SIMPLIFIED ? all : simplify(all, answersOf);
  const choices = terms.reduce((sum, term) => sum + term.length, 0);
  if (terms.length === 1 || (terms.length <= MAX_TERMS && choices <= MAX_CHOICES)) return { terms, exact };
  return { terms: [terms.reduce((a, b) => a.filter((choice) => b.some((other) => isSame(choice, other))))], exact: false };
}

export const isSame = (a: Choice, b: Choice): boolean => a.question === b.question && a.answer === b.answer;

/** Drops terms that say more than another, and choices that do not matter because all other answers lead here as well. */
function simplify(given: readonly Term[], answersOf: (question: number) => number): readonly Term[] {
  let terms: readonly Term[] = given;
  for (let changed = true; changed; ) {
    changed = false;
    terms = terms.filter((term, at) => !terms.some((other, i) => i !== at && includes(term, other) && (other.length < term.length || i < at)));
    const next: Term[] = [];
    for (const [at, term] of terms.entries()) {
      const idle = term.find(({ question, answer }) => {
        const rest = term.filter((choice) => choice.question !== question);
        for (let other = 0; other < answersOf(question); other++) {
          if (other === answer) continue;
          // The terms before have perhaps been shortened in this turn.
          const turned = insert(rest, { question, answer: other });
          const found = next.some((rival) => includes(turned, rival)) || terms.some((rival, i) => i > at && includes(turned, rival));
          if (!found) return false;
        }
        return true;
      });
      if (idle !== undefined) changed = true;
      next.push(idle === undefined ? term : term.filter((choice) => choice !== idle));
    }
    terms = next;
  }
  return terms;
}

/** Whether the first makes all choices of the second. */
function includes(term: Term, part: Term): boolean {
  if (part.length > term.length) return false;
  let at = 0;
  for (const choice of part) {
    while (at < term.length && (term[at] as Choice).question < choice.question) at++;
    const other = term[at];
    if (other === undefined || !isSame(choice, other)) return false;
  }
  return true;
}

function insert(term: Term, choice: Choice): Term {
  const at = term.findIndex(({ question }) => question >= choice.question);
  if (at === -1) return [...term, choice];
  return term[at]?.question === choice.question ? term : [...term.slice(0, at), choice, ...term.slice(at)];
}
