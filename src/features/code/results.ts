/** What becomes of the result of a call: the SDK returns errors and does not throw them. */
import type { ApiCall } from '../../core/model/workflow.ts';
import type { Module, Node } from './parse.ts';
import { closest, isFunction, memberName, nameOfKey } from './syntax.ts';

/** `returned`: by the function around it, whose callers decide. */
type Result = ApiCall['result'] | 'returned';

/** How the result of a call is used. */
export function resultOf(call: Node, module: Module): Result {
  let node = call;
  for (;;) {
    const parent = module.parentOf(node);
    if (parent === undefined) return 'used';
    const next = useBy(parent, node, module);
    if (typeof next === 'string') return next;
    node = next;
  }
}

/** What a parent does with a value, or the node that has the value now. */
function useBy(parent: Node, node: Node, module: Module): Result | Node {
  switch (parent.type) {
    case 'ExpressionStatement':
      return 'discarded';
    case 'UnaryExpression':
      return parent.operator === 'void' ? 'discarded' : 'used';
    case 'AwaitExpression':
    case 'ArrayExpression':
    case 'ChainExpression':
      return parent;
    case 'LogicalExpression':
      return parent.left === node ? 'used' : parent;
    case 'ConditionalExpression':
      return parent.test === node ? 'used' : parent;
    case 'CallExpression': {
      const { callee } = parent;
      const isOfAll = /^(?:all|allSettled|race|any)$/.test(memberName(callee) ?? '');
      return isOfAll && callee.object.name === 'Promise' ? parent : 'used';
    }
    case 'MemberExpression':
      return useOfMember(parent, module);
    case 'VariableDeclarator':
      return useOfPattern(parent.id, module);
    case 'AssignmentExpression':
      return useOfPattern(parent.left, module);
    case 'ReturnStatement':
    case 'ArrowFunctionExpression':
      return useOfReturn(parent, module);
    default:
      return 'used';
  }
}

function useOfMember(member: Node, module: Module): Result | Node {
  const call = module.parentOf(member);
  const name = memberName(member);
  if (call?.type !== 'CallExpression' || call.callee !== member)
    return isOnlyData(member, module) ? 'data' : 'used';
  if (name === 'catch' || name === 'finally') return call;
  const [callback] = call.arguments;
  if (name !== 'then' || callback === undefined || !isFunction(callback)) return 'used';
  const [parameter] = callback.params;
  return parameter === undefined ? 'discarded' : useOfPattern(parameter, module);
}

/** `forEach` drops what its callback returns; `map` makes a list of it. */
function useOfReturn(returning: Node, module: Module): Result | Node {
  const fn = closest(returning, module, isFunction);
  const call = fn && module.parentOf(fn);
  if (call?.type !== 'CallExpression' || call.callee === fn) return 'returned';
  const name = memberName(call.callee);
  if (name === 'forEach') return 'discarded';
  return name === 'map' || name === 'flatMap' ? call : 'used';
}

function useOfPattern(pattern: Node, module: Module): ApiCall['result'] {
  if (pattern.type === 'Identifier') {
    const uses = usesOf(pattern, module);
    if (uses.length === 0) return 'discarded';
    return uses.every((use) => isOnlyData(module.parentOf(use), module)) ? 'data' : 'used';
  }
  const { properties = [] } = pattern;
  const names = properties.map(({ key, computed }) => nameOfKey(key, computed));
  // Of `{ data, ...others }`, the others have the error.
  if (names[0] !== 'data' || names.length > 1) return 'used';
  const data: Node | undefined = properties[0]?.value;
  if (data?.type !== 'Identifier') return 'used';
  const uses = usesOf(data, module);
  // The data of a failure is null.
  return uses.some((use) => isTested(use, module)) ? 'used' : 'data';
}

/** `result.data`, which is null after a failure. */
const isOnlyData = (member: Node | undefined, module: Module): boolean =>
  member !== undefined && memberName(member) === 'data' && !isTested(member, module);

/** Whether a program decides something by a value. */
function isTested(node: Node, module: Module): boolean {
  const parent = module.parentOf(node);
  const { type = '', test, operator } = parent ?? {};
  return test === node || /^(?:Logical|Binary)E/.test(type) || operator === '!';
}

/** The places that read a variable. */
const usesOf = (identifier: Node, module: Module): readonly Node[] =>
  (module.variableOf(identifier)?.references ?? []).flatMap((each) =>
    each.isWrite() ? [] : each.identifier,
  );

/** Whether a `catch` of the same function is around a call. */
export function isInTry(call: Node, module: Module): boolean {
  let node = call;
  for (;;) {
    const parent = module.parentOf(node);
    if (parent === undefined || isFunction(parent)) return false;
    if (parent.type === 'TryStatement' && parent.block === node && parent.handler) return true;
    node = parent;
  }
}
