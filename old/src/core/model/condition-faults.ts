import { describeKind, type JsonObject, own } from './json.ts';
import { quote } from './label.ts';
import { type MisnamedField, misnamedPart } from './misnamed-field.ts';
import {
  adviseOperator,
  describeValue,
  meantOperator,
  type Operand,
  operandOf,
  takes,
} from './operators.ts';

/** Property names and array positions, from the root of a rule tree. */
export type ConditionPath = readonly (string | number)[];

export interface ConditionFault {
  readonly path: ConditionPath;
  readonly message: string;
  readonly help: string;
  /** Distinguishes faults of one tree, without positions. */
  readonly detail: string;
  /** The value to write at the path. */
  readonly meant?: unknown;
  /** The field below the path that is given in place of a missing part. */
  readonly instead?: MisnamedField | undefined;
}

export const EXAMPLE_RULE =
  'write a rule such as {"type": "rule", "field": "event.…", "operator": "eq", "value": "…"}';

const TAKES = {
  number: 'a number',
  text: 'a string',
  any: 'a string, number, boolean or null',
  none: 'no value',
} as const;

/** At the rule for missing parts, else at the part. */
export function addLeafFaults(
  rule: JsonObject,
  path: ConditionPath,
  operand: Operand | undefined,
  faults: ConditionFault[],
): void {
  const { field, operator, value } = rule;
  const isBlank = typeof field !== 'string' || field.trim() === '';
  const name = isBlank ? 'a rule' : `rule on ${quote(field)}`;
  const near =
    operand === undefined && typeof operator === 'string' ? meantOperator(operator) : undefined;
  // A misspelt operator is read as meant.
  const wanted = operand ?? (near && operandOf(near));
  const missing = ['type', 'field', 'operator'].filter((key) => own(rule, key) === undefined);
  if (value === undefined && wanted !== undefined && wanted !== 'none') missing.push('value');
  if (missing.length > 0) faults.push(missingParts(rule, path, name, missing));
  if (field !== undefined && isBlank) {
    const what = typeof field === 'string' ? 'blank' : `${describeKind(field)}, not a string`;
    faults.push({
      path: [...path, 'field'],
      message: `field of a rule is ${what}`,
      help: 'use a field such as "event.…" or "contact.email"',
      detail: 'field',
    });
  }
  if (operator !== undefined && operand === undefined) {
    const written = typeof operator === 'string' ? quote(operator) : describeKind(operator);
    const isFit = wanted === undefined || value === undefined || takes(wanted, value);
    faults.push({
      path: [...path, 'operator'],
      message: `unknown operator ${written} in ${name}`,
      help: isFit
        ? adviseOperator(typeof operator === 'string' ? operator : '')
        : `compare with ${TAKES[wanted]}, or take another operator`,
      detail: `${name} ${written}`,
      meant: isFit ? near : undefined,
    });
  }
  if (value !== undefined && operand !== undefined && !takes(operand, value))
    faults.push({
      path: [...path, 'value'],
      message: `"${operator}" in ${name} requires ${TAKES[operand]}, not ${describeValue(value)}`,
      help: adviseValue(operand, value, operator),
      detail: `${name} ${operator}`,
      meant: meantOperand(operand, value),
    });
}

function missingParts(
  rule: JsonObject,
  path: ConditionPath,
  name: string,
  missing: readonly string[],
): ConditionFault {
  const [first = '', second] = missing;
  const instead = second === undefined ? misnamedPart(rule, first) : undefined;
  const quoted = missing.map((key) => `"${key}"`);
  return {
    path,
    message: `${name} has no ${quoted.join(' or ')}${beside(instead)}`,
    help: instead?.help ?? adviseMissing(missing, rule['operator']),
    detail: `${name} ${quoted.join(' ')}`,
    instead,
  };
}

export const beside = (instead: MisnamedField | undefined): string =>
  instead === undefined ? '' : `, but the unknown field ${quote(instead.field)}`;

function adviseMissing(missing: readonly string[], operator: unknown): string {
  if (missing.length > 1) return EXAMPLE_RULE;
  if (missing[0] === 'type') return 'add "type": "rule"';
  return missing[0] === 'value' ? `add "value", which "${operator}" requires` : EXAMPLE_RULE;
}

export function adviseType(type: unknown, isGroup: boolean): string {
  const plain = typeof type === 'string' ? type.toLowerCase() : '';
  if (plain === 'rule') return 'use "rule"';
  if (plain === 'all' || plain === 'and' || plain === '&&') return 'use "and"';
  if (plain === 'any' || plain === 'or' || plain === '||') return 'use "or"';
  return isGroup
    ? 'use "and" or "or"'
    : 'use "rule" for one comparison, or "and" or "or" for a group';
}

function meantOperand(operand: Operand, value: unknown): unknown {
  if (operand === 'text')
    return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
  const isText = operand === 'number' && typeof value === 'string' && value.trim() !== '';
  return isText && Number.isFinite(Number(value)) ? Number(value) : undefined;
}

function adviseValue(operand: Operand, value: unknown, operator: unknown): string {
  if (operand === 'any')
    return Array.isArray(value)
      ? adviseOperator(operator === 'neq' ? 'not_in' : 'in')
      : 'use a string, number, boolean or null';
  if (operand === 'text')
    return typeof value === 'number' || typeof value === 'boolean'
      ? `write "${value}" in quotes`
      : 'use a string';
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
  return Number.isFinite(number)
    ? `write ${number} without quotes`
    : 'use a number; strings are compared by "eq" and "neq"';
}
