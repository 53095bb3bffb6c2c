/**
 * Compares as docs/simulate.md states it: equal values have the same type, only numbers are
 * ordered, and case matters. Where another reading of the service's documentation gives the
 * opposite, the result is open.
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
      return actual === '' || (mayBeAbsent(actual) && 'open');
    case 'gt':
    case 'gte':
    case 'lt':
    case 'lte':
      return isOrdered(actual, operator, wanted);
    default:
      return isFound(actual, operator, String(wanted));
  }
}

/** Whether a condition holds. Its depth is limited: see model/condition.ts. */
export function evaluate(condition: Condition, of: (comparison: Comparison) => Outcome): Outcome {
  if (condition.kind === 'comparison') return of(condition);
  if (condition.kind === 'unreadable') return 'open';
  const isDecisive = condition.kind === 'or';
  const outcomes = condition.rules.map((part) => evaluate(part, of));
  if (outcomes.includes(isDecisive)) return isDecisive;
  return outcomes.includes('open') ? 'open' : !isDecisive;
}

/** Open: a list, text in another case, dates, and the same as another type: `5` and `"5"`. */
function isEqual(actual: unknown, wanted: unknown): Outcome {
  if (actual === wanted) return true;
  const isDate = isDateText(actual) && isDateText(wanted);
  const isSame = isDate
    ? Date.parse(actual) === Date.parse(wanted)
    : loose(actual) === loose(wanted);
  return Array.isArray(actual) || isSame ? 'open' : false;
}

const plain = (value: unknown): string => String(value).trim().toLowerCase();

const loose = (value: unknown): string => WORDS.get(plain(value)) ?? plain(value);

const WORDS = new Map(Object.entries({ true: '1', false: '0', null: '0', '': '0' }));

function isOrdered(actual: unknown, operator: Operator, wanted: unknown): Outcome {
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
  if (typeof actual === 'string' && hasPart(actual, operator, part)) return true;
  return Array.isArray(actual) || hasPart(plain(actual), operator, plain(part)) ? 'open' : false;
}

function hasPart(text: string, operator: Operator, part: string): boolean {
  if (operator === 'starts_with') return text.startsWith(part);
  return operator === 'ends_with' ? text.endsWith(part) : text.includes(part);
}

/** A value that some readings count as absent. */
const mayBeAbsent = (value: unknown): boolean =>
  value === null || value === 0 || value === false || plain(value) === '';

/** No file has it: text with it equals, contains and begins with nothing that is compared. */
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
  const others = [true, false, null, '', FRESH, MISSING];
  return [...new Set([...values, ...between, below, ...texts(comparisons), ...others])];
}

/** Each beginning with each end around each part that a text may contain, none, or all of them. */
function texts(comparisons: readonly Comparison[]): readonly string[] {
  const partsOf = (operator: Operator): readonly string[] =>
    comparisons.filter((each) => each.operator === operator).map(({ value }) => String(value));
  const parts = partsOf('contains');
  const middles = ['', ...parts, parts.join(FRESH)];
  return ['', ...partsOf('starts_with')].flatMap((start) =>
    ['', ...partsOf('ends_with')].flatMap((end) =>
      middles.map((middle) => [start, middle, end].join(FRESH)),
    ),
  );
}
