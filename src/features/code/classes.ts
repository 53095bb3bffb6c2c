/** Members of classes: methods, fields, and what constructors get. */
import { applyFunction } from './calls.ts';
import { isFixed } from './names.ts';
import type { Module, Node } from './parse.ts';
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
    const found = membersIn(node).get(`${is} ${name}`);
    const given = found ? fieldValue(found, own, at) : injectedValue(members, name, own, at);
    const made = given ?? assignedValue(name, own);
    if (made !== undefined) return { ...made, at };
    const parent = node.superClass ? evaluate(node.superClass, own) : undefined;
    if (found !== undefined || parent?.is !== 'class') break;
    ({ node, module } = parent.of);
  }
  return unknown(at);
}

const read = new WeakMap<Node, ReadonlyMap<string, Node>>();

/** The first member of each name that has a value: abstract members and overloads have none. */
function membersIn(node: Node): ReadonlyMap<string, Node> {
  const known = read.get(node);
  if (known !== undefined) return known;
  const found = new Map<string, Node>();
  for (const each of node.body.body) {
    const { key, computed, value, kind, type } = each;
    const name = `${each.static ? 'class' : 'instance'} ${nameOfKey(key, computed)}`;
    const hasValue = !/^TS/.test(type) && !(value && isFunction(value) && !value.body);
    if (hasValue && kind !== 'set' && !found.has(name)) found.set(name, each);
  }
  read.set(node, found);
  return found;
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

const known = new WeakMap<Module, ReadonlyMap<string, Node>>();

/** `this.name = …`, of a client or an object of a class only. */
function assignedValue(name: string, use: Use): Value | undefined {
  const assigned = known.get(use.module) ?? assignedIn(use.module);
  known.set(use.module, assigned);
  const given = assigned.get(name);
  const value = given && evaluate(given, use);
  return value !== undefined && isFixed(value) ? value : undefined;
}

/** Field → what is assigned to it. */
function assignedIn({ nodes }: Module): ReadonlyMap<string, Node> {
  const found = new Map<string, Node>();
  for (const { type, left, right } of nodes)
    if (type === 'AssignmentExpression' && left.object?.type === 'ThisExpression')
      found.set(memberName(left) ?? '', right);
  return found;
}
