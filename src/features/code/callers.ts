/** Where functions are called, over all files. */
import type { Input } from '../../core/model/workflow.ts';
import { stemOf } from './modules.ts';
import type { Module, Node } from './parse.ts';
import { evaluateAlone, type Run } from './resolve.ts';
import { bare, nameOfKey } from './syntax.ts';
import { optionsOf, type Place } from './value.ts';

/** A use of a function: the call, or the call of another one that gets it. */
export interface Caller {
  readonly at: Place;
  /** Its arguments are those of the function. */
  readonly isCall: boolean;
}

/** Asks each file for the functions that it calls, once. */
export function callersOf({ node, module }: Place, run: Run): readonly Caller[] {
  const parent = module.parentOf(node);
  // Most files do not name the function or its file, and are not even parsed.
  const name = nameOfKey(node.id ?? parent?.id ?? parent?.key, false);
  const [file = ''] = /[^/]*$/.exec(stemOf(module.path)) ?? [];
  const mayUse = ({ text = '' }: Input): boolean =>
    text.includes(file) || (name !== undefined && text.includes(name));
  return run.modules.inputs.flatMap((input) => {
    const isOwn = input === module.input;
    const other = isOwn || mayUse(input) ? run.modules.load(input) : undefined;
    if (other === undefined) return [];
    const table = run.callers.get(other) ?? callersIn(other, run);
    run.callers.set(other, table);
    return table.get(node) ?? [];
  });
}

function callersIn(module: Module, run: Run): ReadonlyMap<Node, readonly Caller[]> {
  const found = new Map<Node, Caller[]>();
  const add = (given: Node, caller: Caller): void => {
    for (const each of optionsOf(evaluateAlone(given, module, run))) {
      if (each.is !== 'function') continue;
      const callers = found.get(each.of.node) ?? [];
      callers.push(caller);
      found.set(each.of.node, callers);
    }
  };
  for (const node of module.nodes) {
    if (node.type !== 'CallExpression') continue;
    const at = { module, node };
    add(node.callee, { at, isCall: true });
    // A function that is written here has no other callers.
    for (const given of node.arguments.map(bare))
      if (/^(?:Identifier|MemberExpression)$/.test(given.type)) add(given, { at, isCall: false });
  }
  return found;
}
