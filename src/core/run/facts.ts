import { groupBy } from '../graph/graph.ts';
import { type Condition, comparisonsOf } from '../model/condition.ts';
import { parseReference } from '../model/references.ts';
import { candidates, compare, evaluate } from './compare.ts';

/** An answer about one field: a condition that reads this field only, and whether it holds. */
interface Fact {
  readonly field: string;
  readonly condition: Condition;
  readonly holds: boolean;
  /** The same for conditions that compare the same. */
  readonly key: string;
}

/** With more comparisons of one field nothing is decided: the work grows faster than they do. */
const MOST_COMPARISONS = 24;

/** What the answers say of fields whose values are not known. */
export class Facts {
  readonly #read: (field: string) => unknown;
  #facts: readonly Fact[] = [];

  /** @param read gives the value of a field; undefined where it is not known. */
  constructor(read: (field: string) => unknown) {
    this.#read = read;
  }

  forget(isForgotten: (field: string) => boolean): void {
    if (this.#facts.length > 0)
      this.#facts = this.#facts.filter(({ field }) => !isForgotten(field));
  }

  /** A condition without what is known: true, false, or the rest, which is open. */
  reduce(condition: Condition): Condition | boolean {
    if (condition.kind === 'comparison') return this.#decide(condition);
    if (condition.kind === 'unreadable') return condition;
    const isDecisive = condition.kind === 'or';
    const open: Condition[] = [];
    for (const part of condition.rules) {
      const rest = this.reduce(part);
      if (rest === isDecisive) return isDecisive;
      if (typeof rest === 'object') open.push(rest);
    }
    const rules: Condition[] = [];
    // Comparisons of one field are decided together: they may contradict each other.
    for (const parts of groupBy(open, (part) => onlyFieldOf(part) ?? part).values()) {
      const rest = parts.length === 1 ? parts[0] : this.#decide({ ...condition, rules: parts });
      if (rest === isDecisive) return isDecisive;
      if (typeof rest === 'object') rules.push(rest);
    }
    const [only, another] = rules;
    if (only === undefined) return !isDecisive;
    return another === undefined ? only : { ...condition, rules };
  }

  /** Decides a condition that reads one field, for all values that the field may have. */
  #decide(condition: Condition): Condition | boolean {
    const field = onlyFieldOf(condition);
    if (field === undefined) return condition;
    const value = this.#read(field);
    const facts = this.#facts.filter((fact) => fact.field === field);
    // One comparison alone decides nothing, but that any text contains "".
    const isAlone = condition.kind === 'comparison' && condition.value !== '';
    if (isAlone && value === undefined && facts.length === 0) return condition;
    // The same question again has the same answer, also where the documentation allows two.
    const asked = facts.find(({ key }) => key === keyOf(condition));
    if (asked !== undefined) return asked.holds;
    const comparisons = [condition, ...facts.map((fact) => fact.condition)].flatMap(comparisonsOf);
    if (comparisons.length > MOST_COMPARISONS) return condition;
    const values = value === undefined ? candidates(comparisons) : [value];
    const allowed = values.filter((each) => facts.every((fact) => agrees(fact, each)));
    const mayHold = allowed.some((each) => agrees({ condition, holds: true }, each));
    const mayFail = allowed.some((each) => agrees({ condition, holds: false }, each));
    return mayHold && mayFail ? condition : mayHold;
  }

  /** Keeps an answer. False where nothing follows: it says that some part of several holds. */
  learn(condition: Condition, holds: boolean): boolean {
    const field = onlyFieldOf(condition);
    if (field === undefined)
      return (
        condition.kind === (holds ? 'and' : 'or') &&
        condition.rules.map((part) => this.learn(part, holds)).every((isLearnt) => isLearnt)
      );
    this.#facts = [...this.#facts, { field, condition, holds, key: keyOf(condition) }];
    return true;
  }

  /** Whether a field may have a value. */
  allows(field: string, value: unknown): boolean {
    return this.#facts.every((fact) => fact.field !== field || agrees(fact, value));
  }
}

const keyOf = (condition: Condition): string =>
  JSON.stringify(condition, ['kind', 'rules', 'operator', 'value']);

/** Whether a condition on one field can hold, or fail, for a value of it. */
function agrees({ condition, holds }: Pick<Fact, 'condition' | 'holds'>, value: unknown): boolean {
  const outcome = evaluate(condition, (comparison) => compare(value, comparison));
  return outcome === 'open' || outcome === holds;
}

/**
 * The field that all comparisons of a condition read; undefined where there are several, or a part
 * cannot be read.
 */
function onlyFieldOf(condition: Condition): string | undefined {
  if (condition.kind === 'unreadable') return undefined;
  const comparisons = comparisonsOf(condition);
  const field = comparisons[0]?.field ?? '';
  const isOnly = comparisons.every((each) => each.isSound && each.field === field);
  return isOnly && parseReference(field).scope !== 'none' ? field : undefined;
}
