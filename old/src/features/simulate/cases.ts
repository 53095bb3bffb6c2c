import { stronglyConnectedComponents } from '../../core/graph/components.ts';
import { addTo, groupBy } from '../../core/model/groups.ts';
import type { Case, CaseGroup, Moment } from '../../core/model/simulation.ts';
import { isSend } from '../../core/report/simulation-words.ts';
import {
  dropImplied,
  type Guard,
  insert,
  type Questions,
  simplify,
  type Term,
} from './questions.ts';

// Assignments examined for all emails together. Beyond it, the bounds are not tight.
const WORK = 20_000;
/** Of a group. */
const MAX_CASES = 20;

/** The fewest and the most emails over all consistent answers to the questions. */
export function countEmails(
  guards: readonly Guard[],
  questions: Questions,
): { readonly min: number; readonly max: number } {
  const total = { min: 0, max: 0 };
  const budget = { left: WORK };
  for (const group of connected(guards, questions)) {
    let [min, max] = [Number.POSITIVE_INFINITY, 0];
    for (const { sure, maybe } of answers(group, questions, budget)) {
      min = Math.min(min, sure.length);
      max = Math.max(max, sure.length + maybe);
    }
    total.min += Number.isFinite(min) ? min : 0;
    total.max += max;
  }
  return total;
}

/** The cases of the runs: what is sent for which answers. @param moments in order of time. */
export function casesOf(
  moments: readonly (Pick<Moment, 'run' | 'type'> & { readonly guard: Guard })[],
  questions: Questions,
): readonly CaseGroup[] {
  const sends = [...moments.entries()].filter(([, moment]) => isSend(moment));
  const budget = { left: WORK };
  const nameOf = (item: number): string => `run ${sends[item]?.[1].run}`;
  const guards = sends.map(([, { guard }]) => guard);
  return connected(guards, questions, nameOf).map((group): CaseGroup => {
    const found = new Map<string, Omit<Case, 'only'> & { readonly terms: Term[] }>();
    let isPart = false;
    for (const { term, sure, maybe } of answers(group, questions, budget)) {
      const name = `${sure.join()} ${maybe}`;
      if (found.size === MAX_CASES && !found.has(name)) {
        isPart = true;
        break;
      }
      const known = found.get(name);
      if (known !== undefined) known.terms.push(term);
      else found.set(name, { terms: [term], sends: positionsOf(sure, sends), maybe });
    }
    const cases = Array.from(found.values(), ({ terms, ...rest }): Case => {
      const only = simplify(terms, questions).map((term) => dropImplied(term, questions));
      return { ...rest, only };
    });
    const runs = new Set(group.map(([item]) => sends[item]?.[1].run as number));
    return { runs: [...runs].sort((a, b) => a - b), cases, isPart };
  });
}

const positionsOf = (
  items: readonly number[],
  sends: readonly (readonly [position: number, moment: object])[],
): readonly number[] => items.flatMap((item) => sends[item]?.[0] ?? []).sort((a, b) => a - b);

/** Guards with their numbers. */
type Group = readonly (readonly [number, Guard])[];

/** The guards that hold for some answers. */
interface Answered {
  readonly term: Term;
  readonly sure: readonly number[];
  /** The number of others that may hold. */
  readonly maybe: number;
}

/** All consistent answers to the questions, as far as they decide which guards hold. */
function* answers(
  group: Group,
  questions: Questions,
  budget: { left: number },
): Iterable<Answered> {
  const stack = [{ term: [] as Term, left: group, sure: [] as readonly number[], maybe: 0 }];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    const { term } = node;
    const left: (readonly [number, Guard])[] = [];
    const sure = [...node.sure];
    let { maybe } = node;
    for (const [item, { terms, exact }] of node.left) {
      const open = terms.flatMap((each) => remainder(each, term));
      if (open.every((each) => each.length > 0)) {
        if (open.length > 0) left.push([item, { terms: open, exact }]);
      } else if (exact) sure.push(item);
      else maybe++;
    }
    const question = left[0]?.[1].terms[0]?.[0]?.question;
    budget.left -= node.left.length;
    if (question === undefined || budget.left < 0) {
      yield { term, sure, maybe: maybe + left.length };
      continue;
    }
    for (let answer = questions.answersOf(question); answer-- > 0; ) {
      const choice = { question, answer };
      if (questions.isPossible(term, choice))
        stack.push({ term: insert(term, choice), left, sure, maybe });
    }
  }
}

/** The choices of a term that are open after other choices; none if those contradict it. */
function remainder(term: Term, made: Term): readonly Term[] {
  const given = new Map(made.map(({ question, answer }) => [question, answer]));
  const isRefuted = term.some(({ question, answer }) => (given.get(question) ?? answer) !== answer);
  return isRefuted ? [] : [term.filter(({ question }) => !given.has(question))];
}

/** Groups of guards without common questions, questions about a common field, or a common name. */
function connected(
  guards: readonly Guard[],
  questions: Questions,
  nameOf?: (item: number) => string,
): readonly Group[] {
  const items = new Map<string, number[]>();
  for (const [item, { terms }] of guards.entries()) {
    if (nameOf !== undefined) addTo(items, nameOf(item), item);
    for (const { question } of terms.flat()) {
      addTo(items, `question ${question}`, item);
      for (const field of questions.fieldsOf(question)) addTo(items, `field ${field}`, item);
    }
  }
  const neighbours: number[][] = guards.map(() => []);
  for (const [first = 0, ...others] of items.values())
    for (const other of others) {
      neighbours[first]?.push(other);
      neighbours[other]?.push(first);
    }
  const components = stronglyConnectedComponents(neighbours);
  return [...groupBy(guards.entries(), ([item]) => components[item]).values()];
}
