import type {
  ArrayExpression,
  CallExpression,
  Node,
  ObjectExpression,
  TemplateLiteral,
  TSEnumDeclaration,
  UnaryExpression,
} from '@babel/types';
import { nameOfKey } from './bindings.ts';
import { budgetOf } from './evaluation.ts';
import type { Module } from './module.ts';
import {
  asDefault,
  type Binder,
  binderIn,
  choiceOf,
  type Field,
  HOLE,
  isDefault,
  isEnvironment,
  isNullish,
  jsonTypeOf,
  keyIn,
  knownText,
  likeDefault,
  type Site,
  siteOf,
  truthOf,
  usualTruthOf,
  type Value,
} from './values.ts';

/** Longer texts are unknown: `text += text` in a loop doubles it each time. */
const MAX_JOINED = 100_000;

export function joined(parts: readonly Value[], site: Site): Value {
  const texts = parts.map(knownPartsOf);
  const length = texts.reduce((sum, each) => sum + each.length, 0);
  if (length > MAX_JOINED) return { kind: 'unknown', type: 'string', site };
  const text = texts.join('');
  if (parts.every(({ kind }) => kind === 'constant'))
    return likeDefault(parts, { kind: 'constant', value: text, site });
  const declared = joinedOptions(parts, site);
  const binder = parts.map(binderIn).find(Boolean);
  return { kind: 'unknown', type: 'string', text, binder, declared, site };
}

/** The texts with each value that the type of the one open part has. */
function joinedOptions(parts: readonly Value[], site: Site): Value | undefined {
  const [open, ...others] = parts.filter(({ kind }) => kind !== 'constant');
  const type = open?.kind === 'unknown' ? open.declared : undefined;
  if (type?.kind !== 'choice' || others.length > 0) return undefined;
  const budget = budgetOf(site.module);
  budget.left -= type.options.length;
  if (budget.left < 0 || type.options.some(({ kind }) => kind !== 'constant')) return undefined;
  const textWith = (option: Value): Value =>
    joined(
      parts.map((part) => (part === open ? option : part)),
      site,
    );
  return choiceOf(type.options.map(textWith), site);
}

/** The known parts of a text, with HOLE for each unknown part. */
export function knownPartsOf(value: Value): string {
  if (value.kind === 'constant') return String(value.value);
  if (value.kind === 'unknown') return value.text ?? HOLE;
  // Of several, one is enough to recognize a URL.
  return (value.kind === 'choice' && value.options.map(knownText).find(Boolean)) || HOLE;
}

export function templateValue(
  { quasis, expressions }: TemplateLiteral,
  inner: (node: Node) => Value,
  site: Site,
): Value {
  const parts = quasis.flatMap(({ value }, i): Value[] => {
    const expression = expressions[i];
    const text: Value = { kind: 'constant', value: value.cooked ?? '', site };
    return expression === undefined ? [text] : [text, inner(expression)];
  });
  return joined(parts, site);
}

export function unary(
  { operator, argument }: UnaryExpression,
  inner: (node: Node) => Value,
  site: Site,
): Value {
  if (operator === 'void') return { kind: 'absent', site };
  if (operator === 'typeof') return { kind: 'unknown', type: 'string', site };
  const value = inner(argument);
  if (operator === '!') {
    const truth = usualTruthOf(value);
    if (truth === undefined) return { kind: 'unknown', type: 'boolean', site };
    const opposite: Value = { kind: 'constant', value: !truth, site };
    return isDefault(value) || isEnvironment(value) ? asDefault(opposite) : opposite;
  }
  return operator === '-' && value.kind === 'constant'
    ? { kind: 'constant', value: -Number(value.value), site }
    : { kind: 'unknown', type: 'number', site };
}

export function logical(operator: string, left: Value, right: Value, site: Site): Value {
  // Without the variable, the default counts.
  if (isEnvironment(left) && operator !== '&&') return asDefault(right);
  const isRight = givesRight(operator, left);
  if (isRight !== undefined) return isRight ? right : left;
  const options = left.kind === 'choice' ? left.options : [left];
  return choiceOf([...options.filter((each) => givesRight(operator, each) !== true), right], site);
}

/** Whether the right side of `&&`, `||` or `??` is the result; `undefined` if unknown. */
export function givesRight(operator: string, left: Value): boolean | undefined {
  const truth = truthOf(left);
  if (truth === undefined) return undefined;
  return operator === '??' ? isNullish(left) : truth === (operator === '&&');
}

export function binary(operator: string, left: Value, right: Value, site: Site): Value {
  const number = ofNumbers(operator, left, right);
  if (number !== undefined) return { kind: 'constant', value: number, site };
  if (operator === '+') {
    const types = [jsonTypeOf(left), jsonTypeOf(right)];
    if (types.includes('string')) return joined([left, right], site);
    return {
      kind: 'unknown',
      type: types.every((type) => type === 'number') ? 'number' : undefined,
      site,
    };
  }
  const key = operator === 'in' && !isDefault(left) ? keyIn(left) : undefined;
  if (key !== undefined && right.kind === 'object' && (right.entries.has(key) || !right.isOpen))
    return { kind: 'constant', value: right.entries.has(key), site };
  const isEquality = /[!=]=/.test(operator);
  const equal = isEquality ? areEqual(left, right, operator.length === 3) : undefined;
  if (equal !== undefined)
    return { kind: 'constant', value: equal === operator.startsWith('='), site };
  if (isEquality && [left, right].some(isEnvironment) && [left, right].some(isConstant))
    return asDefault({ kind: 'constant', value: operator.startsWith('!'), site });
  const isTest = isEquality || /^(?:[<>]=?|in|instanceof)$/.test(operator);
  return { kind: 'unknown', type: isTest ? 'boolean' : 'number', site };
}

const isConstant = ({ kind }: Value): boolean => kind === 'constant';

function ofNumbers(operator: string, left: Value, right: Value): number | boolean | undefined {
  if (left.kind !== 'constant' || right.kind !== 'constant' || isDefault(left) || isDefault(right))
    return undefined;
  const [a, b] = [left.value, right.value];
  return typeof a === 'number' && typeof b === 'number' ? NUMBERS.get(operator)?.(a, b) : undefined;
}

const NUMBERS: ReadonlyMap<string, (a: number, b: number) => number | boolean> = new Map([
  ['+', (a: number, b: number): number | boolean => a + b],
  ['-', (a, b) => a - b],
  ['*', (a, b) => a * b],
  ['/', (a, b) => a / b],
  ['%', (a, b) => a % b],
  ['<', (a, b) => a < b],
  ['<=', (a, b) => a <= b],
  ['>', (a, b) => a > b],
  ['>=', (a, b) => a >= b],
]);

/** Whether two values are equal, where one is a constant; `undefined` if unknown. */
function areEqual(left: Value, right: Value, isStrict: boolean): boolean | undefined {
  const values = [left, right];
  if (
    values.some((value) => value.kind === 'unknown' || value.kind === 'choice' || isDefault(value))
  )
    return undefined;
  if (left.kind === 'constant' && right.kind === 'constant') return left.value === right.value;
  if (!values.some(isNullish)) return undefined;
  return isStrict ? left.kind === right.kind : values.every(isNullish);
}

/** All properties of an object or items of a list; `undefined` if there may be unknown ones. */
export function fieldsOf(value: Value): readonly (readonly [string, Value])[] | undefined {
  if (value.kind === 'array' && !value.isOpen)
    return value.items.map((item, i) => [String(i), item] as const);
  if (value.kind !== 'object' || value.isOpen) return undefined;
  return [...value.entries].map(([name, entry]) => [name, entry.value] as const);
}

export function arrayValue(
  { elements }: { readonly elements: ArrayExpression['elements'] | CallExpression['arguments'] },
  inner: (node: Node) => Value,
  site: Site,
): Extract<Value, { kind: 'array' }> {
  const items: Value[] = [];
  let isOpen = false;
  for (const element of elements) {
    if (element?.type !== 'SpreadElement') {
      items.push(element ? inner(element) : { kind: 'absent', site });
      continue;
    }
    const spread = inner(element.argument);
    if (spread.kind === 'array') {
      for (const each of spread.items) items.push(each);
      isOpen ||= spread.isOpen;
    } else isOpen = true;
  }
  return { kind: 'array', items, isOpen, site };
}

export function objectValue(
  { properties }: ObjectExpression,
  module: Module,
  inner: (node: Node) => Value,
  site: Site,
): Value {
  const entries = new Map<string, Field>();
  let isOpen = false;
  let binder: Binder | undefined;
  for (const property of properties) {
    if (property.type === 'SpreadElement') {
      const spread = spreadValue(property.argument, inner);
      isOpen = !addFields(entries, spread) || isOpen;
      binder ??= binderIn(spread);
      continue;
    }
    if (setsPrototype(property)) continue;
    const name = property.computed ? keyIn(inner(property.key)) : keyOf(property.key);
    if (name === undefined) {
      isOpen = true;
      continue;
    }
    const value: Value =
      property.type === 'ObjectProperty'
        ? inner(property.value)
        : property.kind === 'method'
          ? { kind: 'function', node: property, site: siteOf(property, module) }
          : { kind: 'unknown', site };
    entries.set(name, { value, key: siteOf(property.key, module) });
  }
  return { kind: 'object', entries, isOpen, binder, site };
}

/** `...(test && { name })` adds the fields or nothing. */
function spreadValue(argument: Node, inner: (node: Node) => Value): Value {
  const isOptional = argument.type === 'LogicalExpression' && argument.operator === '&&';
  const value = inner(argument);
  if (!isOptional || value.kind !== 'choice') return value;
  return choiceOf([inner(argument.right), { kind: 'absent', site: value.site }], value.site);
}

/** Adds the fields of an object, or of one of several, in which some may be absent. Returns whether they are all known. */
export function addFields(entries: Map<string, Field>, spread: Value): boolean {
  if (spread.kind === 'absent') return true;
  if (spread.kind === 'object') {
    for (const [name, entry] of spread.entries) entries.set(name, entry);
    return !spread.isOpen;
  }
  if (spread.kind !== 'choice') return false;
  const { options, site } = spread;
  const fields = options.flatMap((option) => (option.kind === 'object' ? [...option.entries] : []));
  for (const [name, { key }] of fields) {
    const without: Value = entries.get(name)?.value ?? { kind: 'absent', site };
    const values = options.map((option) =>
      option.kind === 'object' ? (option.entries.get(name)?.value ?? without) : without,
    );
    entries.set(name, { value: choiceOf(values, site), key });
  }
  return options.every((option) =>
    option.kind === 'object' ? !option.isOpen : option.kind === 'absent',
  );
}

/** `{ __proto__: value }` gives the object no field. */
const setsPrototype = (property: ObjectExpression['properties'][number]): boolean =>
  property.type === 'ObjectProperty' &&
  !property.computed &&
  !property.shorthand &&
  keyOf(property.key) === '__proto__';

const keyOf = (key: Node): string =>
  key.type === 'NumericLiteral' ? String(key.value) : nameOfKey(key);

export function enumOf(node: TSEnumDeclaration, module: Module): Value {
  const entries = new Map<string, { value: Value; key: Site }>();
  // A number has its own property, which is the name.
  let isOpen = false;
  for (const { id, initializer } of node.members) {
    const site = siteOf(id, module);
    const isText = initializer?.type === 'StringLiteral';
    const value: Value = isText
      ? { kind: 'constant', value: initializer.value, site }
      : { kind: 'unknown', type: initializer ? undefined : 'number', site };
    isOpen ||= !isText;
    entries.set(nameOfKey(id), { value, key: site });
  }
  return { kind: 'object', entries, isOpen, site: siteOf(node, module) };
}
