/** What functions return. */
import type { Module, Node } from './parse.ts';
import { closest, isFunction, moduleOf, once } from './syntax.ts';
import { evaluate, type Use } from './use.ts';
import type { Value } from './value.ts';

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

const MOST = 5;

/** The returns of the functions of a file, to a bound. */
const returnsIn = once(({ nodes }: Module): ReadonlyMap<Node, readonly Node[]> => {
  const found = new Map<Node, Node[]>();
  for (const node of nodes) {
    const fn = node.type === 'ReturnStatement' ? closest(node, isFunction) : undefined;
    const own = (fn && found.get(fn)) ?? [];
    if (fn !== undefined && own.length < MOST) found.set(fn, [...own, node]);
  }
  return found;
});
