import { groupBy } from '../graph/graph.ts';
import { type Condition, comparisonsOf } from '../model/condition.ts';
import { parseReference } from '../model/references.ts';
import { candidates, compare, evaluate } from './compare.ts';

/** An answer about one field: a condition that reads this field only, and whether it holds. */
export interface Fact {
  readonly field: string;
  readonly condition: Condition;
  readonly holds: boolean;
}

/** What is known of the fields of a run. */
export interface Known {
  /** What the answers say of fields whose values are not known. */
  readonly facts: readonly Fact[];
  /** The value of a field; undefined where it is not known. */
  read(field: string): unknown;
}

/** With more comparisons of one field nothing is decided: the work grows faster than they do. */
const MOST_COMPARISONS = 24;

/** A condition without what is known: true, false, or the rest, which is open. */
export function reduce(condition: Condition, known: Known): Condition | boolean {
  if (condition.kind === 'comparison') return decide(condition, known);
  if (condition.kind === 'unreadable') return condition;
  const isDecisive = condition.kind === 'or';
  const open: Condition[] = [];
  for (const part of condition.rules) {
    const rest = reduce(part, known);
    if (rest === isDecisive) return isDecisive;
    if (typeof rest === 'object') open.push(rest);
  }
  const rules: Condition[] = [];
  // Comparisons of one field are decided together: they may contradict each other.
  for (const parts of groupBy(open, (part) => onlyFieldOf(part) ?? part).values()) {
    const rest = parts.length === 1 ? parts[0] : decide({ ...condition, rules: parts }, known);
    if (rest === isDecisive) return isDecisive;
    if (typeof rest === 'object') rules.push(rest);
  }
  const [only, another] = rules;
  if (only === undefined) return !isDecisive;
  return another === undefined ? only : { ...condition, rules };
}

/** Decides a condition that reads one field, for all values that the field may have. */
function decide(condition: Condition, known: Known): Condition | boolean {
  const field = onlyFieldOf(condition);
  if (field === undefined) return condition;
  const value = known.read(field);
  const facts = known.facts.filter((fact) => fact.field === field);
  // One comparison alone decides nothing, but that any text contains "".
  const isAlone = condition.kind === 'comparison' && condition.value !== '';
  if (isAlone && value === undefined && facts.length === 0) return condition;
  // The same question again has the same answer, also where the documentation allows two.
  const key = facts.length > 0 && keyOf(condition);
  const asked = facts.find((fact) => keyOf(fact.condition) === key);
  if (asked !== undefined) return asked.holds;
  const comparisons = [condition, ...facts.map((fact) => fact.condition)].flatMap(comparisonsOf);
  if (comparisons.length > MOST_COMPARISONS) return condition;
  const values = value === undefined ? candidates(comparisons) : [value];
  const allowed = values.filter((each) => facts.every((fact) => agrees(fact, each)));
  const mayHold = allowed.some((each) => agrees({ condition, holds: true }, each));
  const mayFail = allowed.some((each) => agrees({ condition, holds: false }, each));
  return mayHold && mayFail ? condition : mayHold;
}

/** An answer in parts that all hold or all fail. Undefined: nothing follows from the part. */
export function factsOf(condition: Condition, holds: boolean): readonly (Fact | undefined)[] {
  const field = onlyFieldOf(condition);
  if (field !== undefined) return [{ field, condition, holds }];
  const isSplit = condition.kind === (holds ? 'and' : 'or');
  return isSplit ? condition.rules.flatMap((part) => factsOf(part, holds)) : [undefined];
}

/** The same for conditions that compare the same. */
export const keyOf = (condition: Condition): string =>
  JSON.stringify(condition, ['kind', 'rules', 'field', 'operator', 'value']);

/** Whether a condition on one field can hold, or fail, for a value of it. */
export function agrees(
  { condition, holds }: Pick<Fact, 'condition' | 'holds'>,
  value: unknown,
): boolean {
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
