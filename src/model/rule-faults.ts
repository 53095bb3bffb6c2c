import { describeKind, type JsonObject, own } from './json.ts';
import { quote } from './label.ts';
import { adviseOperator, describeValue, type Operand, takes } from './operators.ts';

/** Property names and array positions, from the root of a rule tree. */
export type RulePath = readonly (string | number)[];

/** A part that is outside the grammar. */
export interface RuleFault {
  readonly path: RulePath;
  readonly message: string;
  readonly help: string;
  /** What tells it from other faults of the same tree: names, no positions. */
  readonly detail: string;
}

export const EXAMPLE_RULE = 'write it like {"type": "rule", "field": "event.plan", "operator": "eq", "value": "pro"}';

const TAKES = { number: 'a number', text: 'text', any: 'text, a number, true, false or null', none: 'no value' } as const;

/** Says what is wrong with a comparison: what it lacks at the rule itself, the rest at the part. */
export function addLeafFaults(rule: JsonObject, path: RulePath, operand: Operand | undefined, faults: RuleFault[]): void {
  const field = rule['field'];
  const operator = rule['operator'];
  const value = rule['value'];
  const blank = typeof field !== 'string' || field.trim() === '';
  const name = blank ? 'a rule' : `the rule on ${quote(field)}`;
  const missing = (['type', 'field', 'operator'] as const).filter((key) => own(rule, key) === undefined).map((key) => `"${key}"`);
  if (value === undefined && operand !== undefined && operand !== 'none') missing.push('"value"');
  if (missing.length > 0) {
    const only = missing.length === 1 ? missing[0] : undefined;
    const help = only === '"type"' ? 'add "type": "rule"' : only === '"value"' ? `"${operator}" needs a value to compare with` : EXAMPLE_RULE;
    faults.push({ path, message: `${name} has no ${missing.join(' and no ')}`, help, detail: `${name} ${missing.join(' ')}` });
  }
  if (field !== undefined && blank) {
    const message = `the field of a rule is ${typeof field === 'string' ? 'blank' : `${describeKind(field)}, not text`}`;
    faults.push({ path: [...path, 'field'], message, help: 'name a field such as "event.plan" or "contact.email"', detail: 'field' });
  }
  if (operator !== undefined && operand === undefined) {
    const said = typeof operator === 'string' ? quote(operator) : describeKind(operator);
    const message = `${name} has the operator ${said}, which does not exist`;
    faults.push({ path: [...path, 'operator'], message, help: adviseOperator(typeof operator === 'string' ? operator : ''), detail: `${name} ${said}` });
  }
  if (value !== undefined && operand !== undefined && !takes(operand, value)) {
    const message = `${name} compares by "${operator}" with ${describeValue(value)}, but "${operator}" takes ${TAKES[operand]}`;
    faults.push({ path: [...path, 'value'], message, help: adviseValue(operand, value, operator), detail: `${name} ${operator}` });
  }
}

export function adviseType(type: unknown, isGroup: boolean): string {
  const plain = typeof type === 'string' ? type.toLowerCase() : '';
  if (plain === 'rule') return 'use "rule"';
  if (plain === 'all' || plain === 'and' || plain === '&&') return 'use "and"';
  if (plain === 'any' || plain === 'or' || plain === '||') return 'use "or"';
  return isGroup ? 'use "and" or "or"' : 'use "rule" for one comparison, "and" or "or" for a group of them';
}

function adviseValue(operand: Operand, value: unknown, operator: unknown): string {
  if (operand === 'any') return Array.isArray(value) ? adviseOperator(operator === 'neq' ? 'not_in' : 'in') : 'compare with one plain value';
  if (operand === 'text') return typeof value === 'number' || typeof value === 'boolean' ? `write "${value}", in quotes` : 'give it text';
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : Number.NaN;
  return Number.isFinite(number) ? `write ${number} without quotes` : 'give it a number; text can only be compared by "eq" and "neq"';
}
