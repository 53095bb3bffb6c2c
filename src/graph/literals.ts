import type { RuleLeaf } from '../model/condition.ts';
import { quote } from '../model/label.ts';
import { isDateText } from '../model/operators.ts';

/**
 * What comparisons say of one another, whatever the service makes of the cases its documentation leaves open. Claimed is only
 * what holds under all of these readings: equality is strict or loose (5 and "5", true and 1, two forms of a date), and may not
 * mind case where matching text does not either; ordering takes numbers only, or whatever can be read as one; text is looked
 * for in text, in lists, or in anything written out; what is null, 0, false or blank exists or not, is empty or not; what is
 * missing fails the run, or is unequal to all values. In all of them `neq` is the opposite of `eq`.
 */
export interface Atom {
  readonly field: string;
  readonly test: 'eq' | 'order' | 'starts_with' | 'ends_with' | 'contains' | 'exists' | 'is_empty' | 'opaque';
  /** As the workflow puts it: `gt` 5. */
  readonly operator: string;
  readonly value: unknown;
  /** What to match: text that is not too long to, and for `eq` stands for nothing but itself. */
  readonly text: string | undefined;
  readonly lower: string;
  /** Of `eq`: the same for any two values that some reading takes for equal, but for dates; `undefined` when that is not known. */
  readonly loose: string | number | undefined;
  /** It only holds for a field that is there, and is neither 0, false nor empty. */
  readonly isFirm: boolean;
}

/** An atom's number, doubled; odd when the atom does not hold. */
export type Literal = number;

/** The atoms of one workflow: the same comparison has the same number wherever it stands. */
export interface Atoms {
  literalOf(leaf: RuleLeaf): Literal;
  /** A statement nothing is known of. */
  opaque(): Literal;
  atom(literal: Literal): Atom;
  /** Comparisons of literals that may still be made. Whoever makes them counts down, and claims nothing when none are left. */
  work: number;
}

const LONGEST_TEXT = 100;
const READING_WORK = 50;
const ORDERS: ReadonlySet<string> = new Set(['gt', 'gte', 'lt', 'lte']);

export function createAtoms(work: number): Atoms {
  const atoms: Atom[] = [];
  const numbers = new Map<string, number>();
  const opaque = (): Literal => atoms.push(OPAQUE) * 2 - 2;
  return {
    work,
    opaque,
    atom: (literal) => atoms[literal >> 1] as Atom,
    literalOf({ field, operator, value, sound }) {
      this.work -= READING_WORK;
      if (!sound || field === undefined || operator === undefined || !/^(?:event|contact|wait_events)\../.test(field)) return opaque();
      // A number beyond the range of numbers, such as 1e999.
      if (typeof value === 'number' && !Number.isFinite(value)) return opaque();
      const negated = operator === 'neq' ? 1 : 0;
      const test = negated === 1 ? 'eq' : operator;
      const given = test === 'exists' || test === 'is_empty' ? undefined : value;
      const name = JSON.stringify([field, test, given]);
      let number = numbers.get(name);
      if (number === undefined) {
        number = atoms.push(describe(field, test, given)) - 1;
        numbers.set(name, number);
      }
      return number * 2 + negated;
    },
  };
}

/** A literal as a message writes it; of the opposites only that of `eq` has a name of its own. */
export function printLiteral(literal: Literal, atoms: Atoms): string {
  const { field, operator, value, test } = atoms.atom(literal);
  const name = (literal & 1) === 1 && test === 'eq' ? 'neq' : operator;
  return `${quote(field)} ${name}${value === undefined ? '' : ` ${typeof value === 'string' ? quote(value) : String(value)}`}`;
}

function describe(field: string, operator: string, value: unknown): Atom {
  // A date as text is put in order in ways nobody knows.
  const test = !ORDERS.has(operator) ? (operator as Atom['test']) : typeof value === 'number' ? 'order' : 'opaque';
  const short = typeof value === 'string' && value.length <= LONGEST_TEXT ? value : undefined;
  const loose = test !== 'eq' || (typeof value === 'string' && short === undefined) ? undefined : looselyOf(value);
  const text = test === 'eq' && (typeof loose === 'number' || isDateText(value)) ? undefined : short;
  const isFirm = test === 'eq' ? loose !== undefined && loose !== 0 : text !== undefined && !mayBeSpelled(text.toLowerCase(), test);
  return { field, test, operator, value, text, lower: text?.toLowerCase() ?? '', loose, isFirm };
}

const OPAQUE: Atom = { field: '', test: 'opaque', operator: '', value: undefined, text: undefined, lower: '', loose: undefined, isFirm: false };

/** Whether a text operator may find this in a number, in true or null, or in an empty text, written out. */
function mayBeSpelled(lower: string, test: Atom['test']): boolean {
  return lower.trim() === '' || /^[\d.e+-]+$/.test(lower) || SPELLED.some((word) => matches(word, test, lower));
}

const SPELLED = ['true', 'false', 'null', 'undefined', 'nan', 'infinity', '-infinity'];

/** Whether text begins or ends with a part, or holds it. */
export function matches(text: string, test: Atom['test'], part: string): boolean {
  if (test === 'starts_with') return text.startsWith(part);
  return test === 'ends_with' ? text.endsWith(part) : text.includes(part);
}

/** A value so that those are equal which some reading takes for equal, but for dates. Only of text, numbers, true, false and null. */
export function looselyOf(value: unknown): string | number {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return value === true ? 1 : 0;
  const folded = value.normalize('NFKC').trim().toLowerCase();
  if (folded === '' || folded === 'false' || folded === 'null') return 0;
  if (folded === 'true') return 1;
  const number = Number(folded);
  return Number.isNaN(number) ? folded : number;
}
