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
    const given = found ? fieldValue(found, own, at) : injectedValue(members, name, own, at);
    const made = given ?? assignedValue(name, own);
    if (made !== undefined) return { ...made, at };
    const parent = node.superClass ? evaluate(node.superClass, own) : undefined;
    if (found !== undefined || parent?.is !== 'class') break;
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

function fieldValue(field: Node, use: Use, at: Place): Value | undefined {
  const { value, kind, typeAnnotation } = field;
  const given = value ? evaluate(value, use) : undefined;
  if (kind === 'get' && given?.is === 'function') return applyFunction(given, [], use, at);
  // Anybody may write another field.
  const isKnown = given !== undefined && (isFixed(given) || given.is === 'function');
  if (isKnown || (given !== undefined && (field.readonly || field.static))) return given;
  return typeAnnotation && typedValue(placeOf(typeAnnotation.typeAnnotation, use), use, at);
}

/** `constructor(private resend: Resend)` */
function injectedValue(
  members: readonly Node[],
  name: string,
  use: Use,
  at: Place,
): Value | undefined {
  const maker = members.find(({ kind }) => kind === 'constructor');
  const parameters: readonly Node[] = maker?.value.params ?? [];
  const own = parameters
    .map(({ parameter }) => parameter?.left ?? parameter)
    .find((each) => each?.name === name);
  const type = own?.typeAnnotation?.typeAnnotation;
  return type && typedValue(placeOf(type, use), use, at);
}

/** `this.name = …`, of a client or an object of a class only. */
function assignedValue(name: string, use: Use): Value | undefined {
  const assignment = use.module.nodes.find(
    ({ type, left }) =>
      type === 'AssignmentExpression' &&
      memberName(left) === name &&
      left.object.type === 'ThisExpression',
  );
  const value = assignment && evaluate(assignment.right, use);
  return value !== undefined && isFixed(value) ? value : undefined;
}
