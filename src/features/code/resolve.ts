/**
 * The value of an expression, as far as it is known without running the program. What this does not
 * follow is unknown, never guessed: statements, several returns, loops, changes of objects.
 */
import { callValue, newValue } from './calls.ts';
import * as expressions from './expressions.ts';
import { memberOf } from './members.ts';
import type { Modules } from './modules.ts';
import { thisValue, variableValue } from './names.ts';
import type { Module, Node } from './parse.ts';
import { bare, isClass, isFunction } from './syntax.ts';
import { valueOfType } from './types.ts';
import { constant, type Env, type Place, unknown, type Value } from './value.ts';
import type { Caller } from './wrappers.ts';

/** Where an expression stands, and what its parameters stand for. */
export interface Use {
  readonly module: Module;
  readonly env: Env;
  readonly run: Run;
}

/** Bounds what is evaluated: programs are deep, and values of values are many. */
export type Run = ReturnType<typeof startRun>;

export const startRun = (modules: Modules) => ({
  modules,
  /** Of variables of the top level. */
  cache: new Map<unknown, Value>(),
  /** Of the functions that a file calls. */
  callers: new Map<Module, ReadonlyMap<Node, readonly Caller[]>>(),
  /** Calls that are made of others. */
  copies: 0,
  /** Of all expressions, and of one. */
  ...{ total: 0, steps: 0, depth: 0 },
});

const MOST_IN_ALL = 1_000_000;
const MOST_STEPS = 20_000;
const DEEPEST = 60;

/** Whether a run ends before its end: what is left of it is not known. */
export const isExhausted = ({ total }: Run): boolean => total >= MOST_IN_ALL;

export const NO_ENV: Env = new Map();

export const placeOf = (node: Node, { module }: Use): Place => ({ module, node });

/** The value of an expression by itself: its bounds begin anew. */
export function evaluateAlone(node: Node, module: Module, run: Run): Value {
  run.steps = 0;
  run.depth = 0;
  return evaluate(node, { module, env: NO_ENV, run });
}

export function evaluate(given: Node, use: Use): Value {
  const { run } = use;
  const node = given.type === 'AwaitExpression' ? given.argument : given;
  const at = placeOf(node, use);
  const isOver = run.steps >= MOST_STEPS || isExhausted(run);
  if (isOver || run.depth >= DEEPEST) return unknown(at);
  run.depth++;
  run.steps++;
  run.total++;
  const value = read(node, use, at);
  run.depth--;
  return value;
}

type Reader = (node: Node, use: Use, at: Place) => Value;

/** By the type of a node. */
const READERS: ReadonlyMap<string, Reader> = new Map([
  ['TemplateLiteral', expressions.template],
  ['Identifier', variableValue],
  ['ThisExpression', thisValue],
  ['MemberExpression', memberOf],
  ['CallExpression', callValue],
  ['NewExpression', newValue],
  ['ObjectExpression', expressions.objectValue],
  ['ArrayExpression', expressions.listValue],
  ['ConditionalExpression', expressions.conditional],
  ['LogicalExpression', expressions.logical],
  ['BinaryExpression', expressions.binary],
  ['UnaryExpression', expressions.unary],
  ['ImportExpression', ({ source }: Node, use: Use, at: Place) => importValue(source, use, at)],
]);

function read(node: Node, use: Use, at: Place): Value {
  const reader = READERS.get(node.type);
  if (reader !== undefined) return reader(node, use, at);
  if (node.type === 'Literal') {
    const isPlain = node.value === null || !/^(?:object|bigint)$/.test(typeof node.value);
    return isPlain ? constant(node.value, at) : unknown(at);
  }
  if (node.type === 'AssignmentExpression' && node.operator === '=')
    return evaluate(node.right, use);
  if (isFunction(node)) return { is: 'function', of: at, env: use.env, at };
  if (isClass(node)) return { is: 'class', of: at, at };
  const inner = bare(node);
  return inner === node ? valueOfType(node, use, at) : evaluate(inner, use);
}

/** The module that `import(…)` or `require(…)` gives. */
export function importValue(source: Node | undefined, use: Use, at: Place): Value {
  if (source?.type !== 'Literal') return unknown(at);
  const from = String(source.value);
  const module = use.run.modules.imported(use.module, from);
  return module === undefined
    ? { is: 'foreign', from, name: '*', at }
    : { is: 'module', of: module, at };
}
