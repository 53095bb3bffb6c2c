import type { CallExpression, Node } from '@babel/types';
import { addTo } from '../../core/model/groups.ts';
import { isFunction, nameOfKey } from './bindings.ts';
import { ownNames } from './functions.ts';
import type { Module } from './module.ts';
import { parentOf } from './syntax.ts';

interface Effects {
  /** Nodes that change the value of a name, and calls of functions that do, by position. */
  readonly nodes: readonly Node[];
  /** The functions that change a value, or call one that does. */
  readonly functions: ReadonlySet<Node>;
  readonly calls: Calls;
}

const known = new WeakMap<Module, Effects>();

/** Whether running a function may change the value of a name. */
export const isChanging = (node: Node, module: Module): boolean =>
  effectsOf(module).functions.has(node);

/** What running a node may change: nodes that change a value, and calls of functions that do. */
export function effectsIn(node: Node, module: Module): readonly Node[] {
  const { nodes } = effectsOf(module);
  const found: Node[] = [];
  if (isFunction(node)) return found;
  const { start, end } = placeOf(node);
  for (let i = firstFrom(nodes, start); i < nodes.length; i++) {
    const each = nodes[i] as Node;
    if (placeOf(each).start >= end) break;
    if (runsWith(each, node)) found.push(each);
  }
  return found;
}

// The parser sets them in all nodes.
const placeOf = ({ start, end }: Node): { start: number; end: number } => {
  return { start: start as number, end: end as number };
};

export const isInside = (inner: Node, outer: Node): boolean => {
  const [own, around] = [placeOf(inner), placeOf(outer)];
  return own.start >= around.start && own.end <= around.end;
};

function firstFrom(nodes: readonly Node[], start: number): number {
  let [low, high] = [0, nodes.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (placeOf(nodes[middle] as Node).start < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether a node inside of another one runs with it: it is in no function, or in one that is an argument of a call, or called at once. */
function runsWith(inner: Node, outer: Node): boolean {
  for (let node: Node | undefined = inner; node !== undefined && node !== outer; ) {
    const parent: Node | undefined = parentOf(node);
    if (isFunction(node) && parent?.type !== 'CallExpression') return false;
    node = parent;
  }
  return true;
}

/** Whether an expression runs each time that its statement does, or the expression around it. */
export function runsAlways(inner: Node, outer?: Node): boolean {
  for (let node = inner, parent = parentOf(node); parent; node = parent, parent = parentOf(node)) {
    if (node === outer) return true;
    if (parent.type === 'ConditionalExpression' && node !== parent.test) return false;
    if (parent.type === 'LogicalExpression' && node === parent.right) return false;
    if (isFunction(parent) || parent.type.endsWith('Statement')) return outer === undefined;
  }
  return true;
}

function effectsOf(module: Module): Effects {
  const found = known.get(module) ?? readEffects(module);
  known.set(module, found);
  return found;
}

function readEffects({ changes, syntax }: Module): Effects {
  const nodes = [...changes.values()].flat();
  const calls = callsByName(syntax.nodes);
  const reached = callersOf(nodes, calls);
  const all = [...new Set([...nodes, ...reached.calls])];
  const sorted = all.sort((a, b) => placeOf(a).start - placeOf(b).start);
  return { nodes: sorted, functions: reached.functions, calls };
}

/** The calls of functions that make some changes, directly or by other functions. */
export const callsThatMake = (changes: readonly Node[], module: Module): ReadonlySet<Node> =>
  callersOf(changes, effectsOf(module).calls).calls;

type Calls = ReadonlyMap<string, readonly CallExpression[]>;

function callersOf(
  changes: readonly Node[],
  byName: Calls,
): { readonly functions: ReadonlySet<Node>; readonly calls: ReadonlySet<Node> } {
  const functions = new Set(changes.flatMap(functionsAround));
  const calls = new Set<Node>();
  const names = new Set<string>();
  // A Set iterates over elements added meanwhile.
  for (const each of functions)
    for (const name of ownNames(each)) {
      if (names.has(name)) continue;
      names.add(name);
      for (const call of byName.get(name) ?? []) {
        calls.add(call);
        for (const outer of functionsAround(call)) functions.add(outer);
      }
    }
  return { functions, calls };
}

/** The calls with a name as the function, the method or an argument. */
function callsByName(nodes: readonly Node[]): Calls {
  const calls = new Map<string, CallExpression[]>();
  for (const node of nodes) {
    if (node.type !== 'CallExpression') continue;
    const { callee } = node;
    const used = callee.type === 'MemberExpression' ? callee.property : callee;
    for (const name of new Set([used, ...node.arguments].map(nameOfKey)))
      if (name !== '') addTo(calls, name, node);
  }
  return calls;
}

function functionsAround(inner: Node): readonly Node[] {
  const found: Node[] = [];
  for (let node: Node | undefined = inner; node !== undefined; node = parentOf(node))
    if (isFunction(node)) found.push(node);
  return found;
}
