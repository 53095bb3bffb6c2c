/** Whether the error of a call is read: the SDK returns errors and does not throw them. */
import type { Node } from './parse.ts';
import { closest, isCompared, isFunction, memberName, nameOfKey } from './syntax.ts';

/** `returned`: by the function around it, whose callers decide. */
type Result = 'used' | 'discarded' | 'returned';

export function resultOf(call: Node): Result {
  let next: Result | Node = call;
  while (typeof next !== 'string') next = useOf(next);
  return next;
}

/** What is done with the value of a node, or the node that has it now. */
function useOf(node: Node): Result | Node {
  const parent = node.parent;
  switch (parent?.type) {
    case 'ExpressionStatement':
      return 'discarded';
    case 'UnaryExpression':
      return parent.operator === 'void' ? 'discarded' : 'used';
    case 'AwaitExpression':
    case 'ArrayExpression':
    case 'ChainExpression':
      return parent;
    case 'LogicalExpression':
    case 'ConditionalExpression':
      return node === (parent.left ?? parent.test) ? 'used' : parent;
    case 'CallExpression': {
      const name = calledName(parent);
      if (DROPPING.test(name)) return 'discarded';
      const isOfAll = /^(?:all|allSettled|race|any)$/.test(name);
      return isOfAll && parent.callee.object.name === 'Promise' ? parent : 'used';
    }
    case 'MemberExpression':
      return useOfMember(parent);
    case 'VariableDeclarator':
    case 'AssignmentExpression':
      return useOfPattern(parent.id ?? parent.left);
    case 'ReturnStatement':
    case 'ArrowFunctionExpression':
      return useOfReturn(parent);
    default:
      return 'used';
  }
}

function useOfMember(member: Node): Result | Node {
  const call = member.parent;
  const name = memberName(member);
  if (call?.callee !== member) return isOnlyData(member) ? 'discarded' : 'used';
  if (name === 'catch' || name === 'finally') return call;
  const [callback] = call.arguments;
  if (name !== 'then' || callback === undefined || !isFunction(callback)) return 'used';
  const [parameter] = callback.params;
  return parameter === undefined ? 'discarded' : useOfPattern(parameter);
}

/** These drop what a callback returns, or a promise that they wait for. */
const DROPPING = /^(?:forEach|waitUntil|after|setTimeout|setImmediate)$/;

const calledName = ({ callee }: Node): string => callee.name ?? memberName(callee) ?? '';

/** `map` makes a list of what its callback returns. */
function useOfReturn(returning: Node): Result | Node {
  const fn = closest(returning, isFunction);
  const call = fn?.parent;
  if (call?.type !== 'CallExpression' || call.callee === fn) return 'returned';
  const name = calledName(call);
  if (DROPPING.test(name)) return 'discarded';
  return name === 'map' || name === 'flatMap' ? call : 'used';
}

/** A name that gets the result, or `{ data }` of it. Others have the error too. */
function useOfPattern(pattern: Node): Result {
  const [property, ...others] = pattern.properties ?? [];
  const key = property && nameOfKey(property.key, property.computed);
  const name: Node = key === 'data' && others.length === 0 ? property?.value : pattern;
  if (name.type !== 'Identifier') return 'used';
  const reads = (name.variable?.references ?? []).filter((each) => !each.isWrite());
  const isUnread = reads.every(({ identifier }) =>
    name === pattern ? isOnlyData(identifier.parent) : !isTested(identifier),
  );
  return isUnread ? 'discarded' : 'used';
}

/** `result.data`, which is null after a failure. */
const isOnlyData = (member: Node | undefined): boolean =>
  member !== undefined && memberName(member) === 'data' && !isTested(member);

const isTested = (node: Node): boolean =>
  isCompared(node) || node.parent?.test === node || node.parent?.type === 'LogicalExpression';
