import { type Comparison, type Condition, comparisonsOf } from '../model/condition.ts';
import { compare, compareMissing, evaluate, type Outcome } from './decide.ts';

/**
 * What was answered about one field: a condition that reads this field only holds, or does not
 * hold.
 */
interface Fact {
  readonly condition: Condition;
  readonly holds: boolean;
}

/** What is known of the fields of a run, by the answers given so far. */
export class Facts {
  readonly #byField = new Map<string, readonly Fact[]>();

  /**
   * Whether a condition on one field can hold, and can fail, for a value that all facts about the
   * field allow.
   */
  possible(field: string, condition: Condition): { readonly yes: boolean; readonly no: boolean } {
    const facts = this.#byField.get(field) ?? [];
    // One comparison alone decides nothing, but that any text contains "".
    if (facts.length === 0 && condition.kind === 'comparison' && condition.value !== '')
      return { yes: true, no: true };
    // The same question again has the same answer, also where the documentation allows two.
    const asked = facts.find((fact) => keyOf(fact.condition) === keyOf(condition));
    if (asked !== undefined) return { yes: asked.holds, no: !asked.holds };
    const conditions = [condition, ...facts.map((fact) => fact.condition)];
    const comparisons = conditions.flatMap(comparisonsOf);
    if (comparisons.length > MOST_COMPARISONS) return { yes: true, no: true };
    const values = candidates(comparisons);
    const allowed = values.filter((value) =>
      facts.every((fact) => agrees(fact.condition, value, fact.holds)),
    );
    return {
      yes: allowed.some((value) => agrees(condition, value, true)),
      no: allowed.some((value) => agrees(condition, value, false)),
    };
  }

  /** Adds an answer. */
  add(field: string, condition: Condition, holds: boolean): void {
    this.#byField.set(field, [...(this.#byField.get(field) ?? []), { condition, holds }]);
  }

  /** Forgets the fields for which a test is true. */
  forget(test: (field: string) => boolean): void {
    for (const field of this.#byField.keys()) if (test(field)) this.#byField.delete(field);
  }
}

/**
 * Of one field: with more, nothing is decided, since the candidates grow faster than the
 * comparisons.
 */
const MOST_COMPARISONS = 24;
/** In place of the value of a field that is not there. */
const MISSING = Symbol('missing');
/**
 * A letter that no file has: text with it equals, contains and begins with nothing that is
 * compared.
 */
const FRESH = '\u{10FFFD}';

/** The same for conditions that compare the same. */
const keyOf = (condition: Condition): string =>
  JSON.stringify(condition, ['kind', 'rules', 'operator', 'value']);

function agrees(condition: Condition, value: unknown, holds: boolean): boolean {
  const outcome: Outcome = evaluate(condition, ({ operator, value: wanted, isSound }) => {
    if (!isSound || operator === undefined) return 'open';
    return value === MISSING ? compareMissing(operator) : compare(value, operator, wanted);
  });
  return outcome === 'open' || outcome === holds;
}

/**
 * Values that stand for all others: no two values that fall between them can be told apart by the
 * conditions. Those that are compared with, numbers between and around them, texts made of all
 * parts, other text, null, and none.
 */
function candidates(comparisons: readonly Comparison[]): readonly unknown[] {
  const values = comparisons.flatMap(({ value }) => (value === undefined ? [] : [value]));
  const numbers = [...new Set(values.filter((value) => typeof value === 'number'))].sort(
    (a, b) => a - b,
  );
  const between = numbers.map((number, i) => (number + (numbers[i + 1] ?? number + 2)) / 2);
  return [
    ...values,
    ...between,
    ...(numbers[0] === undefined ? [0] : [numbers[0] - 1]),
    ...texts(comparisons),
    ...[true, false, null, '', FRESH, MISSING],
  ];
}

/**
 * Each beginning with each end around each subset of parts that a text may contain: all of them, or
 * none.
 */
function texts(comparisons: readonly Comparison[]): readonly string[] {
  const partsOf = (operator: string): readonly string[] => [
    '',
    ...comparisons.flatMap((each) =>
      each.operator === operator && typeof each.value === 'string' ? [each.value] : [],
    ),
  ];
  const parts = partsOf('contains').slice(1);
  const middles = ['', ...parts, parts.join(FRESH)];
  return partsOf('starts_with').flatMap((start) =>
    middles.flatMap((middle) =>
      partsOf('ends_with').map((end) => [start, middle, end].join(FRESH)),
    ),
  );
}
