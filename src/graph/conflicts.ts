import { isDateText } from '../model/operators.ts';
import { type Atom, type Atoms, type Literal, matches } from './literals.ts';

const TEXT_WORK = 10;
const TWO_DAYS = 172_800_000;

/**
 * The literals among all of these that cannot all hold, or `undefined` when they might.
 * @param left some of them, in ascending order, which can all hold by themselves.
 * @param right the others, of which the same is true.
 */
export function conflictOf(left: readonly Literal[], right: readonly Literal[], all: readonly Literal[], atoms: Atoms): readonly Literal[] | undefined {
  atoms.work -= 2 * left.length * right.length;
  let first: readonly [Literal, Literal] | undefined;
  for (const one of left) {
    for (const other of right) {
      if (one === other || ((one ^ other) !== 1 && !areAtOdds(one, other, atoms))) continue;
      const [lesser, greater] = one < other ? [one, other] : [other, one];
      if (first === undefined || greater < first[1] || (greater === first[1] && lesser < first[0])) first = [lesser, greater];
    }
  }
  if (first !== undefined) return first;
  let fields: Set<string> | undefined;
  for (const literal of all) {
    const { test, field } = atoms.atom(literal);
    if ((literal & 1) === 1 || test !== 'order') continue;
    fields ??= new Set();
    if (fields.size === fields.add(field).size) continue;
    const clash = rangeConflict(literal, all, atoms);
    if (clash !== undefined) return clash;
  }
  return undefined;
}

function areAtOdds(left: Literal, right: Literal, atoms: Atoms): boolean {
  const [a, b] = [atoms.atom(left), atoms.atom(right)];
  if (a.field !== b.field || a.test === 'opaque' || b.test === 'opaque') return false;
  if (a.text !== undefined && b.text !== undefined) atoms.work -= TEXT_WORK;
  if ((left & 1) === 0) return (right & 1) === 0 ? excludes(a, b) || excludes(b, a) : implies(a, b);
  return (right & 1) === 0 && implies(b, a);
}

function excludes(a: Atom, b: Atom): boolean {
  if (a.test === 'eq' && b.test === 'eq') return areDistinct(a, b);
  if (b.test === 'is_empty') return a.isFirm && (a.test !== 'eq' || a.text !== undefined);
  // No number can be read from plain text, and no text found in null.
  if (b.test === 'order') return a.test === 'eq' && a.text !== undefined;
  if (a.test === 'eq' && (a.value === null || a.value === '')) return b.test !== 'eq' && b.test !== 'exists' && b.isFirm;
  if (a.text === undefined || b.text === undefined || !isMatch(b)) return false;
  if (a.test === 'eq') return !matches(a.text, b.test, b.text) && !matches(a.lower, b.test, b.lower);
  // Two beginnings, or two ends, of which neither is part of the other.
  if (a.test !== b.test || a.test === 'contains') return false;
  return !matches(a.text, b.test, b.text) && !matches(b.text, b.test, a.text) && !matches(a.lower, b.test, b.lower) && !matches(b.lower, b.test, a.lower);
}

function implies(a: Atom, b: Atom): boolean {
  if (b.test === 'exists') return a.isFirm;
  if (b.test === 'is_empty' || a.text === undefined || b.text === undefined || !isMatch(b)) return false;
  // A list may contain "abc" and not contain "b": `contains` says nothing of the text alone.
  if (a.test === 'contains' || (a.test !== 'eq' && a.test !== b.test && b.test !== 'contains')) return false;
  return matches(a.text, b.test, b.text) && matches(a.lower, b.test, b.lower);
}

function isMatch({ test }: Atom): boolean {
  return test === 'starts_with' || test === 'ends_with' || test === 'contains';
}

/** An ordering holds for numbers only, so its neighbours bound one and the same number, the opposites of orderings too. */
function rangeConflict(witness: Literal, literals: readonly Literal[], atoms: Atoms): readonly Literal[] | undefined {
  atoms.work -= literals.length;
  const { field } = atoms.atom(witness);
  let [low, lowOpen, lowFrom] = [-Infinity, false, witness];
  let [high, highOpen, highFrom] = [Infinity, false, witness];
  let absent: Literal | undefined;
  for (const literal of literals) {
    const atom = atoms.atom(literal);
    const holds = (literal & 1) === 0;
    if (atom.field !== field) continue;
    if (atom.test === 'exists' && !holds) absent = literal;
    const bound = atom.test === 'order' ? (atom.value as number) : atom.loose;
    // true and "1" count as 1 where they count as numbers at all.
    if (typeof bound !== 'number' || (atom.test === 'eq' && !holds)) continue;
    const { operator } = atom;
    const fromBelow = operator === 'eq' || (operator.startsWith('gt') ? holds : !holds);
    const open = operator !== 'eq' && (operator.length === 2) === holds;
    if (fromBelow && (bound > low || (bound === low && open && !lowOpen))) [low, lowOpen, lowFrom] = [bound, open, literal];
    if ((!fromBelow || operator === 'eq') && (bound < high || (bound === high && open && !highOpen))) [high, highOpen, highFrom] = [bound, open, literal];
  }
  if (low > high || (low === high && (lowOpen || highOpen))) return withWitness([lowFrom, highFrom], witness, atoms);
  if (absent === undefined) return undefined;
  // A null may count as 0, so only a range without 0 tells that there is a value.
  if (low > 0 || (low === 0 && lowOpen)) return withWitness([absent, lowFrom], witness, atoms);
  return high < 0 || (high === 0 && highOpen) ? withWitness([absent, highFrom], witness, atoms) : undefined;
}

function withWitness(clash: readonly Literal[], witness: Literal, atoms: Atoms): readonly Literal[] {
  const isOrdered = clash.some((literal) => (literal & 1) === 0 && atoms.atom(literal).test === 'order');
  return [...new Set(isOrdered ? clash : [witness, ...clash])];
}

function areDistinct(a: Atom, b: Atom): boolean {
  if (a.loose === undefined || b.loose === undefined) return false;
  if (a.value === null || b.value === null) return !(isNothing(a) && isNothing(b));
  if (a.loose === b.loose) return false;
  if (!isDateText(a.value) && !isDateText(b.value)) return true;
  // A date as text and a number may be the same moment.
  if (typeof a.value === 'number' || typeof b.value === 'number') return false;
  if (!isDateText(a.value) || !isDateText(b.value)) return true;
  return Math.abs(Date.parse(a.value.slice(0, 10)) - Date.parse(b.value.slice(0, 10))) > TWO_DAYS;
}

function isNothing({ value, loose }: Atom): boolean {
  return value === null || (typeof value === 'string' && loose === 0);
}
