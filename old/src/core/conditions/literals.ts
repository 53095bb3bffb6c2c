import type { ConditionLeaf } from '../model/condition.ts';
import { quote } from '../model/label.ts';
import { isDateText } from '../model/operators.ts';

/**
 * One comparison. The service's documentation leaves some cases open, so only conclusions that hold under all of these
 * readings are drawn: equality is strict or loose (5 and "5", true and 1, two forms of a date) and may ignore case when
 * text search does too; ordering takes numbers, or values that convert to a number; text is searched in text, in lists or
 * in anything printed; null, 0, false and blank text exist or not, are empty or not; a missing field fails the run or is
 * unequal to all values. In all readings `neq` is the negation of `eq`.
 */
export interface Atom {
  readonly field: string;
  readonly test:
    | 'eq'
    | 'order'
    | 'starts_with'
    | 'ends_with'
    | 'contains'
    | 'exists'
    | 'is_empty'
    | 'opaque';
  /** As written in the workflow: `gt` 5. */
  readonly operator: string;
  readonly value: unknown;
  /** The text to match, unless it is too long; for `eq` only text that equals no other kind of value. */
  readonly text: string | undefined;
  readonly lower: string;
  /** Of `eq`: the same for any two values that are equal in some reading, dates excepted; `undefined` if unknown. */
  readonly looseKey: string | number | undefined;
  /** It holds only if the field exists and is neither 0, false nor empty. */
  readonly isNonEmpty: boolean;
}

/** The number of an atom, doubled; odd when the atom is negated. */
export type Literal = number;

/** The atoms of one workflow. Equal comparisons have the same number. */
export interface Atoms {
  literalOf(leaf: ConditionLeaf): Literal;
  /** A literal of which nothing is known. */
  opaque(): Literal;
  atom(literal: Literal): Atom;
  /** Comparisons that may still be made. Callers count it down and draw no conclusion at 0. */
  budget: number;
}

const MAX_TEXT_LENGTH = 100;
const LITERAL_COST = 50;
const ORDERS: ReadonlySet<string> = new Set(['gt', 'gte', 'lt', 'lte']);
const KNOWN_FIELD = /^(?:event|contact|wait_events|started_by)\../;

export function createAtoms(budget: number): Atoms {
  const atoms: Atom[] = [];
  const numbers = new Map<string, number>();
  const opaque = (): Literal => atoms.push(OPAQUE) * 2 - 2;
  return {
    budget,
    opaque,
    atom: (literal) => atoms[literal >> 1] as Atom,
    literalOf({ field, operator, value, sound }) {
      this.budget -= LITERAL_COST;
      if (!sound || field === undefined || operator === undefined || !KNOWN_FIELD.test(field))
        return opaque();
      // JSON text such as 1e999 parses to Infinity.
      if (typeof value === 'number' && !Number.isFinite(value)) return opaque();
      const negated = operator === 'neq' ? 1 : 0;
      const test = negated === 1 ? 'eq' : operator;
      const operand = test === 'exists' || test === 'is_empty' ? undefined : value;
      const name = JSON.stringify([field, test, operand]);
      let number = numbers.get(name);
      if (number === undefined) {
        number = atoms.push(describe(field, test, operand)) - 1;
        numbers.set(name, number);
      }
      return number * 2 + negated;
    },
  };
}

/** A literal as a message writes it. Of the negations only that of `eq` has a name. */
export function printLiteral(literal: Literal, atoms: Atoms): string {
  const { field, operator, value, test } = atoms.atom(literal);
  const name = (literal & 1) === 1 && test === 'eq' ? 'neq' : operator;
  return `${quote(field)} ${name}${value === undefined ? '' : ` ${typeof value === 'string' ? quote(value) : String(value)}`}`;
}

function describe(field: string, operator: string, value: unknown): Atom {
  // How the service orders dates given as text is unknown.
  const order = typeof value === 'number' ? 'order' : 'opaque';
  const test = ORDERS.has(operator) ? order : (operator as Atom['test']);
  const isLong = typeof value === 'string' && value.length > MAX_TEXT_LENGTH;
  const looseKey = test !== 'eq' || isLong ? undefined : looseKeyOf(value);
  const isText = typeof value === 'string' && !isLong;
  const text =
    !isText || (test === 'eq' && (typeof looseKey === 'number' || isDateText(value)))
      ? undefined
      : value;
  const lower = text?.toLowerCase() ?? '';
  const isNonEmpty =
    test === 'eq'
      ? looseKey !== undefined && looseKey !== 0
      : text !== undefined && !mayMatchPrinted(lower, test);
  return { field, test, operator, value, text, lower, looseKey, isNonEmpty };
}

const OPAQUE: Atom = {
  field: '',
  test: 'opaque',
  operator: '',
  value: undefined,
  text: undefined,
  lower: '',
  looseKey: undefined,
  isNonEmpty: false,
};

const PRINTED = ['true', 'false', 'null', 'undefined', 'nan', 'infinity', '-infinity'];

/** Whether a text operator may find this in a printed number, boolean or null, or in an empty text. */
function mayMatchPrinted(lower: string, test: Atom['test']): boolean {
  return (
    lower.trim() === '' ||
    /^[\d.e+-]+$/.test(lower) ||
    PRINTED.some((word) => matches(word, test, lower))
  );
}

/** Whether text starts with, ends with or contains a part. */
export function matches(text: string, test: Atom['test'], part: string): boolean {
  if (test === 'starts_with') return text.startsWith(part);
  return test === 'ends_with' ? text.endsWith(part) : text.includes(part);
}

/** Equal for values that are equal in some reading, dates excepted. Only of text, numbers, booleans and null. */
export function looseKeyOf(value: unknown): string | number {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return value === true ? 1 : 0;
  const folded = value.normalize('NFKC').trim().toLowerCase();
  if (folded === 'false' || folded === 'null') return 0;
  if (folded === 'true') return 1;
  const number = Number(folded);
  return Number.isNaN(number) ? folded : number;
}
