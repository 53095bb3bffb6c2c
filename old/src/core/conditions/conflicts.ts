import { isDateText } from '../model/operators.ts';
import { type Atom, type Atoms, type Literal, matches } from './literals.ts';

const TEXT_COST = 10;
const TWO_DAYS = 172_800_000;

/**
 * Literals among all of these that cannot all hold, or `undefined` when they might.
 * @param left some of them in ascending order, free of conflicts.
 * @param right the others, likewise.
 */
export function conflictOf(
  left: readonly Literal[],
  right: readonly Literal[],
  all: readonly Literal[],
  atoms: Atoms,
): readonly Literal[] | undefined {
  atoms.budget -= 2 * left.length * right.length;
  let first: readonly [Literal, Literal] | undefined;
  for (const one of left) {
    for (const other of right) {
      if (one === other || ((one ^ other) !== 1 && !areContradictory(one, other, atoms))) continue;
      const [low, high] = one < other ? [one, other] : [other, one];
      if (first === undefined || high < first[1] || (high === first[1] && low < first[0]))
        first = [low, high];
    }
  }
  if (first !== undefined) return first;
  const fields = new Set<string>();
  for (const literal of all) {
    const { test, field } = atoms.atom(literal);
    if ((literal & 1) === 1 || test !== 'order' || fields.has(field)) continue;
    fields.add(field);
    const conflict = rangeConflict(literal, all, atoms);
    if (conflict !== undefined) return conflict;
  }
  return undefined;
}

function areContradictory(left: Literal, right: Literal, atoms: Atoms): boolean {
  const [a, b] = [atoms.atom(left), atoms.atom(right)];
  if (a.field !== b.field || a.test === 'opaque' || b.test === 'opaque') return false;
  if (a.text !== undefined && b.text !== undefined) atoms.budget -= TEXT_COST;
  if ((left & 1) === 0) return (right & 1) === 0 ? excludes(a, b) || excludes(b, a) : implies(a, b);
  return (right & 1) === 0 && implies(b, a);
}

function excludes(a: Atom, b: Atom): boolean {
  if (a.test === 'eq' && b.test === 'eq') return areDistinct(a, b);
  if (b.test === 'is_empty') return a.isNonEmpty && (a.test !== 'eq' || a.text !== undefined);
  // Plain text converts to no number, and null contains no text.
  if (b.test === 'order') return a.test === 'eq' && a.text !== undefined;
  if (a.test === 'eq' && (a.value === null || a.value === ''))
    return b.test !== 'exists' && b.isNonEmpty;
  if (a.text === undefined || b.text === undefined || !isTextSearch(b)) return false;
  if (a.test === 'eq') return !matchesInSomeCase(a, b, b);
  // Two prefixes, or two suffixes, neither of which is part of the other.
  if (a.test !== b.test || a.test === 'contains') return false;
  return !matchesInSomeCase(a, b, b) && !matchesInSomeCase(b, b, a);
}

/** Whether the text of one atom passes a test for the text of another, with or without regard to case. */
const matchesInSomeCase = (whole: Atom, { test }: Atom, part: Atom): boolean =>
  matches(whole.text as string, test, part.text as string) ||
  matches(whole.lower, test, part.lower);

function implies(a: Atom, b: Atom): boolean {
  if (b.test === 'exists') return a.isNonEmpty;
  if (b.test === 'is_empty' || a.text === undefined || b.text === undefined || !isTextSearch(b))
    return false;
  // A list may contain "abc" without containing "b", so `contains` implies nothing about parts.
  if (a.test === 'contains' || (a.test !== 'eq' && a.test !== b.test && b.test !== 'contains'))
    return false;
  return matches(a.text, b.test, b.text) && matches(a.lower, b.test, b.lower);
}

function isTextSearch({ test }: Atom): boolean {
  return test === 'starts_with' || test === 'ends_with' || test === 'contains';
}

interface Bound {
  readonly value: number;
  readonly isOpen: boolean;
  readonly from: Literal;
}

/** An ordering holds for numbers only. All orderings of its field, negated ones too, then bound the same number. */
function rangeConflict(
  witness: Literal,
  literals: readonly Literal[],
  atoms: Atoms,
): readonly Literal[] | undefined {
  atoms.budget -= literals.length;
  const { field } = atoms.atom(witness);
  let low: Bound = { value: -Infinity, isOpen: false, from: witness };
  let high: Bound = { value: Infinity, isOpen: false, from: witness };
  let absent: Literal | undefined;
  for (const literal of literals) {
    const atom = atoms.atom(literal);
    if (atom.field !== field) continue;
    const { test, operator } = atom;
    const holds = (literal & 1) === 0;
    if (test === 'exists' && !holds) absent = literal;
    const value = test === 'order' ? (atom.value as number) : atom.looseKey;
    // `true` and "1" equal 1 where they convert to numbers.
    if (typeof value !== 'number' || (test === 'eq' && !holds)) continue;
    const isLower = operator === 'eq' || operator.startsWith('gt') === holds;
    const isUpper = operator === 'eq' || !isLower;
    const isOpen = operator !== 'eq' && (operator.length === 2) === holds;
    const bound = { value, isOpen, from: literal };
    if (isLower && (value > low.value || (value === low.value && isOpen && !low.isOpen)))
      low = bound;
    if (isUpper && (value < high.value || (value === high.value && isOpen && !high.isOpen)))
      high = bound;
  }
  if (low.value > high.value || (low.value === high.value && (low.isOpen || high.isOpen)))
    return withWitness([low.from, high.from], witness, atoms);
  if (absent === undefined) return undefined;
  // null may convert to 0, so only a range without 0 implies that the field exists.
  if (low.value > 0 || (low.value === 0 && low.isOpen))
    return withWitness([absent, low.from], witness, atoms);
  return high.value < 0 || (high.value === 0 && high.isOpen)
    ? withWitness([absent, high.from], witness, atoms)
    : undefined;
}

function withWitness(
  conflict: readonly Literal[],
  witness: Literal,
  atoms: Atoms,
): readonly Literal[] {
  const hasOrder = conflict.some(
    (literal) => (literal & 1) === 0 && atoms.atom(literal).test === 'order',
  );
  return [...new Set(hasOrder ? conflict : [witness, ...conflict])];
}

function areDistinct(a: Atom, b: Atom): boolean {
  if (a.looseKey === undefined || b.looseKey === undefined) return false;
  if (a.value === null || b.value === null) return !(isNullish(a) && isNullish(b));
  if (a.looseKey === b.looseKey) return false;
  if (!isDateText(a.value) && !isDateText(b.value)) return true;
  // A number may be the timestamp of a date.
  if (typeof a.value === 'number' || typeof b.value === 'number') return false;
  if (!isDateText(a.value) || !isDateText(b.value)) return true;
  return Math.abs(Date.parse(a.value.slice(0, 10)) - Date.parse(b.value.slice(0, 10))) > TWO_DAYS;
}

function isNullish({ value, looseKey }: Atom): boolean {
  return value === null || (typeof value === 'string' && looseKey === 0);
}
