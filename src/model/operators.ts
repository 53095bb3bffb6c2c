import { describeKind } from './json.ts';
import { quote } from './label.ts';
import { nearest } from './nearest.ts';

export type Operator = 'eq' | 'neq' | 'gt' | 'gte' | 'lt' | 'lte' | 'contains' | 'starts_with' | 'ends_with' | 'exists' | 'is_empty';
/** What the value of an operator has to be; `none`: it has no value. */
export type Operand = 'any' | 'number' | 'text' | 'none';

const OPERANDS: ReadonlyMap<string, Operand> = new Map<Operator, Operand>([
  ['eq', 'any'],
  ['neq', 'any'],
  ['gt', 'number'],
  ['gte', 'number'],
  ['lt', 'number'],
  ['lte', 'number'],
  ['contains', 'text'],
  ['starts_with', 'text'],
  ['ends_with', 'text'],
  ['exists', 'none'],
  ['is_empty', 'none'],
]);

export const OPERATORS = [...OPERANDS.keys()] as readonly Operator[];

// What people write instead, folded: other tools, programming languages, and plain English.
const MEANT: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ...(['=', '==', '===', 'is', 'equal', 'equals', 'equalto', 'isequalto'] as const).map((name) => [name, 'eq'] as const),
  ...(['!=', '!==', '<>', 'ne', 'not', 'isnot', 'notequal', 'notequals', 'notequalto', 'doesnotequal'] as const).map((name) => [name, 'neq'] as const),
  ...(['>', 'greater', 'greaterthan', 'morethan', 'isgreaterthan', 'after', 'above'] as const).map((name) => [name, 'gt'] as const),
  ...(['>=', 'ge', 'greaterthanorequal', 'greaterthanorequals', 'greaterorequal', 'atleast', 'min'] as const).map((name) => [name, 'gte'] as const),
  ...(['<', 'less', 'lessthan', 'islessthan', 'before', 'below'] as const).map((name) => [name, 'lt'] as const),
  ...(['<=', 'le', 'lessthanorequal', 'lessthanorequals', 'lessorequal', 'atmost', 'max'] as const).map((name) => [name, 'lte'] as const),
  ...(['include', 'includes', 'like', 'has', 'contain'] as const).map((name) => [name, 'contains'] as const),
  ...(['prefix', 'beginswith', 'begins', 'starts'] as const).map((name) => [name, 'starts_with'] as const),
  ...(['suffix', 'endwith', 'ends'] as const).map((name) => [name, 'ends_with'] as const),
  ...(['isset', 'ispresent', 'present', 'isdefined', 'isknown'] as const).map((name) => [name, 'exists'] as const),
  ...(['empty', 'blank', 'isblank', 'isnull', 'null', 'ismissing'] as const).map((name) => [name, 'is_empty'] as const),
]);

const NEGATED: ReadonlyMap<string, Operator> = new Map<string, Operator>([
  ['notcontains', 'contains'],
  ['doesnotcontain', 'contains'],
  ['notincludes', 'contains'],
  ['notexists', 'exists'],
  ['doesnotexist', 'exists'],
  ['notempty', 'is_empty'],
  ['isnotempty', 'is_empty'],
]);

const DATE = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/;

/** What an operator compares with; `undefined` when there is no such operator. */
export function operandOf(operator: string): Operand | undefined {
  return OPERANDS.get(operator);
}

/** Whether a value (`undefined`: none) is one that fits the operand. */
export function takes(operand: Operand, value: unknown): boolean {
  // Of an operator without a value, a value too many does no harm.
  if (operand === 'none') return true;
  // Dates come as text, and ordering them is what people want: a date is let through, although the grammar says number.
  if (operand === 'number') return typeof value === 'number' || isDateText(value);
  if (operand === 'text') return typeof value === 'string';
  return value === null || (value !== undefined && typeof value !== 'object');
}

/** What to write instead of an operator that does not exist. */
export function adviseOperator(operator: string): string {
  const plain = operator.length > 40 ? '' : operator.toLowerCase().replace(/[_\-\s]/g, '');
  if (plain === 'in' || plain === 'oneof' || plain === 'anyof') return 'use an "or" group with one "eq" rule for each value';
  if (plain === 'notin' || plain === 'noneof') return 'use an "and" group with one "neq" rule for each value';
  const positive = NEGATED.get(plain);
  if (positive !== undefined) return `ask for the opposite with "${positive}" and go on from the condition_not_met branch`;
  const meant = MEANT.get(plain) ?? nearest(operator, OPERATORS);
  return meant === undefined ? `use one of ${OPERATORS.join(', ')}` : `use "${meant}"`;
}

/** Whether a text is an ISO 8601 date, or date and time: what a field of type `date` may be compared with. */
export function isDateText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 40 && DATE.test(value) && !Number.isNaN(Date.parse(value.slice(0, 10)));
}

/** A value in the words of a message, cut to what a line holds: `the text "5"`, `the number 5`, `true`, `an array`. */
export function describeValue(value: unknown): string {
  if (typeof value === 'string') return `the text ${quote(value)}`;
  if (typeof value === 'number') return `the number ${value}`;
  return typeof value === 'boolean' ? String(value) : describeKind(value);
}
