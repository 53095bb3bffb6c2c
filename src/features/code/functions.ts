/** What functions of the files return. */
import { isFunction, type Module, type Node } from './parse.ts';
import { evaluate, type Use } from './resolve.ts';
import { type FunctionValue, type Place, unknown, type Value, waitsOf } from './value.ts';
import { bindParameters } from './variables.ts';

/** What a function returns: of several returns, nothing is known, unless each is a client. */
export function applyFunction(
  { of, env }: FunctionValue,
  given: readonly Value[],
  use: Use,
  at: Place,
): Value {
  const { node, module } = of;
  const own = { ...use, module };
  if (node['generator'] || !node['body']) return unknown(at);
  const bound = { ...own, env: bindParameters(node, given, env, own) };
  if (node['body'].type !== 'BlockStatement') return evaluate(node['body'], bound);
  const returns = returnsOf(node, module);
  const [only] = returns;
  const isSure = only !== undefined && returns.length === 1 && isAlways(only, node, module);
  if (isSure) return evaluate(only['argument'], bound);
  const values = returns.slice(0, 5).map((each) => evaluate(each['argument'], bound));
  const client = values.find((each) => each.is === 'client' || each.is === 'http');
  const isClient = values.every((each) => each.is === client?.is);
  return client !== undefined && isClient ? client : unknown(at, { waits: waitsOf(given) });
}

function returnsOf(fn: Node, module: Module): readonly Node[] {
  const first = module.nodes.indexOf(fn);
  const found: Node[] = [];
  for (let i = first + 1; i < module.nodes.length; i++) {
    const node = module.nodes[i] as Node;
    if (node.start >= fn.end) break;
    if (node.type !== 'ReturnStatement' || node['argument'] === null) continue;
    let holder = module.parentOf(node);
    while (holder !== undefined && !isFunction(holder)) holder = module.parentOf(holder);
    if (holder === fn) found.push(node);
  }
  return found;
}

/** Whether a statement stands in the body of a function, or in a `try` in it. */
function isAlways(statement: Node, fn: Node, module: Module): boolean {
  let node = module.parentOf(statement);
  while (node?.type === 'BlockStatement' || node?.type === 'TryStatement') {
    const parent = module.parentOf(node);
    if (node === fn['body']) return true;
    if (
      parent?.type === 'TryStatement' &&
      (parent['block'] !== node || parent['handler']?.body === node)
    )
      return false;
    node = parent;
  }
  return false;
}
