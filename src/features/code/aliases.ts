import type { CallExpression, Identifier, Node } from '@babel/types';
import { addTo } from '../../core/model/groups.ts';
import { type Binding, bindingOf, changedBy, iteratedBy } from './bindings.ts';
import type { Module } from './modules.ts';
import type { Value } from './values.ts';

const known = new WeakMap<Module, ReadonlySet<Binding>>();

/** Whether the code changes a value by any name: `const b = a; b.event = 'x'` changes that of `a`. */
export function isChangedByAlias({ kind }: Value, binding: Binding, module: Module): boolean {
  if (kind !== 'object' && kind !== 'array' && kind !== 'choice') return false;
  const changed = known.get(module) ?? changedIn(module);
  known.set(module, changed);
  return changed.has(binding);
}

/** The names of values that are changed in place. */
function changedIn(module: Module): ReadonlySet<Binding> {
  const calls = callsOfFunctions(module);
  const found = new Set<Binding>();
  const waiting = [...module.changes].flatMap(([name, nodes]) =>
    nodes.filter(isInPlace).map((at) => ({ name, at })),
  );
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { name, at } = next;
    const binding = bindingOf(name, at, module);
    if (binding === undefined || found.has(binding)) continue;
    found.add(binding);
    for (const source of sourcesOf(name, binding, module, calls))
      for (const root of rootsOf(source)) waiting.push({ name: root.name, at: root });
  }
  return found;
}

const isInPlace = (node: Node): boolean =>
  node.type === 'CallExpression' || changedBy(node)?.type === 'MemberExpression';

/** The calls by name of the functions of a file. */
function callsOfFunctions(module: Module): ReadonlyMap<Node, readonly CallExpression[]> {
  const calls = new Map<Node, CallExpression[]>();
  for (const node of module.syntax.nodes) {
    if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') continue;
    const binding = bindingOf(node.callee.name, node, module);
    if (binding?.kind === 'function') addTo(calls, binding.node, node);
    else if (binding?.kind === 'value') addTo(calls, binding.init, node);
  }
  return calls;
}

/** The expressions that give a name its value. */
function* sourcesOf(
  name: string,
  binding: Binding,
  module: Module,
  calls: ReadonlyMap<Node, readonly CallExpression[]>,
): Iterable<Node | undefined> {
  for (const node of module.changes.get(name) ?? [])
    if (
      node.type === 'AssignmentExpression' &&
      !isInPlace(node) &&
      bindingOf(name, node, module) === binding
    )
      yield node.right;
  if (binding.kind === 'value') yield binding.init;
  if (binding.kind !== 'parameter') return;
  const { binder, index } = binding;
  yield iteratedBy(binder, module);
  for (const call of calls.get(binder) ?? []) yield call.arguments[index];
}

/** The names whose values are, or have in them, that of an expression. */
function* rootsOf(expression: Node | undefined): Iterable<Identifier> {
  const waiting = [expression];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (node?.type === 'Identifier') yield node;
    else if (node?.type === 'MemberExpression') waiting.push(node.object);
    else if (node?.type === 'LogicalExpression') waiting.push(node.left, node.right);
    else if (node?.type === 'ConditionalExpression') waiting.push(node.consequent, node.alternate);
  }
}
