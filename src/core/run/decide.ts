/**
 * Compares as docs/simulate.md states it: equal values have the same type, only numbers are
 * ordered, text is searched in text, and case matters. Where another reading of the service's
 * documentation gives the opposite, the result is open.
 */
import { type Comparison, type Condition, isDateText, type Operator } from '../model/condition.ts';

/** In place of the value of a field that is not there. */
export const MISSING = Symbol('missing');

/** `open`: the documentation of the service allows both results. */
export type Outcome = boolean | 'open';

/** @param actual the value of the field. */
export function compare(actual: unknown, { operator, value: wanted }: Comparison): Outcome {
  // A missing field equals nothing.
  if (actual === MISSING) return operator === 'neq' || operator === 'is_empty';
  switch (operator) {
    case undefined:
      return 'open';
    case 'eq':
      return isEqual(actual, wanted);
    case 'neq': {
      const isSame = isEqual(actual, wanted);
      return isSame === 'open' ? 'open' : !isSame;
    }
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

/**
 * The result of a condition, from the results of its comparisons. Its depth is limited: see
 * model/condition.ts.
 */
export function evaluate(condition: Condition, of: (comparison: Comparison) => Outcome): Outcome {
  if (condition.kind === 'comparison') return of(condition);
  if (condition.kind === 'unreadable') return 'open';
  const isDecisive = condition.kind === 'or';
  let result: Outcome = !isDecisive;
  for (const part of condition.rules) {
    const outcome = evaluate(part, of);
    if (outcome === isDecisive) return isDecisive;
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

type Order = 'gt' | 'gte' | 'lt' | 'lte';

function isOrdered(actual: unknown, operator: Order, wanted: unknown): Outcome {
  // How the service orders dates is not documented.
  if (typeof wanted !== 'number') return 'open';
  const isText = typeof actual === 'string' && actual.trim() !== '';
  const number = typeof actual === 'number' || isText ? Number(actual) : Number.NaN;
  const isOver = operator === 'gt' ? number > wanted : number >= wanted;
  const isUnder = operator === 'lt' ? number < wanted : number <= wanted;
  const holds = operator.startsWith('g') ? isOver : isUnder;
  return typeof actual === 'number' ? holds : holds && 'open';
}

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
  return typeof value === 'object' && value !== null && Object.keys(value).length === 0;
}

/**
 * A letter that no file has: text with it equals, contains and begins with nothing that is
 * compared.
 */
const FRESH = '\u{10FFFD}';

/**
 * Values of a field that stand for all others: no two values that fall between them can be told
 * apart by the comparisons. Those that are compared with, numbers between and around them, text
 * made of all parts, other text, null, and none.
 */
export function candidates(comparisons: readonly Comparison[]): readonly unknown[] {
  const values = comparisons.flatMap(({ value }) => (value === undefined ? [] : [value]));
  const numbers = values.filter((value) => typeof value === 'number').sort((a, b) => a - b);
  const between = numbers.map((number, i) => (number + (numbers[i + 1] ?? number + 2)) / 2);
  const below = (numbers[0] ?? 1) - 1;
  return [
    ...[...new Set([...values, ...between, below, ...texts(comparisons)])],
    ...[true, false, null, '', FRESH, MISSING],
  ];
}

/** Each beginning with each end around each part that a text may contain, none, or all of them. */
function texts(comparisons: readonly Comparison[]): readonly string[] {
  const partsOf = (operator: Operator): readonly string[] =>
    comparisons.filter((each) => each.operator === operator).map(({ value }) => String(value));
  const parts = partsOf('contains');
  const [starts, ends] = [partsOf('starts_with'), partsOf('ends_with')];
  const found: string[] = [];
  for (const start of ['', ...starts])
    for (const middle of ['', ...parts, parts.join(FRESH)])
      for (const end of ['', ...ends]) found.push([start, middle, end].join(FRESH));
  return found;
}
