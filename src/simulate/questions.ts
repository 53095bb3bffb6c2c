import { ANYTHING, both, type Cubes, cubesOf } from '../graph/cubes.ts';
import { createAtoms } from '../graph/literals.ts';
import { leavesOf, type RuleNode } from '../model/condition.ts';
import type { Question } from '../model/simulation.ts';
import type { Term } from './guards.ts';

/** A question as it is asked: what tells it from others, and what its answers mean. */
export interface Asked extends Question {
  /** Of a condition: what holds when it is met, its fields named apart where they are asked of different things or at different times. */
  readonly rule?: RuleNode;
}

/** All that is not known, each once. */
export interface Questions {
  readonly asked: readonly Asked[];
  /** The number of a question; the same for the same name. */
  ask(name: string, question: () => Asked): number;
  answersOf(question: number): number;
  /** Whether some contact makes all choices of the term, and gives the answer. */
  isPossible(term: Term, question: number, answer: number): boolean;
}

// What excludes what is looked for by the engine; a workspace built to exceed this is told to have too many alternatives.
const WORK = 3_000_000;

export function createQuestions(): Questions {
  const asked: Asked[] = [];
  const numbers = new Map<string, number>();
  const atoms = createAtoms(WORK);
  const meanings: (readonly Cubes[] | undefined)[] = [];
  const knowledge = new Map<string, Cubes>();

  const fields = createGroups();
  const groups: number[] = [];

  const meaningOf = (question: number): readonly Cubes[] | undefined => {
    const { rule } = asked[question] as Asked;
    if (rule === undefined) return undefined;
    return (meanings[question] ??= [cubesOf(rule, false, atoms, []), cubesOf(rule, true, atoms, [])]);
  };
  /** What the choices say together; no cubes: they exclude each other. */
  const known = (choices: Term): Cubes => {
    let cubes: Cubes = ANYTHING;
    let name = '';
    for (const { question, answer } of choices) {
      name += `${question}=${answer} `;
      let joint = knowledge.get(name);
      if (joint === undefined) knowledge.set(name, (joint = cubes.length === 0 ? cubes : both(cubes, meaningOf(question)?.[answer] ?? ANYTHING, atoms, [])));
      cubes = joint;
    }
    return cubes;
  };

  return {
    asked,
    ask(name, question) {
      let number = numbers.get(name);
      if (number === undefined) {
        const given = question();
        number = asked.push(given) - 1;
        numbers.set(name, number);
        if (given.rule !== undefined) groups[number] = fields.join(leavesOf(given.rule).map(({ field }) => field ?? ''));
      }
      return number;
    },
    answersOf: (question) => (asked[question] as Asked).answers.length,
    isPossible(term, question, answer) {
      const made = term.find((choice) => choice.question === question);
      if (made !== undefined) return made.answer === answer;
      const group = groups[question];
      if (group === undefined) return true;
      // Only what speaks of the same fields, or of fields that others speak of along with them, can exclude it.
      const related = term.filter((choice) => groups[choice.question] !== undefined && fields.root(groups[choice.question] as number) === fields.root(group));
      return known([...related, { question, answer }]).length > 0;
    },
  };
}

/** Fields, in groups that grow together. */
function createGroups() {
  const numbers = new Map<string, number>();
  const parents: number[] = [];
  const root = (number: number): number => {
    let at = number;
    while (parents[at] !== at) at = parents[at] = parents[parents[at] as number] as number;
    return at;
  };
  return {
    root,
    /** Puts the fields into one group, and returns one of its numbers. */
    join(names: readonly string[]): number {
      const members = names.map((name) => {
        let number = numbers.get(name);
        if (number === undefined) {
          number = parents.length;
          parents.push(number);
          numbers.set(name, number);
        }
        return root(number);
      });
      const [first = 0] = members;
      for (const member of members) parents[member] = first;
      return first;
    },
  };
}
