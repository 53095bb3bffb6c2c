import type { Node } from '@babel/types';
import { bindingOf, nameOfKey } from './bindings.ts';
import type { Module, Modules } from './module.ts';

/** Where a name is used. */
interface Place {
  readonly module: Module;
  readonly evaluation: { readonly modules: Modules };
}

/** Whether a class or a type is that of the client of the SDK, by its name here or where it is from. */
export function isClientName(name: string, at: Node, use: Place): boolean {
  const binding = bindingOf(name, at);
  const isNamed = binding?.kind === 'import' && binding.name !== 'default';
  const original = isNamed ? binding.name : name;
  return original === 'Resend' && !isOfPackage(name, at, use);
}

/** Whether an expression is the class of the client: `Resend`, or `sdk.Resend`. */
export const isClientClass = (node: Node, use: Place): boolean =>
  node.type === 'MemberExpression'
    ? isClientName(nameOfKey(node.property), node, use) &&
      !isOfPackage(nameOfKey(node.object), node, use)
    : isClientName(nameOfKey(node), node, use);

/** Whether a name is from a package other than the SDK. */
export function isOfPackage(
  name: string,
  at: Node,
  { module, evaluation: { modules } }: Place,
): boolean {
  const binding = bindingOf(name, at);
  if (binding?.kind !== 'import') return false;
  const isPackage = !/^(?:[./~#]|@\/)/.test(binding.from);
  return (
    isPackage &&
    !/resend/i.test(binding.from) &&
    modules.imported(module, binding.from) === undefined
  );
}
