import { describeKind } from './json.ts';
import { quote } from './label.ts';
import { nearest } from './nearest.ts';
import { namesMeant } from './text.ts';

const OPERANDS_BY_OPERATOR = {
  eq: 'any',
  neq: 'any',
  gt: 'number',
  gte: 'number',
  lt: 'number',
  lte: 'number',
  contains: 'text',
  starts_with: 'text',
  ends_with: 'text',
  exists: 'none',
  is_empty: 'none',
} as const;

export type Operator = keyof typeof OPERANDS_BY_OPERATOR;
/** The kind of value that an operator takes. */
export type Operand = 'any' | 'number' | 'text' | 'none';

const OPERANDS: ReadonlyMap<string, Operand> = new Map(Object.entries(OPERANDS_BY_OPERATOR));

export const OPERATORS = [...OPERANDS.keys()] as readonly Operator[];

// Synonyms, without case and separators.
const SYNONYMS = namesMeant<Operator>({
  eq: '= == === is equal equals equalto isequalto',
  neq: '!= !== <> ne not isnot notequal notequals notequalto doesnotequal',
  gt: '> greater greaterthan morethan isgreaterthan after above',
  gte: '>= ge greaterthanorequal greaterthanorequals greaterorequal atleast min',
  lt: '< less lessthan islessthan before below',
  lte: '<= le lessthanorequal lessthanorequals lessorequal atmost max',
  contains: 'include includes like has contain',
  starts_with: 'prefix beginswith begins starts',
  ends_with: 'suffix endwith ends',
  exists: 'isset ispresent present isdefined isknown',
  is_empty: 'empty blank isblank isnull null ismissing',
});
const NEGATED_SYNONYMS = namesMeant({
  contains: 'notcontains doesnotcontain notincludes',
  exists: 'notexists doesnotexist',
  is_empty: 'notempty isnotempty',
});

const DATE =
  /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/;

export const operandOf = (operator: string): Operand | undefined => OPERANDS.get(operator);

export function takes(operand: Operand, value: unknown): boolean {
  // An operator without a value ignores one.
  if (operand === 'none') return true;
  // Dates are strings, which the grammar does not order. They are accepted, because dates have no other comparison.
  if (operand === 'number') return typeof value === 'number' || isDateText(value);
  if (operand === 'text') return typeof value === 'string';
  return value === null || (value !== undefined && typeof value !== 'object');
}

export function adviseOperator(operator: string): string {
  const plain = plainOperator(operator);
  if (plain === 'in' || plain === 'oneof' || plain === 'anyof')
    return 'use an "or" group with one "eq" rule for each value';
  if (plain === 'notin' || plain === 'noneof')
    return 'use an "and" group with one "neq" rule for each value';
  const positive = NEGATED_SYNONYMS.get(plain);
  if (positive !== undefined) return `use "${positive}" and connect the condition_not_met branch`;
  const meant = meantOperator(operator);
  return meant === undefined ? `use one of ${OPERATORS.join(', ')}` : `use "${meant}"`;
}

/** The operator with a near name, or with this name in other tools. */
export function meantOperator(operator: string): Operator | undefined {
  const plain = plainOperator(operator);
  if (NEGATED_SYNONYMS.has(plain)) return undefined;
  const near = nearest(operator, OPERATORS);
  return SYNONYMS.get(plain) ?? OPERATORS.find((name) => name === near);
}

const plainOperator = (operator: string): string =>
  operator.length > 40 ? '' : operator.toLowerCase().replace(/[_\-\s]/g, '');

/** ISO 8601 date, or date and time. */
export function isDateText(value: unknown): value is string {
  return (
    typeof value === 'string' &&
    value.length <= 40 &&
    DATE.test(value) &&
    !Number.isNaN(Date.parse(value.slice(0, 10)))
  );
}

/** A value as messages describe it, shortened: `the string "5"`, `the number 5`, `true`, `an array`. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return `the string ${quote(value)}`;
  if (typeof value === 'number') return `the number ${value}`;
  return typeof value === 'boolean' ? String(value) : describeKind(value);
}
