import { type Comparison, type Condition, isDateText, type Operator } from '../model/condition.ts';

/** The value of a field, its absence, or nothing that is known. */
export type Reading =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unknown' };

/** `open`: the documentation of the service allows both results. */
export type Outcome = boolean | 'open';

/**
 * Compares as docs/simulate.md states it: equal values have the same type, only numbers are
 * ordered, text is searched in text, and case matters. Where another reading of the service's
 * documentation gives the opposite, the result is open.
 */
export function compare(actual: unknown, operator: Operator, wanted: unknown): Outcome {
  switch (operator) {
    case 'eq':
      return isEqual(actual, wanted);
    case 'neq':
      return negate(isEqual(actual, wanted));
    case 'exists':
      return mayBeAbsent(actual) ? 'open' : true;
    case 'is_empty':
      return isEmpty(actual);
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return isOrdered(actual, operator, wanted);
    default:
      return isFound(actual, operator, String(wanted));
  }
}

/** The result where the field is missing and the run goes on: a missing field equals nothing. */
export const compareMissing = (operator: Operator): boolean =>
  operator === 'neq' || operator === 'is_empty';

export const negate = (outcome: Outcome): Outcome => (outcome === 'open' ? 'open' : !outcome);

/**
 * The result of a condition, from the results of its comparisons. Its depth is limited: see
 * model/condition.ts.
 */
export function evaluate(condition: Condition, of: (comparison: Comparison) => Outcome): Outcome {
  if (condition.kind === 'comparison') return of(condition);
  if (condition.kind === 'unreadable') return 'open';
  const decisive = condition.kind === 'or';
  let result: Outcome = !decisive;
  for (const part of condition.rules) {
    const outcome = evaluate(part, of);
    if (outcome === decisive) return decisive;
    if (outcome === 'open') result = 'open';
  }
  return result;
}

function isEqual(actual: unknown, wanted: unknown): Outcome {
  if (actual === wanted) return true;
  if (Array.isArray(actual)) return 'open';
  if (typeof actual === 'object' && actual !== null) return false;
  const isSameDate =
    isDateText(actual) && isDateText(wanted) && Date.parse(actual) === Date.parse(wanted);
  return isSameDate || looseKey(actual) === looseKey(wanted) ? 'open' : false;
}

function isOrdered(
  actual: unknown,
  operator: 'gt' | 'gte' | 'lt' | 'lte',
  wanted: unknown,
): Outcome {
  // How the service orders dates is not documented.
  if (typeof wanted !== 'number') return 'open';
  const number = typeof actual === 'number' || isText(actual) ? Number(actual) : Number.NaN;
  const holds = {
    gt: number > wanted,
    gte: number >= wanted,
    lt: number < wanted,
    lte: number <= wanted,
  }[operator];
  return typeof actual === 'number' ? holds : holds && 'open';
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.trim() !== '';

function isFound(actual: unknown, operator: Operator, part: string): Outcome {
  if (Array.isArray(actual))
    return operator === 'contains' && actual.includes(part) ? true : 'open';
  if (typeof actual === 'object' && actual !== null) return false;
  const text = String(actual);
  if (typeof actual === 'string' && hasPart(text, operator, part)) return true;
  return hasPart(text.toLowerCase(), operator, part.toLowerCase()) ? 'open' : false;
}

function hasPart(text: string, operator: Operator, part: string): boolean {
  if (operator === 'starts_with') return text.startsWith(part);
  return operator === 'ends_with' ? text.endsWith(part) : text.includes(part);
}

/** A value that some readings count as absent. */
const mayBeAbsent = (value: unknown): boolean =>
  value === null ||
  value === 0 ||
  value === false ||
  (typeof value === 'string' && value.trim() === '');

function isEmpty(value: unknown): Outcome {
  if (value === '') return true;
  if (mayBeAbsent(value)) return 'open';
  if (Array.isArray(value)) return value.length === 0;
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/**
 * The same for all values that are equal in some reading, dates excepted: `5` and `"5"`, `true` and
 * `1`, `Pro` and `pro`.
 */
function looseKey(value: unknown): string | number {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return value === true ? 1 : 0;
  const folded = value.normalize('NFKC').trim().toLowerCase();
  if (folded === 'false' || folded === 'null') return 0;
  if (folded === 'true') return 1;
  const number = Number(folded);
  return Number.isNaN(number) ? folded : number;
}
