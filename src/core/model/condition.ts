import { isObject, type JsonObject } from './json.ts';
import { oncePerStep } from './once.ts';
import type { Step } from './workflow.ts';

/** What each compares with: `any` is text, a number, a boolean or null. */
const OPERANDS = {
  ...({ eq: 'any', neq: 'any', gt: 'number', gte: 'number', lt: 'number', lte: 'number' } as const),
  ...({ contains: 'text', starts_with: 'text', ends_with: 'text' } as const),
  ...({ exists: 'none', is_empty: 'none' } as const),
};

export type Operator = keyof typeof OPERANDS;

export const OPERATORS = Object.keys(OPERANDS) as readonly Operator[];

export const operandOf = (operator: Operator): 'any' | 'number' | 'text' | 'none' =>
  OPERANDS[operator];

/** One comparison. A part that cannot be read is undefined, and has a fault. */
export interface Comparison {
  readonly kind: 'comparison';
  /** From the root of the condition. */
  readonly path: ConditionPath;
  /** As written, with or without its prefix; never blank. */
  readonly field: string | undefined;
  readonly operator: Operator | undefined;
  readonly value: unknown;
  /** Field and operator are known, and the operator takes the value. */
  readonly isSound: boolean;
}

export interface Group {
  /** `unreadable`: its type is unknown, it has no rules, or it is too large. */
  readonly kind: 'and' | 'or' | 'unreadable';
  readonly path: ConditionPath;
  readonly rules: readonly Condition[];
}

export type Condition = Comparison | Group;
export type ConditionPath = readonly (string | number)[];

/** What is wrong with a part, as data: the rule invalid-rule words it. */
export type ConditionFault = { readonly path: ConditionPath; readonly found?: unknown } & (
  | { readonly is: 'not-object' | 'depth' | 'empty' | 'field' | 'operator' }
  | { readonly is: 'type'; readonly isGroup: boolean }
  | { readonly is: 'missing'; readonly fields: readonly string[] }
  | { readonly is: 'value'; readonly operator: Operator }
);

export interface ConditionOf {
  readonly step: Step;
  /** `[step, ...base, ...path]` is the place of a part. */
  readonly base: readonly ['config'] | readonly ['config', 'filter_rule'];
  readonly root: Condition;
  readonly faults: readonly ConditionFault[];
}

/** A limit of the service; one comparison has depth 1. */
export const DEEPEST = 10;
const MOST_COMPARISONS = 500;

/** The condition of a condition step, or the filter of a wait; undefined where there is none. */
export const conditionOf = oncePerStep((step): ConditionOf | undefined => {
  const { condition } = step.spec;
  if (condition === 'config')
    return isObject(step.raw['config']) || Object.keys(step.config).length > 0
      ? readCondition(step, ['config'], step.config)
      : undefined;
  const filter = condition === 'filter_rule' ? step.config['filter_rule'] : undefined;
  return isObject(filter) ? readCondition(step, ['config', 'filter_rule'], filter) : undefined;
});

/** All comparisons, in document order. */
export function comparisonsOf(root: Condition): readonly Comparison[] {
  return root.kind === 'comparison' ? [root] : root.rules.flatMap(comparisonsOf);
}

function readCondition(step: Step, base: ConditionOf['base'], value: JsonObject): ConditionOf {
  const faults: ConditionFault[] = [];
  const root = readPart(value, [], faults);
  const isLarge = comparisonsOf(root).length > MOST_COMPARISONS;
  return { step, base, root: isLarge ? { kind: 'unreadable', path: [], rules: [] } : root, faults };
}

/** Its depth is limited by `DEEPEST`, so it may call itself. */
function readPart(value: unknown, path: ConditionPath, faults: ConditionFault[]): Condition {
  const add = (fault: ConditionFault): Group => {
    faults.push(fault);
    return unreadable;
  };
  const unreadable: Group = { kind: 'unreadable', path, rules: [] };
  // Each level adds "rules" and an index to the path. One fault of depth says it all.
  if (path.length / 2 >= DEEPEST)
    return faults.some(({ is }) => is === 'depth') ? unreadable : add({ is: 'depth', path });
  if (!isObject(value)) return add({ is: 'not-object', path, found: value });
  const { type, rules } = value;
  const isKnownGroup = type === 'and' || type === 'or';
  const isGroup = Array.isArray(rules) || isKnownGroup;
  if (type !== undefined && type !== 'rule' && !isKnownGroup)
    add({ is: 'type', path: [...path, 'type'], found: type, isGroup });
  if (type === 'rule' || (!isGroup && (value['field'] ?? value['operator']) !== undefined))
    return readComparison(value, path, faults);
  const fields = isGroup ? ['type'] : ['type', 'field', 'operator'];
  if (type === undefined) add({ is: 'missing', path, fields });
  if (!isGroup) return unreadable;
  if (rules === undefined) return add({ is: 'missing', path, fields: ['rules'] });
  if (!Array.isArray(rules) || rules.length === 0)
    return add({ is: 'empty', path: [...path, 'rules'], found: rules });
  const parts = rules.map((rule, index) => readPart(rule, [...path, 'rules', index], faults));
  return { kind: isKnownGroup ? type : 'unreadable', path, rules: parts };
}

function readComparison(
  rule: JsonObject,
  path: ConditionPath,
  faults: ConditionFault[],
): Comparison {
  const { type, field, operator, value } = rule;
  const known = OPERATORS.find((each) => each === operator);
  const isNamed = typeof field === 'string' && field.trim() !== '';
  const missing = ['type', 'field', 'operator'].filter((name) => rule[name] === undefined);
  if (known !== undefined && value === undefined && operandOf(known) !== 'none')
    missing.push('value');
  if (missing.length > 0) faults.push({ is: 'missing', path, fields: missing });
  if (field !== undefined && !isNamed)
    faults.push({ is: 'field', path: [...path, 'field'], found: field });
  if (operator !== undefined && known === undefined)
    faults.push({ is: 'operator', path: [...path, 'operator'], found: operator });
  const isTaken = known !== undefined && takesValue(known, value);
  if (known !== undefined && value !== undefined && !isTaken)
    faults.push({ is: 'value', path: [...path, 'value'], found: value, operator: known });
  return {
    kind: 'comparison',
    path,
    field: isNamed ? field : undefined,
    operator: known,
    value,
    isSound: isNamed && isTaken && type === 'rule',
  };
}

function takesValue(operator: Operator, value: unknown): boolean {
  const operand = operandOf(operator);
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

/** A comparison with its place in the document. */
export type PlacedComparison = Comparison & {
  readonly at: readonly [Step, ...(string | number)[]];
};

/** All comparisons of the condition or filter of a step. */
export const comparisonsIn = oncePerStep((step): readonly PlacedComparison[] => {
  const condition = conditionOf(step);
  return condition === undefined
    ? []
    : comparisonsOf(condition.root).map((comparison) => ({
        ...comparison,
        at: [step, ...condition.base, ...comparison.path],
      }));
});

/** The fields that the condition or filter of a step reads. */
export const fieldsIn = (step: Step): readonly string[] =>
  comparisonsIn(step).flatMap(({ field }) => field ?? []);

/** Whether it reads a field with a prefix, such as `contact.`. */
export const readsField = (step: Step, prefix: string): boolean =>
  fieldsIn(step).some((field) => field.startsWith(prefix));
