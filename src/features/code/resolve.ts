/**
 * The value of an expression, as far as it is known without running the program. What this does not
 * follow is unknown, never guessed: statements, several returns, loops, changes of objects.
 */
import { callValue, newValue } from './call-value.ts';
import { memberOf } from './members.ts';
import type { Modules } from './modules.ts';
import { bare, isClass, isFunction, type Module, type Node, nameOfKey } from './parse.ts';
import { typedValue } from './types.ts';
import {
  type Constant,
  choiceOf,
  constant,
  type Entry,
  type Env,
  HOLE,
  isAbsent,
  optionsOf,
  type Place,
  unknown,
  type Value,
  waitsOf,
} from './value.ts';
import { thisValue, variableValue } from './variables.ts';

/** Where an expression stands, and what its parameters stand for. */
export interface Use {
  readonly module: Module;
  readonly env: Env;
  readonly run: Run;
}

/** Bounds what is evaluated: programs are deep, and values of values are many. */
export interface Run {
  readonly modules: Modules;
  readonly cache: Map<unknown, Value>;
  steps: number;
  depth: number;
}

const MOST_STEPS = 20_000;
const DEEPEST = 60;

export const NO_ENV: Env = new Map();

export const startRun = (modules: Modules): Run => {
  return { modules, cache: new Map(), steps: 0, depth: 0 };
};

export const placeOf = (node: Node, { module }: Use): Place => ({ module, node });

/** The value of an expression by itself: its bounds begin anew. */
export function evaluateAlone(node: Node, module: Module, run: Run, env: Env = NO_ENV): Value {
  run.steps = 0;
  run.depth = 0;
  return evaluate(node, { module, env, run });
}

export function evaluate(given: Node, use: Use): Value {
  const { run } = use;
  const node = given.type === 'AwaitExpression' ? given['argument'] : given;
  const at = placeOf(node, use);
  if (run.depth >= DEEPEST || run.steps >= MOST_STEPS) return unknown(at);
  run.depth++;
  run.steps++;
  const value = read(node, use, at);
  run.depth--;
  return value;
}

function read(node: Node, use: Use, at: Place): Value {
  switch (node.type) {
    case 'Literal':
      return literal(node, at);
    case 'TemplateLiteral':
      return template(node, use, at);
    case 'Identifier':
      return variableValue(node, use);
    case 'ThisExpression':
      return thisValue(node, use);
    case 'MemberExpression':
      return memberOf(node, use);
    case 'CallExpression':
      return callValue(node, use);
    case 'NewExpression':
      return newValue(node, use);
    case 'ImportExpression':
      return importValue(node['source'], use, at);
    case 'ObjectExpression':
      return objectValue(node, use, at);
    case 'ArrayExpression':
      return listValue(node, use, at);
    case 'ConditionalExpression':
      return conditional(node, use, at);
    case 'LogicalExpression':
      return logical(node, use, at);
    case 'BinaryExpression':
      return binary(node, use, at);
    case 'UnaryExpression':
      return unary(node, use, at);
    case 'AssignmentExpression':
      return node['operator'] === '=' ? evaluate(node['right'], use) : unknown(at);
    case 'TSAsExpression':
    case 'TSTypeAssertion':
      return asserted(node, use);
    default:
      break;
  }
  if (isFunction(node)) return { is: 'function', of: at, env: use.env, at };
  if (isClass(node)) return { is: 'class', of: at, at };
  const inner = bare(node);
  return inner === node ? unknown(at) : evaluate(inner, use);
}

function literal(node: Node, at: Place): Value {
  const { value } = node;
  const isOther = node['regex'] !== undefined || typeof value === 'bigint' || 'bigint' in node;
  return isOther ? unknown(at) : constant(value, at);
}

/** `x as 'a' | 'b'` says what an unknown value can be. */
function asserted(node: Node, use: Use): Value {
  const value = evaluate(node['expression'], use);
  const annotation = node['typeAnnotation'];
  if (value.is !== 'unknown' || annotation.type === 'TSAnyKeyword') return value;
  const typed = typedValue(placeOf(annotation, use), use, value.at);
  if (typed.is !== 'unknown') return typed;
  // Another type is a guess, as programmers assert what the compiler does not know.
  return typed.declared === undefined ? value : { ...typed, ...value };
}

/** The module that `import(…)` or `require(…)` gives. */
export function importValue(source: Node | undefined, use: Use, at: Place): Value {
  const from = source?.type === 'Literal' ? String(source['value']) : undefined;
  if (from === undefined) return unknown(at);
  const module = use.run.modules.imported(use.module, from);
  return module === undefined
    ? { is: 'foreign', from, name: '*', at }
    : { is: 'module', of: module, at };
}

function template({ quasis, expressions }: Node, use: Use, at: Place): Value {
  const parts: Value[] = [];
  (quasis as readonly Node[]).forEach(({ value }, i) => {
    parts.push(constant(value.cooked, at));
    const expression = expressions[i];
    if (expression !== undefined) parts.push(evaluate(expression, use));
  });
  return parts.reduce((before, part) => join(before, part, at));
}

/** Two values as one string. */
function join(before: Value, after: Value, at: Place): Value {
  const all = optionsOf(before).flatMap((a) =>
    optionsOf(after).map((b): Value => {
      const [first, second] = [printed(a), printed(b)];
      const text = first + second;
      if (!text.includes(HOLE)) {
        const isDefault = [a, b].some((each) => each.is === 'constant' && each.isDefault);
        return { ...constant(text, at), ...(isDefault && { isDefault }) };
      }
      // Of two values, one may decide about the other.
      const isOne = !first.includes(HOLE) || !second.includes(HOLE);
      const declared = isOne
        ? declaredIn(a)?.flatMap((x) => declaredIn(b)?.map((y) => x + y) ?? [])
        : undefined;
      const isAny = declared === undefined || declared.length === 0;
      const known = { type: 'string', text, waits: waitsOf([a, b]) };
      return unknown(at, isAny ? known : { ...known, declared });
    }),
  );
  return choiceOf(all, at);
}

/** The strings that a value can be. */
const declaredIn = (value: Value): readonly string[] | undefined =>
  value.is === 'unknown' ? value.declared : printed(value) === HOLE ? undefined : [printed(value)];

function printed(value: Value): string {
  if (value.is === 'constant' && value.value !== undefined) return String(value.value);
  return value.is === 'unknown' ? (value.text ?? HOLE) : HOLE;
}

function objectValue({ properties }: Node, use: Use, at: Place): Value {
  const entries = new Map<string, Entry>();
  let isOpen = false;
  const spreads: Value[] = [];
  for (const property of properties as readonly Node[]) {
    if (property.type === 'SpreadElement') {
      const spread = spreadValue(property['argument'], use);
      spreads.push(spread);
      if (!addSpread(entries, spread, at)) isOpen = true;
      continue;
    }
    const { key, computed, kind } = property as Node & { readonly key: Node };
    const read = computed ? evaluate(key, use) : undefined;
    const name = read?.is === 'constant' ? String(read.value) : nameOfKey(key, computed);
    const isPrototype = name === '__proto__' && !computed && !property['shorthand'];
    if (name === undefined) isOpen = true;
    if (name === undefined || isPrototype) continue;
    const value = kind === 'init' ? evaluate(property['value'], use) : unknown(at);
    entries.delete(name);
    entries.set(name, { key: placeOf(key, use), value });
  }
  const waits = isOpen ? waitsOf(spreads) : undefined;
  return { is: 'object', entries, isOpen, at, ...(waits !== undefined && { waits }) };
}

/** Of `test && { … }`, what is false adds nothing. */
function spreadValue(argument: Node, use: Use): Value {
  const value = evaluate(argument, use);
  if (argument.type !== 'LogicalExpression' || argument['operator'] !== '&&') return value;
  if (value.is !== 'choice') return value;
  const none = constant(undefined, value.at);
  return { ...value, options: value.options.map((each) => (each.is === 'unknown' ? none : each)) };
}

/** Adds what an object certainly, or maybe, has. Returns whether that is all. */
function addSpread(entries: Map<string, Entry>, spread: Value, at: Place): boolean {
  if (spread.is === 'constant') return true;
  if (spread.is === 'object') {
    for (const [name, entry] of spread.entries) {
      entries.delete(name);
      entries.set(name, entry);
    }
    return !spread.isOpen;
  }
  if (spread.is !== 'choice') return false;
  const objects = spread.options.flatMap((each) => (each.is === 'object' ? each : []));
  const names = new Set(objects.flatMap((each) => [...each.entries.keys()]));
  for (const name of names) {
    const before = entries.get(name)?.value ?? constant(undefined, at);
    const given = spread.options.map(
      (each) => (each.is === 'object' && each.entries.get(name)?.value) || before,
    );
    const key = objects.find((each) => each.entries.has(name))?.entries.get(name)?.key ?? at;
    entries.set(name, { key, value: choiceOf(given, at) });
  }
  return spread.options.every((each) =>
    each.is === 'object' ? !each.isOpen : each.is === 'constant',
  );
}

function listValue({ elements }: Node, use: Use, at: Place): Value {
  const items: Value[] = [];
  for (const element of elements as readonly (Node | null)[]) {
    if (element?.type !== 'SpreadElement') {
      items.push(element === null ? constant(undefined, at) : evaluate(element, use));
      continue;
    }
    const spread = evaluate(element['argument'], use);
    if (spread.is === 'list') items.push(...spread.items);
    // What follows has no known index.
    if (spread.is !== 'list' || spread.isOpen)
      return { is: 'list', items, isOpen: true, at, ...waiting(spread) };
  }
  return { is: 'list', items, isOpen: false, at };
}

const waiting = (value: Value) => {
  const waits = waitsOf([value]);
  return waits === undefined ? {} : { waits };
};

/** Whether a value counts as true; undefined where a program decides it at run time. */
function truthOf(value: Value): boolean | undefined {
  if (value.is === 'constant') return value.isDefault ? undefined : Boolean(value.value);
  return /^(?:choice|unknown|foreign)$/.test(value.is) ? undefined : true;
}

function conditional({ test, consequent, alternate }: Node, use: Use, at: Place): Value {
  const truth = truthOf(evaluate(test, use));
  if (truth !== undefined) return evaluate(truth ? consequent : alternate, use);
  return choiceOf([evaluate(consequent, use), evaluate(alternate, use)], at);
}

function logical({ left, right, operator }: Node, use: Use, at: Place): Value {
  const first = evaluate(left, use);
  if (first.is === 'unknown' && first.isEnvironment && operator !== '&&') {
    const second = evaluate(right, use);
    return second.is === 'constant' ? { ...second, isDefault: true } : second;
  }
  const kept: Value[] = [];
  let needsRight = false;
  for (const each of optionsOf(first)) {
    const takesRight =
      operator === '??' ? isMissing(each) : goesRight(truthOf(each), operator === '&&');
    if (takesRight !== true) kept.push(each);
    if (takesRight !== false) needsRight = true;
  }
  return choiceOf(needsRight ? [...kept, evaluate(right, use)] : kept, at);
}

const goesRight = (truth: boolean | undefined, isAnd: boolean): boolean | undefined =>
  truth === undefined ? undefined : truth === isAnd;

/** Whether a value is null or undefined. */
function isMissing(value: Value): boolean | undefined {
  if (value.is === 'unknown') return undefined;
  return value.is === 'constant' && (value.value === null || value.value === undefined);
}

function binary({ left, right, operator }: Node, use: Use, at: Place): Value {
  const [a, b] = [evaluate(left, use), evaluate(right, use)];
  const waits = waitsOf([a, b]);
  if (operator === '+') return sum(a, b, at);
  if (/^(?:[-*/%]|\*\*|<<|>>>?|[&|^])$/.test(operator)) {
    const [x, y] = [a, b].map((each) => (each.is === 'constant' ? each.value : undefined));
    const isKnown = typeof x === 'number' && typeof y === 'number';
    const results = isKnown ? { '-': x - y, '*': x * y, '/': x / y, '%': x % y } : {};
    const result = (results as Readonly<Record<string, number>>)[operator];
    return result === undefined ? unknown(at, { type: 'number', waits }) : constant(result, at);
  }
  if (a.is !== 'constant' || b.is !== 'constant' || a.isDefault || b.isDefault)
    return unknown(at, { type: 'boolean', waits });
  const isEqual = operator.length === 3 ? a.value === b.value : equals(a, b);
  if (/^[!=]==?$/.test(operator)) return constant(isEqual === operator.startsWith('='), at);
  return unknown(at, { type: 'boolean' });
}

/** Null and undefined are equal, as are equal values of one type. */
const equals = (a: Constant, b: Constant): boolean =>
  a.value === b.value || (isMissing(a) === true && isMissing(b) === true);

function sum(a: Value, b: Value, at: Place): Value {
  const isText = (value: Value): boolean =>
    optionsOf(value).every(
      (each) =>
        (each.is === 'constant' && typeof each.value === 'string') ||
        (each.is === 'unknown' && each.type === 'string'),
    );
  if (isText(a) || isText(b)) return join(a, b, at);
  const isNumber = (value: Value): value is Constant =>
    value.is === 'constant' && typeof value.value === 'number';
  if (!isNumber(a) || !isNumber(b)) return unknown(at, { waits: waitsOf([a, b]) });
  if (a.isDefault || b.isDefault) return unknown(at, { type: 'number' });
  return constant((a.value as number) + (b.value as number), at);
}

function unary({ operator, argument }: Node, use: Use, at: Place): Value {
  const value = evaluate(argument, use);
  const number = value.is === 'constant' && typeof value.value === 'number';
  if (operator === 'void') return constant(undefined, at);
  if (operator === '-' && number) return constant(-(value.value as number), at);
  if (operator === '!') {
    const truth = truthOf(value);
    return truth === undefined ? unknown(at, { type: 'boolean' }) : constant(!truth, at);
  }
  const type = operator === 'typeof' ? 'string' : /^[-+~]$/.test(operator) ? 'number' : undefined;
  return unknown(at, type === undefined ? {} : { type });
}

/** A default takes the place of undefined. */
export function withDefault(value: Value, fallback: Node, use: Use): Value {
  if (isAbsent(value)) return evaluate(fallback, use);
  if (value.is !== 'unknown' || value.waits !== undefined) return value;
  const given = evaluate(fallback, use);
  const type = given.is === 'constant' ? typeof given.value : undefined;
  if (value.isEnvironment && given.is === 'constant') return { ...given, isDefault: true };
  return type === 'string' || type === 'number' ? { ...value, type } : value;
}
