/** Members of classes: methods, fields, and what constructors get. */
import { applyFunction } from './calls.ts';
import { isFixed } from './names.ts';
import type { Node } from './parse.ts';
import { evaluate, placeOf, type Use } from './resolve.ts';
import { isFunction, memberName, nameOfKey } from './syntax.ts';
import { typedValue } from './types.ts';
import { type Place, unknown, type Value } from './value.ts';

type ClassValue = Value & { readonly is: 'class' | 'instance' };

const MOST_PARENTS = 10;

/** A field or method of a class, or of those that it extends. */
export function memberOfClass({ is, of }: ClassValue, name: string, use: Use, at: Place): Value {
  let { node, module } = of;
  for (let i = 0; i < MOST_PARENTS; i++) {
    const own = { ...use, module };
    const members: readonly Node[] = node.body.body;
    const found = members.find((each) => isMember(each, name, is));
    if (found !== undefined) return fieldValue(found, name, own, at);
    const made = is === 'instance' ? injectedValue(members, name, own, at) : undefined;
    if (made !== undefined) return made;
    const parent = node.superClass ? evaluate(node.superClass, own) : undefined;
    if (parent?.is !== 'class') break;
    ({ node, module } = parent.of);
  }
  return unknown(at);
}

/** Abstract members and overloads have no value. */
function isMember(node: Node, name: string, is: ClassValue['is']): boolean {
  const { key, computed, value, kind, type } = node;
  const isWanted = nameOfKey(key, computed) === name && Boolean(node.static) === (is === 'class');
  const hasValue = !/^TS/.test(type) && !(value && isFunction(value) && !value.body);
  return isWanted && hasValue && kind !== 'set';
}

function fieldValue(field: Node, name: string, use: Use, at: Place): Value {
  const { value, kind, typeAnnotation } = field;
  const fn: Value | undefined = value && {
    is: 'function',
    of: placeOf(value, use),
    env: use.env,
    at,
  };
  if (kind === 'method') return fn ?? unknown(at);
  if (kind === 'get' && fn?.is === 'function') return applyFunction(fn, [], use, at);
  const given = value ? evaluate(value, use) : undefined;
  if (given !== undefined && (isFixed(given) || given.is === 'function' || isOwn(field, name, use)))
    return given;
  if (typeAnnotation) return typedValue(placeOf(typeAnnotation.typeAnnotation, use), use, at);
  return assignedValue(name, use, at) ?? unknown(at);
}

/** A field that anybody may write is not known. */
function isOwn(field: Node, name: string, use: Use): boolean {
  const isPrivate = field.accessibility === 'private' || name.startsWith('#');
  const isClosed = field.readonly || field.static || isPrivate;
  return isClosed && assignmentsTo(name, use).length === 0;
}

const assignmentsTo = (name: string, { module }: Use): readonly Node[] =>
  module.nodes.filter(
    ({ type, left }) =>
      type === 'AssignmentExpression' &&
      memberName(left) === name &&
      left.object.type === 'ThisExpression',
  );

/** `this.name = …`, of a client or an object of a class only. */
function assignedValue(name: string, use: Use, at: Place): Value | undefined {
  const [assignment] = assignmentsTo(name, use);
  const value = assignment && evaluate(assignment.right, use);
  return value !== undefined && isFixed(value) ? { ...value, at } : undefined;
}

/** `constructor(private resend: Resend)`, or a field that the constructor sets. */
function injectedValue(
  members: readonly Node[],
  name: string,
  use: Use,
  at: Place,
): Value | undefined {
  const maker = members.find(({ kind }) => kind === 'constructor');
  for (const { type, parameter } of (maker?.value.params ?? []) as readonly Node[]) {
    const own = type === 'TSParameterProperty' ? (parameter.left ?? parameter) : undefined;
    const declared = own?.name === name ? own.typeAnnotation?.typeAnnotation : undefined;
    if (declared) return typedValue(placeOf(declared, use), use, at);
  }
  return maker && assignedValue(name, use, at);
}
