/** Where functions are called, over all files. */
import { pathOf } from './modules.ts';
import { bare, type Module, type Node, nameOfKey } from './parse.ts';
import type { Run } from './resolve.ts';
import { evaluateAlone } from './resolve.ts';
import { optionsOf, type Place, type Value } from './value.ts';

/** A use of a function. `call`: with these arguments; `items`: for each item of a list. */
export interface Caller {
  readonly how: 'call' | 'items' | 'unknown';
  /** The call, or the place that passes the function on. */
  readonly at: Place;
}

/** Asks each file for the functions that it calls, once. */
export function createCallers(run: Run) {
  const tables = new Map<Module, ReadonlyMap<Node, readonly Caller[]>>();
  return (fn: Place): readonly Caller[] => {
    const own = callbackOf(fn);
    if (own !== undefined) return [own];
    const name = nameOf(fn);
    const { modules } = run;
    return modules.inputs.flatMap((input) => {
      const isOwn = input === fn.module.input;
      // Most files do not name the function, and are not even parsed.
      if (!isOwn && !mayUse(input.text ?? '', name, fn.module)) return [];
      const module = modules.load(input);
      if (module === undefined) return [];
      const table = tables.get(module) ?? callersIn(module, run);
      tables.set(module, table);
      return table.get(fn.node) ?? [];
    });
  };
}

function mayUse(text: string, name: string | undefined, module: Module): boolean {
  const file = pathOf(module.input).replace(/(?:\/index)?\.[cm]?[jt]sx?$/, '');
  const stem = file.slice(file.lastIndexOf('/') + 1);
  return (name !== undefined && text.includes(name)) || text.includes(stem);
}

/** The name that a function has in its file. */
function nameOf({ node, module }: Place): string | undefined {
  const parent = module.parentOf(node);
  const named = node['id'] ?? parent?.['id'] ?? parent?.['key'];
  return named ? nameOfKey(named, false) : undefined;
}

/** A function that is written as the argument of `forEach` or `map`. */
function callbackOf({ node, module }: Place): Caller | undefined {
  const parent = module.parentOf(node);
  const isCallback = parent?.type === 'CallExpression' && parent['arguments'][0] === node;
  return isCallback && isOverItems(parent)
    ? { how: 'items', at: { module, node: parent } }
    : undefined;
}

const isOverItems = ({ callee }: Node): boolean =>
  callee.type === 'MemberExpression' &&
  /^(?:forEach|map|flatMap)$/.test(nameOfKey(callee.property, callee.computed) ?? '');

function callersIn(module: Module, run: Run): ReadonlyMap<Node, readonly Caller[]> {
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
    const { callee } = node as Node & { readonly callee: Node };
    add(evaluateAlone(callee, module, run), 'call', node);
    for (const argument of node['arguments'] as readonly Node[]) {
      const given = bare(argument);
      // A function that is written here has no other callers.
      if (given.type !== 'Identifier' && given.type !== 'MemberExpression') continue;
      const isFirst = node['arguments'][0] === argument;
      add(
        evaluateAlone(given, module, run),
        isFirst && isOverItems(node) ? 'items' : 'unknown',
        node,
      );
    }
  }
  return found;
}
