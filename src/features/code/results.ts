/** What becomes of the result of a call: the SDK returns errors and does not throw them. */
import type { ApiCall } from '../../core/model/workflow.ts';
import { closest, isFunction, type Module, type Node, nameOfKey } from './parse.ts';

type Result = ApiCall['result'];

/**
 * How the result of a call is used. `returned`: by the function around it, whose callers decide.
 */
export function resultOf(call: Node, module: Module): Result | 'returned' {
  let node = call;
  for (;;) {
    const parent = module.parentOf(node);
    if (parent === undefined) return 'used';
    const next = step(node, parent, module);
    if (typeof next === 'string') return next;
    node = next;
  }
}

/** What a parent does with a value, or the node that has the value now. */
function step(node: Node, parent: Node, module: Module): Result | 'returned' | Node {
  switch (parent.type) {
    case 'ExpressionStatement':
      return 'discarded';
    case 'UnaryExpression':
      return parent['operator'] === 'void' ? 'discarded' : 'used';
    case 'AwaitExpression':
    case 'ArrayExpression':
    case 'ChainExpression':
      return parent;
    case 'LogicalExpression':
      return parent['left'] === node ? 'used' : parent;
    case 'ConditionalExpression':
      return parent['test'] === node ? 'used' : parent;
    case 'CallExpression':
      return isCombining(parent['callee']) ? parent : 'used';
    case 'MemberExpression':
      return ofMember(parent, module);
    case 'VariableDeclarator':
      return ofPattern(parent['id'], module);
    case 'AssignmentExpression':
      return ofPattern(parent['left'], module);
    case 'ReturnStatement':
    case 'ArrowFunctionExpression':
      return ofReturn(parent, module);
    default:
      return 'used';
  }
}

/** `Promise.all` and the like. */
const isCombining = (callee: Node): boolean =>
  callee.type === 'MemberExpression' &&
  callee['object'].name === 'Promise' &&
  /^(?:all|allSettled|race|any)$/.test(nameOfKey(callee['property'], callee['computed']) ?? '');

function ofMember(member: Node, module: Module): Result | Node {
  const chained = module.parentOf(member);
  const name = nameOfKey(member['property'], member['computed']);
  if (chained?.type !== 'CallExpression' || chained['callee'] !== member)
    return name === 'data' && !isTested(member, module) ? 'data' : 'used';
  if (name === 'catch' || name === 'finally') return chained;
  const [callback] = chained['arguments'] as readonly Node[];
  if (name !== 'then' || callback === undefined || !isFunction(callback)) return 'used';
  const [parameter] = callback['params'] as readonly Node[];
  return parameter === undefined ? 'discarded' : ofPattern(parameter, module);
}

/** `forEach` drops what its callback returns; `map` makes a list of it. */
function ofReturn(returning: Node, module: Module): Result | 'returned' | Node {
  const fn = closest(returning, module, isFunction);
  const call = fn && module.parentOf(fn);
  const callee = call?.type === 'CallExpression' ? (call['callee'] as Node) : undefined;
  if (call === undefined || callee === undefined || callee === fn) return 'returned';
  const name = callee.type === 'MemberExpression' ? callee['property'].name : undefined;
  if (name === 'forEach') return 'discarded';
  return name === 'map' || name === 'flatMap' ? call : 'used';
}

function ofPattern(pattern: Node, module: Module): Result {
  if (pattern.type === 'Identifier') {
    const uses = usesOf(pattern, module);
    if (uses.length === 0) return 'discarded';
    return uses.every((use) => isOnlyData(use, module)) ? 'data' : 'used';
  }
  if (pattern.type !== 'ObjectPattern') return 'used';
  const properties: readonly Node[] = pattern['properties'];
  if (properties.some(({ type }) => type === 'RestElement')) return 'used';
  const error = properties.find(({ key, computed }) => nameOfKey(key, computed) === 'error');
  const names = namesIn(error?.['value'] ?? pattern);
  const uses = names.flatMap((name) => usesOf(name, module));
  const isRead = error === undefined ? uses.some((use) => isTested(use, module)) : uses.length > 0;
  return isRead ? 'used' : 'data';
}

/** `result.data`, which is null after a failure. */
function isOnlyData(use: Node, module: Module): boolean {
  const parent = module.parentOf(use);
  const isMember = parent?.type === 'MemberExpression' && parent['object'] === use;
  return isMember && parent['property'].name === 'data' && !isTested(parent, module);
}

/** Whether a program decides something by a value. */
function isTested(node: Node, module: Module): boolean {
  const parent = module.parentOf(node);
  if (parent === undefined) return false;
  const { type } = parent;
  if (type === 'ChainExpression' || type === 'TSNonNullExpression') return isTested(parent, module);
  return (
    type === 'LogicalExpression' ||
    type === 'BinaryExpression' ||
    (type === 'UnaryExpression' && parent['operator'] === '!') ||
    (/^(?:If|While|Conditional)/.test(type) && parent['test'] === node)
  );
}

/** The places that read a variable. */
const usesOf = (identifier: Node, module: Module): readonly Node[] =>
  (module.variableOf(identifier)?.references ?? []).flatMap((each) =>
    each.isWrite() ? [] : each.identifier,
  );

/** The names that a pattern declares, two levels deep. */
const namesIn = (pattern: Node): readonly Node[] => {
  const partsOf = ({ properties = [], elements = [] }: Node): readonly Node[] =>
    [...properties.map(({ value }: Node) => value), ...elements].filter(Boolean);
  const parts = pattern.type === 'Identifier' ? [pattern] : partsOf(pattern);
  return parts
    .flatMap((part) => [part, ...partsOf(part)])
    .filter(({ type }) => type === 'Identifier');
};

/** Whether a `catch` of the same function is around a call. */
export function isInTry(call: Node, module: Module): boolean {
  let node = call;
  for (;;) {
    const parent = module.parentOf(node);
    if (parent === undefined || isFunction(parent)) return false;
    if (parent.type === 'TryStatement' && parent['block'] === node && parent['handler'])
      return true;
    node = parent;
  }
}
