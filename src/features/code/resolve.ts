/**
 * The value of an expression, as far as it is known without running the program. What this does not
 * follow is unknown, never guessed: statements, several returns, loops, changes of objects.
 */
import { callValue, newValue } from './call-value.ts';
import { memberOf } from './members.ts';
import type { Modules } from './modules.ts';
import { binary, conditional, join, logical, unary } from './operators.ts';
import { bare, isClass, isFunction, type Module, type Node, nameOfKey } from './parse.ts';
import { typedValue } from './types.ts';
import {
  choiceOf,
  constant,
  type Entry,
  type Env,
  isAbsent,
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

/** A default takes the place of undefined. */
export function withDefault(value: Value, fallback: Node, use: Use): Value {
  if (isAbsent(value)) return evaluate(fallback, use);
  if (value.is !== 'unknown' || value.waits !== undefined) return value;
  const given = evaluate(fallback, use);
  const type = given.is === 'constant' ? typeof given.value : undefined;
  if (value.isEnvironment && given.is === 'constant') return { ...given, isDefault: true };
  return type === 'string' || type === 'number' ? { ...value, type } : value;
}
