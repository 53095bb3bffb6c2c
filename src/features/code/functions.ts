/** What functions return. */
import type { Module, Node } from './parse.ts';
import { closest, isFunction, once } from './syntax.ts';
import { evaluate, type Use } from './use.ts';
import type { Value } from './value.ts';

/** Of several returns, nothing is known, unless one is a client. */
export function returnedValue(fn: Node, bound: Use): Value | undefined {
  const { module } = bound;
  // A generator returns something else, and what is only declared has no body.
  if (!fn.body || fn.generator) return undefined;
  if (fn.body.type !== 'BlockStatement') return evaluate(fn.body, bound);
  const returns = returnsIn(module).get(fn) ?? [];
  const values = returns.flatMap(({ argument }) => (argument ? evaluate(argument, bound) : []));
  const isOnly = returns.length === 1 && module.parentOf(returns[0] ?? fn) === fn.body;
  // A client is made once, and often returned from a cache.
  return isOnly ? values[0] : values.find(({ is }) => is === 'client');
}

const MOST = 5;

/** The returns of the functions of a file, to a bound. */
const returnsIn = once((module: Module): ReadonlyMap<Node, readonly Node[]> => {
  const found = new Map<Node, Node[]>();
  for (const node of module.nodes) {
    const fn = node.type === 'ReturnStatement' ? closest(node, module, isFunction) : undefined;
    const own = (fn && found.get(fn)) ?? [];
    if (fn !== undefined && own.length < MOST) found.set(fn, [...own, node]);
  }
  return found;
});
