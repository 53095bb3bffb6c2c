import type { CallExpression, Node } from '@babel/types';
import { addTo } from '../../core/model/groups.ts';
import {
  type Binding,
  bindingOf,
  changedBy,
  changesByBinding,
  iteratedBy,
  rootsOf,
} from './bindings.ts';
import type { Module } from './module.ts';
import type { Value } from './values.ts';

type Changed = ReadonlyMap<Binding, readonly Node[]>;

const known = new WeakMap<Module, Changed>();

/** Whether the code changes a value by any name: `const b = a; b.event = 'x'` changes that of `a`. */
export function isChangedByAlias({ kind }: Value, binding: Binding, module: Module): boolean {
  if (kind !== 'object' && kind !== 'array' && kind !== 'choice') return false;
  return changedInPlace(binding, module).length > 0;
}

/** Where a value is changed in place, or gets a further name by which it is changed. */
export function changedInPlace(binding: Binding, module: Module): readonly Node[] {
  const changed = known.get(module) ?? changedIn(module);
  known.set(module, changed);
  return changed.get(binding) ?? [];
}

/** The names of values that are changed in place. */
function changedIn(module: Module): Changed {
  const calls = callsOfFunctions(module);
  const found = new Map<Binding, Node[]>();
  const assigned = new Map<Binding, Node[]>();
  for (const [binding, nodes] of changesByBinding(module))
    for (const node of nodes) {
      if (isInPlace(node)) addTo(found, binding, node);
      else if (node.type === 'AssignmentExpression') addTo(assigned, binding, node.right);
    }
  // A Map iterates over entries added meanwhile.
  for (const [binding] of found)
    for (const source of [...(assigned.get(binding) ?? []), ...sourcesOf(binding, calls)])
      for (const root of rootsOf(source)) {
        const origin = bindingOf(root.name, root);
        if (origin !== undefined) addTo(found, origin, root);
      }
  return found;
}

export const isInPlace = (node: Node): boolean =>
  node.type === 'CallExpression' || changedBy(node)?.type === 'MemberExpression';

/** The calls by name of the functions of a file. */
function callsOfFunctions(module: Module): ReadonlyMap<Node, readonly CallExpression[]> {
  const calls = new Map<Node, CallExpression[]>();
  for (const node of module.syntax.nodes) {
    if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') continue;
    const binding = bindingOf(node.callee.name, node);
    if (binding?.kind === 'function') addTo(calls, binding.node, node);
    else if (binding?.kind === 'value') addTo(calls, binding.init, node);
  }
  return calls;
}

/** The expressions that give a name its first value. */
function* sourcesOf(
  binding: Binding,
  calls: ReadonlyMap<Node, readonly CallExpression[]>,
): Iterable<Node | undefined> {
  yield sourceOf(binding);
  if (binding.kind !== 'parameter') return;
  const { binder, index } = binding;
  for (const call of calls.get(binder) ?? []) yield call.arguments[index];
}

/** The expression in a declaration or a loop that gives a name its first value. */
export const sourceOf = (binding: Binding): Node | undefined =>
  binding.kind === 'value'
    ? binding.init
    : binding.kind === 'parameter'
      ? iteratedBy(binding.binder)
      : undefined;
