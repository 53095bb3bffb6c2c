/** Where functions are called, over all files. */
import { stemOf } from './modules.ts';
import type { Module, Node } from './parse.ts';
import { evaluateAlone, type Run } from './resolve.ts';
import { bare, memberName, nameOfKey } from './syntax.ts';
import { optionsOf, type Place, type Value } from './value.ts';

/** A use of a function. `call`: with these arguments; `items`: for each item of a list. */
export interface Caller {
  readonly how: 'call' | 'items' | 'unknown';
  /** The call, or the place that passes the function on. */
  readonly at: Place;
}

type Table = ReadonlyMap<Node, readonly Caller[]>;

/** Asks each file for the functions that it calls, once. */
export function createCallers(run: Run): (fn: Place) => readonly Caller[] {
  const tables = new Map<Module, Table>();
  const { inputs, load } = run.modules;
  return (fn) => {
    const { node, module } = fn;
    const parent = module.parentOf(node);
    const isInline = parent?.type === 'CallExpression' && parent.arguments[0] === node;
    if (isInline && /^(?:forEach|map|flatMap)$/.test(memberName(parent.callee) ?? ''))
      return [{ how: 'items', at: { module, node: parent } }];
    // Most files do not name the function or its file, and are not even parsed.
    const named = node.id ?? parent?.id ?? parent?.key;
    const name = nameOfKey(named, false);
    const [file = ''] = /[^/]*$/.exec(stemOf(module.path)) ?? [];
    const mayUse = (text: string): boolean =>
      text.includes(file) || (name !== undefined && text.includes(name));
    return inputs.flatMap((input) => {
      const other = input === module.input || mayUse(input.text ?? '') ? load(input) : undefined;
      if (other === undefined) return [];
      const table = tables.get(other) ?? callersIn(other, run);
      tables.set(other, table);
      return table.get(node) ?? [];
    });
  };
}

function callersIn(module: Module, run: Run): Table {
  const found = new Map<Node, Caller[]>();
  const add = (value: Value, how: Caller['how'], node: Node): void => {
    for (const each of optionsOf(value)) {
      if (each.is !== 'function') continue;
      const callers = found.get(each.of.node) ?? [];
      callers.push({ how, at: { module, node } });
      found.set(each.of.node, callers);
    }
  };
  for (const node of module.nodes) {
    if (node.type !== 'CallExpression') continue;
    add(evaluateAlone(node.callee, module, run), 'call', node);
    // A function that is written here has no other callers.
    for (const argument of node.arguments.map(bare))
      if (argument.type === 'Identifier' || argument.type === 'MemberExpression')
        add(evaluateAlone(argument, module, run), 'unknown', node);
  }
  return found;
}
