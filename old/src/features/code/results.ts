import type { CallExpression, Identifier, Node } from '@babel/types';
import { addTo, groupBy } from '../../core/model/groups.ts';
import { type Binding, bindingOf, isFunction, nameOfKey, namesIn } from './bindings.ts';
import type { Module } from './module.ts';
import { parentOf } from './syntax.ts';

/** What becomes of the result of a call: `discarded`, or its error is not read. */
type IgnoredResult = 'discarded' | 'unread';

const COMBINING = new Set(['all', 'allSettled', 'race', 'any']);
const RETURNING = new Set(['map', 'flatMap']);

/** `undefined` for a result that is read, returned, passed on or stored. */
export function ignoredResultOf(call: CallExpression, module: Module): IgnoredResult | undefined {
  let node: Node = call;
  for (;;) {
    const parent = parentOf(node);
    switch (parent?.type) {
      case 'ExpressionStatement':
        return 'discarded';
      case 'UnaryExpression':
        return parent.operator === 'void' ? 'discarded' : undefined;
      case 'AwaitExpression':
      case 'ArrayExpression':
        break;
      case 'LogicalExpression':
        if (parent.left === node) return undefined;
        break;
      case 'ConditionalExpression':
        if (parent.test === node) return undefined;
        break;
      case 'CallExpression':
        if (!isCombining(parent)) return undefined;
        break;
      case 'MemberExpression': {
        const chained = parentOf(parent);
        const isChained = chained?.type === 'CallExpression' && chained.callee === parent;
        const name = nameOfKey(parent.property);
        if (!isChained) return name === 'data' && !isTested(parent) ? 'unread' : undefined;
        if (name === 'then') return ofCallback(chained.arguments[0], module);
        if (name !== 'catch' && name !== 'finally') return undefined;
        node = chained;
        continue;
      }
      case 'VariableDeclarator':
        return ofPattern(parent.id, module);
      case 'AssignmentExpression':
        return ofPattern(parent.left, module);
      case 'ReturnStatement':
      case 'ArrowFunctionExpression': {
        const iteration = iterationOf(parent);
        if (iteration === 'forEach') return 'discarded';
        if (iteration === undefined) return undefined;
        node = iteration;
        continue;
      }
      default:
        return undefined;
    }
    node = parent;
  }
}

/** `Promise.all(…)` */
const isCombining = ({ callee }: CallExpression): boolean =>
  callee.type === 'MemberExpression' &&
  nameOfKey(callee.object) === 'Promise' &&
  COMBINING.has(nameOfKey(callee.property));

/** The list that a callback of `map` returns its results to; `forEach` drops them. */
function iterationOf(returning: Node): CallExpression | 'forEach' | undefined {
  let node: Node | undefined = returning;
  while (node !== undefined && !/Function|Method/.test(node.type)) node = parentOf(node);
  const parent = node && parentOf(node);
  if (parent?.type !== 'CallExpression' || parent.callee.type !== 'MemberExpression')
    return undefined;
  const name = nameOfKey(parent.callee.property);
  if (name === 'forEach') return name;
  return RETURNING.has(name) && parent.arguments[0] === node ? parent : undefined;
}

/** The callback of `then` gets the result. */
function ofCallback(callback: Node | undefined, module: Module): IgnoredResult | undefined {
  if (callback === undefined || !isFunction(callback)) return undefined;
  const [parameter] = callback.params;
  return parameter === undefined ? 'discarded' : ofPattern(parameter, module);
}

function ofPattern(pattern: Node, module: Module): IgnoredResult | undefined {
  if (pattern.type === 'Identifier') {
    const uses = usesOf(pattern, module);
    if (uses.length === 0) return 'discarded';
    return uses.every((use) => isOnlyData(use)) ? 'unread' : undefined;
  }
  if (pattern.type !== 'ObjectPattern') return undefined;
  const data: Node[] = [];
  for (const property of pattern.properties) {
    if (property.type === 'RestElement') return undefined;
    const name = nameOfKey(property.key);
    if (name === 'error') {
      const isUsed = [...namesIn(property.value)].some((each) => usesOf(each, module).length > 0);
      return isUsed ? undefined : 'unread';
    }
    data.push(property.value);
  }
  const uses = data.flatMap((each) => [...namesIn(each)]).flatMap((each) => usesOf(each, module));
  return uses.some((use) => isTested(use)) ? undefined : 'unread';
}

/** `result.data`, which is null after a failure. */
function isOnlyData(use: Node): boolean {
  const parent = parentOf(use);
  return (
    parent?.type === 'MemberExpression' &&
    parent.object === use &&
    nameOfKey(parent.property) === 'data' &&
    !isTested(parent)
  );
}

/** Code that tests the data notices a failure. */
function isTested(value: Node): boolean {
  let node = value;
  for (let parent = parentOf(node); parent !== undefined; parent = parentOf(node)) {
    switch (parent.type) {
      case 'MemberExpression':
        if (parent.object !== node) return false;
        break;
      case 'IfStatement':
      case 'ConditionalExpression':
      case 'WhileStatement':
        return parent.test === node;
      case 'LogicalExpression':
      case 'BinaryExpression':
        return true;
      case 'UnaryExpression':
        return parent.operator === '!';
      default:
        return false;
    }
    node = parent;
  }
  return false;
}

type Readers = ReadonlyMap<Binding | undefined, readonly Node[]>;
const identifiers = new WeakMap<Module, ReadonlyMap<string, readonly Node[]>>();
const readers = new WeakMap<Module, Map<string, Readers>>();

/** The places that read a name. */
export function usesOf(declared: Identifier, module: Module): readonly Node[] {
  const { name } = declared;
  const byName = readers.get(module) ?? new Map<string, Readers>();
  readers.set(module, byName);
  const byBinding = byName.get(name) ?? readersOf(name, module);
  byName.set(name, byBinding);
  return byBinding.get(bindingOf(name, declared)) ?? [];
}

function readersOf(name: string, module: Module): Readers {
  const known = identifiers.get(module) ?? identifiersIn(module);
  identifiers.set(module, known);
  const read = (known.get(name) ?? []).filter((node) => isRead(node));
  return groupBy(read, (node) => bindingOf(name, node));
}

function identifiersIn({ syntax: { nodes } }: Module): ReadonlyMap<string, readonly Node[]> {
  const found = new Map<string, Node[]>();
  for (const node of nodes) if (node.type === 'Identifier') addTo(found, node.name, node);
  return found;
}

/** Whether a name is used, and not declared or assigned. */
function isRead(node: Node): boolean {
  const parent = parentOf(node);
  switch (parent?.type) {
    case 'MemberExpression':
      return parent.object === node || parent.computed;
    case 'ObjectProperty':
      return (
        (parent.value === node || parent.computed) && parentOf(parent)?.type !== 'ObjectPattern'
      );
    case 'AssignmentExpression':
      return parent.left !== node;
    case 'VariableDeclarator':
      return parent.id !== node;
    case 'AssignmentPattern':
      return parent.left !== node;
    case 'ArrowFunctionExpression':
      return parent.body === node;
    case 'FunctionDeclaration':
    case 'FunctionExpression':
    case 'ArrayPattern':
    case 'RestElement':
      return false;
    default:
      return true;
  }
}

/** Whether a `catch` in the same function is around a call. */
export function isInTry(call: Node): boolean {
  let node = call;
  for (let parent = parentOf(node); parent !== undefined; parent = parentOf(node)) {
    if (/Function|Method/.test(parent.type)) return false;
    if (parent.type === 'TryStatement') return parent.block === node && parent.handler != null;
    node = parent;
  }
  return false;
}
