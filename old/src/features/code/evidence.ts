import type { Node } from '@babel/types';
import { type Binding, bindingOf, nameOfKey } from './bindings.ts';
import { evaluate } from './evaluate.ts';
import type { Evaluation } from './evaluation.ts';
import { exportsIn } from './exports.ts';
import type { Module } from './module.ts';
import { siteOf, type Unknown, type Value } from './values.ts';

/** The name of the service. */
export const SERVICE = /resend/i;

/** Whether an object is the client of the SDK, or one for requests to the service; `undefined` if unknown. */
export function isClient(node: Node, module: Module, evaluation: Evaluation): boolean | undefined {
  const value = evaluate(node, module, evaluation);
  const values = value.kind === 'choice' ? value.options : [value];
  const unknown = values.flatMap((each) => (each.kind === 'unknown' ? each : []));
  if (values.some(isMade) || unknown.some(({ declared }) => declared && isMade(declared)))
    return true;
  if (unknown.length === 0) return false;
  if (hasEvidence(node, module)) return true;
  if (unknown.every(isOfOther)) return false;
  let root = node;
  while (root.type === 'MemberExpression' || root.type === 'CallExpression')
    root = root.type === 'MemberExpression' ? root.object : root.callee;
  if (root.type === 'ThisExpression') return (root !== node && module.makesClient) || undefined;
  const name = nameOfKey(root);
  const binding = bindingOf(name, root);
  switch (binding?.kind) {
    case 'value':
      return hasEvidence(binding.init, module) || undefined;
    case 'parameter':
      return hasEvidence(binding.pattern, module) || undefined;
    case 'function':
      return hasEvidence(binding.node, module) || undefined;
    case 'import':
      return SERVICE.test(binding.from) || isExportedClient(binding, module, evaluation);
    case 'unset':
      return module.changes.get(name)?.some((each) => hasEvidence(each, module)) || undefined;
    default:
      return undefined;
  }
}

/** Whether a module makes clients, or an export of it names the service, such as a client for requests. */
function isExportedClient(
  { from, name }: Extract<Binding, { kind: 'import' }>,
  module: Module,
  { modules }: Evaluation,
): true | undefined {
  const target = modules.imported(module, from);
  if (target === undefined || target.makesClient) return target && true;
  for (const { module: there, exported } of exportsIn(target, name, modules)) {
    const { program } = there.syntax;
    const own = exported.kind === 'local' ? bindingOf(exported.name, program) : undefined;
    const node = exported.kind === 'local' ? own?.kind === 'value' && own.init : exported.node;
    if (node && hasEvidence(node, there)) return true;
  }
  return undefined;
}

const isOfOther = ({ isOther, declared }: Unknown): boolean =>
  isOther === true || (declared?.kind === 'unknown' && declared.isOther === true);

const isMade = ({ kind }: Value): boolean => kind === 'client';

export function hasEvidence(node: Node, module: Module): boolean {
  const { start, end } = siteOf(node, module);
  return SERVICE.test(module.text.slice(start, Math.min(end, start + 2000)));
}
