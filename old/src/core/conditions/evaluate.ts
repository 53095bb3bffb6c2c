import type { ConditionLeaf, ConditionNode } from '../model/condition.ts';
import { isDateText } from '../model/operators.ts';
import { looseKeyOf, matches } from './literals.ts';

/** A field's value, its absence, or unknown. */
export type Reading =
  | { readonly kind: 'value'; readonly value: unknown }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unknown' };

/** The outcome of a rule for one contact. */
type Evaluation =
  | { readonly outcome: 'met' }
  | { readonly outcome: 'not_met' }
  /** It reads a missing field, so the run fails. */
  | { readonly outcome: 'fails'; readonly field: string }
  /** It depends on unknown fields, or the documentation does not decide it. `rest` is the rule without the decided comparisons. */
  | { readonly outcome: 'open'; readonly rest: ConditionNode };

const UNKNOWN: Reading = { kind: 'unknown' };

/**
 * Evaluates a rule with the known fields. In the plain reading, equality needs the same type, only numbers are ordered, text is
 * searched in text, and case matters. A comparison is open where the service's documentation allows another reading with the
 * opposite result.
 */
export function evaluateCondition(
  root: ConditionNode,
  read: (field: string) => Reading,
): Evaluation {
  const result = reduce(root, read);
  if (typeof result === 'string') return { outcome: 'fails', field: result };
  if (typeof result === 'boolean') return { outcome: result ? 'met' : 'not_met' };
  return { outcome: 'open', rest: result };
}

/** A boolean; the name of a missing field; else the rest. The depth of a rule tree is bounded. */
function reduce(
  node: ConditionNode,
  read: (field: string) => Reading,
): boolean | string | ConditionNode {
  if (node.kind === 'rule') return compare(node, read);
  if (node.kind === 'unreadable' || node.rules.length === 0) return node;
  const decisive = node.kind === 'or';
  const open: ConditionNode[] = [];
  let decided = false;
  let missing: string | undefined;
  for (const part of node.rules) {
    const result = reduce(part, read);
    if (typeof result === 'string') missing ??= result;
    else if (result === decisive) decided = true;
    else if (typeof result === 'object') open.push(result);
  }
  if (missing !== undefined) return missing;
  if (decided) return decisive;
  const [only] = open;
  if (only === undefined) return !decisive;
  return open.length === 1 ? only : { kind: node.kind, path: node.path, rules: open };
}

function compare(
  leaf: ConditionLeaf,
  read: (field: string) => Reading,
): boolean | string | ConditionNode {
  const { field, operator, value, sound } = leaf;
  if (!sound || field === undefined || operator === undefined) return leaf;
  const reading = /^(?:event|contact)\../.test(field) ? read(field) : UNKNOWN;
  if (reading.kind === 'unknown') return leaf;
  if (reading.kind === 'missing') {
    if (operator === 'exists') return false;
    return operator === 'is_empty' ? true : field;
  }
  const { plain, isSure } = COMPARISONS[operator](reading.value, value);
  return plain === undefined || !isSure ? leaf : plain;
}

/** The result of the plain reading, if there is one, and whether all readings agree. */
interface Comparison {
  readonly plain: boolean | undefined;
  readonly isSure: boolean;
}
type Compare = (actual: unknown, wanted: unknown) => Comparison;

const COMPARISONS: Readonly<Record<NonNullable<ConditionLeaf['operator']>, Compare>> = {
  eq: equals,
  neq(actual, wanted) {
    const { plain, isSure } = equals(actual, wanted);
    return { plain: !plain, isSure };
  },
  gt: ordered((a, b) => a > b),
  gte: ordered((a, b) => a >= b),
  lt: ordered((a, b) => a < b),
  lte: ordered((a, b) => a <= b),
  contains: matched('contains'),
  starts_with: matched('starts_with'),
  ends_with: matched('ends_with'),
  exists: (actual) => ({ plain: actual !== null, isSure: !mayCountAsAbsent(actual) }),
  is_empty: (actual) => ({
    plain: isEmpty(actual),
    isSure: actual === '' || !mayCountAsAbsent(actual),
  }),
};

function equals(actual: unknown, wanted: unknown): Comparison {
  if (actual === wanted) return { plain: true, isSure: true };
  if (typeof actual === 'object' && actual !== null)
    return { plain: false, isSure: !Array.isArray(actual) };
  const alike =
    looseKeyOf(actual) === looseKeyOf(wanted) ||
    (isDateText(actual) && isDateText(wanted) && Date.parse(actual) === Date.parse(wanted));
  return { plain: false, isSure: !alike };
}

function ordered(holds: (a: number, b: number) => boolean): Compare {
  return (actual, wanted) => {
    // How the service orders dates given as text is unknown.
    if (typeof wanted !== 'number') return { plain: undefined, isSure: false };
    if (typeof actual === 'number') return { plain: holds(actual, wanted), isSure: true };
    const number = typeof actual === 'object' && actual !== null ? Number.NaN : Number(actual);
    return { plain: false, isSure: Number.isNaN(number) || !holds(number, wanted) };
  };
}

function matched(test: 'contains' | 'starts_with' | 'ends_with'): Compare {
  return (actual, wanted) => {
    const part = String(wanted);
    if (Array.isArray(actual) && test === 'contains') {
      const plain = actual.includes(wanted);
      return { plain, isSure: plain };
    }
    const text = typeof actual === 'object' && actual !== null ? '' : String(actual);
    const plain = typeof actual === 'string' && matches(text, test, part);
    return { plain, isSure: plain || !matches(text.toLowerCase(), test, part.toLowerCase()) };
  };
}

/** A value that some readings treat as absent. */
const mayCountAsAbsent = (value: unknown): boolean =>
  value === null ||
  value === 0 ||
  value === false ||
  (typeof value === 'string' && value.trim() === '');

function isEmpty(value: unknown): boolean {
  if (Array.isArray(value)) return value.length === 0;
  return (
    value === null || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)
  );
}
