/** Members of classes: methods, fields, what constructors get, and what is assigned to `this`. */
import { applyFunction } from './calls.ts';
import { isFixed } from './names.ts';
import type { Module, Node } from './parse.ts';
import { evaluate, placeOf, type Use } from './resolve.ts';
import { closest, isClass, isFunction, memberName, nameOfKey } from './syntax.ts';
import { typedValue } from './types.ts';
import { type Place, unknown, type Value } from './value.ts';

type ClassValue = Value & { readonly is: 'class' | 'instance' };

/** Class → `instance name` → the first node that says its value. */
type Members = ReadonlyMap<Node | undefined, ReadonlyMap<string, Node>>;

const known = new WeakMap<Module, Members>();

const MOST_PARENTS = 10;

/** A field or method of a class, or of those that it extends. */
export function memberOfClass({ is, of }: ClassValue, name: string, use: Use, at: Place): Value {
  let { node, module } = of;
  for (let i = 0; i < MOST_PARENTS; i++) {
    const own = { ...use, module };
    const members = known.get(module) ?? membersIn(module);
    known.set(module, members);
    const member = members.get(node)?.get(`${is} ${name}`);
    if (member !== undefined) return { ...(fieldValue(member, own, at) ?? unknown(at)), at };
    const parent = node.superClass ? evaluate(node.superClass, own) : undefined;
    if (parent?.is !== 'class') break;
    ({ node, module } = parent.of);
  }
  return unknown(at);
}

function fieldValue(member: Node, use: Use, at: Place): Value | undefined {
  const { value = member.right, kind, typeAnnotation } = member;
  const given = value ? evaluate(value, use) : undefined;
  if (kind === 'get' && given?.is === 'function') return applyFunction(given, [], use, at);
  // Anybody may write another field.
  const isSafe = member.readonly || member.static || given?.is === 'function';
  if (given !== undefined && (isSafe || isFixed(given))) return given;
  return typeAnnotation && typedValue(placeOf(typeAnnotation.typeAnnotation, use), use, at);
}

function membersIn(module: Module): Members {
  const found = new Map<Node | undefined, Map<string, Node>>();
  const add = (name: string | undefined, member: Node): void => {
    const owner = closest(member, module, isClass);
    const own = found.get(owner) ?? new Map<string, Node>();
    const key = `${member.static ? 'class' : 'instance'} ${name}`;
    const { value = member.right, typeAnnotation } = member;
    // Abstract members and overloads have no value.
    const hasValue = value ? !(isFunction(value) && !value.body) : typeAnnotation;
    if (hasValue && !own.has(key)) found.set(owner, own.set(key, member));
  };
  for (const node of module.nodes) {
    const { type, kind, key, computed, left, parameter } = node;
    const isMember = module.parentOf(node)?.type === 'ClassBody' && !type.startsWith('TS');
    if (isMember && kind !== 'set') add(nameOfKey(key, computed), node);
    // `constructor(private resend: Resend)`
    if (type === 'TSParameterProperty') add((parameter.left ?? parameter).name, parameter);
    if (type === 'AssignmentExpression' && left.object?.type === 'ThisExpression')
      add(memberName(left), node);
  }
  return found;
}
