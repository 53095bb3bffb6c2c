/** How the value of an expression is asked for, and what a function returns. */
import type { Modules } from './modules.ts';
import type { Module, Node } from './parse.ts';
import { closest, isFunction, moduleOf, once } from './syntax.ts';
import { type Env, unknown, type Value } from './value.ts';

export interface Use {
  readonly env: Env;
  readonly run: Run;
}

export type Reader = (node: Node, use: Use) => Value;

/** Bounds what is evaluated: programs are deep, and values of values are many. */
export type Run = ReturnType<typeof startRun>;

/** @param read what an expression is, by its type; its parts are asked for by `evaluate`. */
export const startRun = (modules: Modules, read: Reader) => ({
  ...{ modules, read },
  /** Calls that are made of others. */
  copies: 0,
  /** Of all expressions, and of one. */
  ...{ total: 0, steps: 0, depth: 0 },
  /** What the parts of one expression are: a chain of calls asks for each link many times. */
  known: new Map<Env, Map<Node, Value>>(),
});

const MOST_IN_ALL = 1_000_000;
const MOST_STEPS = 20_000;
const DEEPEST = 60;

/** Whether a run ends before its end: what is left of it is not known. */
export const isExhausted = ({ total }: Run): boolean => total >= MOST_IN_ALL;

export const NO_ENV: Env = new Map();

/** The bounds of an expression begin. */
export function startExpression(run: Run): void {
  run.steps = 0;
  run.depth = 0;
  run.known = new Map();
}

export function evaluate(node: Node, use: Use): Value {
  const { run, env } = use;
  const known = run.known.get(env) ?? new Map<Node, Value>();
  const before = known.get(node);
  if (before !== undefined) return before;
  const isOver = run.steps >= MOST_STEPS || isExhausted(run);
  if (isOver || run.depth >= DEEPEST) return unknown({ at: node });
  run.depth++;
  run.steps++;
  run.total++;
  const read = run.read(node, use);
  run.depth--;
  const value = read.at === undefined ? { ...read, at: node } : read;
  run.known.set(env, known.set(node, value));
  return value;
}

/** The value of an expression by itself. */
export function evaluateAlone(node: Node, run: Run): Value {
  startExpression(run);
  return evaluate(node, { env: NO_ENV, run });
}

/** Of several returns, nothing is known, unless one is a client. */
export function returnedValue(fn: Node, use: Use): Value | undefined {
  // A generator returns something else, and what is only declared has no body.
  if (!fn.body || fn.generator) return undefined;
  if (fn.body.type !== 'BlockStatement') return evaluate(fn.body, use);
  const returns = returnsIn(moduleOf(fn)).get(fn) ?? [];
  const values = returns.flatMap(({ argument }) => (argument ? evaluate(argument, use) : []));
  const isOnly = returns.length === 1 && returns[0]?.parent === fn.body;
  // A client is made once, and often returned from a cache.
  return isOnly ? values[0] : values.find(({ is }) => is === 'client');
}

const MOST_RETURNS = 5;

const returnsIn = once(({ nodes }: Module): ReadonlyMap<Node, readonly Node[]> => {
  const found = new Map<Node, Node[]>();
  for (const node of nodes) {
    const fn = node.type === 'ReturnStatement' ? closest(node, isFunction) : undefined;
    const own = (fn && found.get(fn)) ?? [];
    if (fn !== undefined && own.length < MOST_RETURNS) found.set(fn, [...own, node]);
  }
  return found;
});
