import { isObject, type JsonObject } from './json.ts';
import { oncePerStep } from './once.ts';
import type { Step } from './workflow.ts';

/** What each compares with: `any` is text, a number, a boolean or null. */
export const OPERANDS = {
  ...({ eq: 'any', neq: 'any', gt: 'number', gte: 'number', lt: 'number', lte: 'number' } as const),
  ...({ contains: 'text', starts_with: 'text', ends_with: 'text' } as const),
  ...({ exists: 'none', is_empty: 'none' } as const),
};

export type Operator = keyof typeof OPERANDS;

export const OPERATORS = Object.keys(OPERANDS) as readonly Operator[];

interface Part {
  /** Its place in the document. */
  readonly at: readonly [Step, ...(string | number)[]];
}

/** One comparison. A part that cannot be read is undefined, and has a fault. */
export interface Comparison extends Part {
  readonly kind: 'comparison';
  /** As written, with or without its prefix; never blank. */
  readonly field: string | undefined;
  readonly operator: Operator | undefined;
  readonly value: unknown;
  /** Field and operator are known, and the operator takes the value. */
  readonly isSound: boolean;
}

export interface Group extends Part {
  /** `unreadable`: its type is unknown, it has no rules, or it is too large. */
  readonly kind: 'and' | 'or' | 'unreadable';
  readonly rules: readonly Condition[];
}

export type Condition = Comparison | Group;

/** What is wrong with a part, as data: the rule invalid-rule words it. */
export type ConditionFault = Part & { readonly found?: unknown } & (
    | { readonly is: 'not-object' | 'depth' | 'empty' | 'field' | 'operator' }
    | { readonly is: 'type'; readonly isGroup: boolean }
    | { readonly is: 'missing'; readonly fields: readonly string[] }
    | { readonly is: 'value'; readonly operator: Operator }
  );

/** A limit of the service; one comparison has depth 1. */
export const DEEPEST = 10;
const MOST_COMPARISONS = 500;

/** The condition of a condition step, or the filter of a wait; undefined where there is none. */
export const conditionOf = oncePerStep((step) => {
  const { config, raw, spec } = step;
  if (spec.condition === undefined) return undefined;
  const isFilter = spec.condition === 'filter_rule';
  const isWhole = isObject(raw['config']) || Object.keys(config).length > 0;
  const value = isFilter ? config['filter_rule'] : isWhole ? config : undefined;
  if (!isObject(value)) return undefined;
  const at: Part['at'] = isFilter ? [step, 'config', 'filter_rule'] : [step, 'config'];
  const faults: ConditionFault[] = [];
  const root = readPart(value, at, faults);
  const isLarge = comparisonsOf(root).length > MOST_COMPARISONS;
  return { root: isLarge ? unreadable(at) : root, faults };
});

/** All comparisons, in document order. */
export function comparisonsOf(root: Condition): readonly Comparison[] {
  return root.kind === 'comparison' ? [root] : root.rules.flatMap(comparisonsOf);
}

export const unreadable = (at: Part['at']): Group => ({ kind: 'unreadable', at, rules: [] });

/** Its depth is limited by `DEEPEST`, so it may call itself. */
function readPart(value: unknown, at: Part['at'], faults: ConditionFault[]): Condition {
  const add = (fault: ConditionFault): Group => {
    faults.push(fault);
    return unreadable(at);
  };
  // Each level adds "rules" and an index. One fault of depth says it all.
  if (at.filter((name) => name === 'rules').length >= DEEPEST)
    return faults.some(({ is }) => is === 'depth') ? unreadable(at) : add({ is: 'depth', at });
  if (!isObject(value)) return add({ is: 'not-object', at, found: value });
  const { type, rules } = value;
  const isKnownGroup = type === 'and' || type === 'or';
  const isGroup = Array.isArray(rules) || isKnownGroup;
  if (type !== undefined && type !== 'rule' && !isKnownGroup)
    add({ is: 'type', at: [...at, 'type'], found: type, isGroup });
  if (type === 'rule' || (!isGroup && (value['field'] ?? value['operator']) !== undefined))
    return readComparison(value, at, faults);
  const fields = isGroup ? ['type'] : ['type', 'field', 'operator'];
  if (type === undefined) add({ is: 'missing', at, fields });
  if (!isGroup) return unreadable(at);
  if (rules === undefined) return add({ is: 'missing', at, fields: ['rules'] });
  if (!Array.isArray(rules) || rules.length === 0)
    return add({ is: 'empty', at: [...at, 'rules'], found: rules });
  const parts = rules.map((rule, index) => readPart(rule, [...at, 'rules', index], faults));
  return { kind: isKnownGroup ? type : 'unreadable', at, rules: parts };
}

function readComparison(rule: JsonObject, at: Part['at'], faults: ConditionFault[]): Comparison {
  const { type, field, operator, value } = rule;
  const known = OPERATORS.find((each) => each === operator);
  const isNamed = typeof field === 'string' && field.trim() !== '';
  const isTaken = known !== undefined && takesValue(known, value);
  const needed = ['type', 'field', 'operator'];
  if (known !== undefined && OPERANDS[known] !== 'none') needed.push('value');
  const fields = needed.filter((name) => rule[name] === undefined);
  if (fields.length > 0) faults.push({ is: 'missing', at, fields });
  if (field !== undefined && !isNamed)
    faults.push({ is: 'field', at: [...at, 'field'], found: field });
  if (operator !== undefined && known === undefined)
    faults.push({ is: 'operator', at: [...at, 'operator'], found: operator });
  if (known !== undefined && value !== undefined && !isTaken)
    faults.push({ is: 'value', at: [...at, 'value'], found: value, operator: known });
  const isSound = isNamed && isTaken && type === 'rule';
  return {
    ...{ kind: 'comparison', at, operator: known, value, isSound },
    field: isNamed ? field : undefined,
  };
}

function takesValue(operator: Operator, value: unknown): boolean {
  const operand = OPERANDS[operator];
  // An operator without a value ignores one.
  if (operand === 'none') return true;
  // The grammar orders numbers only. Dates are accepted, because they have no other comparison.
  if (operand === 'number') return typeof value === 'number' || isDateText(value);
  if (operand === 'text') return typeof value === 'string';
  return value === null || (value !== undefined && typeof value !== 'object');
}

const DATE =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d(?::?\d\d)?)?)?$/;

/** A date, or date and time, of ISO 8601, on a day that exists. */
export function isDateText(value: unknown): value is string {
  const [, year, month, day] = typeof value === 'string' ? (DATE.exec(value) ?? []) : [];
  if (year === undefined) return false;
  const date = new Date(`${year}-${month}-${day}T00:00:00Z`);
  // A day that the month lacks is moved to the next month.
  return !Number.isNaN(date.getTime()) && date.getUTCDate() === Number(day);
}

/** All comparisons of the condition or filter of a step. */
export const comparisonsIn = oncePerStep((step): readonly Comparison[] => {
  const condition = conditionOf(step);
  return condition === undefined ? [] : comparisonsOf(condition.root);
});

/** The fields that the condition or filter of a step reads. */
export const fieldsIn = (step: Step): readonly string[] =>
  comparisonsIn(step).flatMap(({ field }) => field ?? []);

/** Whether it reads a field with a prefix, such as `contact.`. */
export const readsField = (step: Step, prefix: string): boolean =>
  fieldsIn(step).some((field) => field.startsWith(prefix));
