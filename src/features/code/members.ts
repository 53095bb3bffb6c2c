/** Members of values and classes, and the variables of patterns, which get them. */
import { applyFunction } from './calls.ts';
import { exportedValue, isFixed } from './names.ts';
import type { Module, Node, Variable } from './parse.ts';
import { evaluate, placeOf, type Use } from './resolve.ts';
import { closest, isClass, isFunction, memberName, nameOfKey } from './syntax.ts';
import { isSdk, typedValue } from './types.ts';
import type { Env, ListValue, ObjectValue, Place, Value } from './value.ts';
import { choiceOf, constant, isAbsent, listOf, optionsOf, unknown, unknownOf } from './value.ts';

export function memberOf(node: Node, use: Use): Value {
  const at = placeOf(node, use);
  const { object, property, computed } = node;
  if (!computed && isEnvironment(node, use)) return unknown(at, { isEnvironment: true });
  const value = evaluate(object, use);
  const name = nameOfKey(property, computed);
  if (name !== undefined) return member(value, name, use, at);
  const key = evaluate(property, use);
  // Of two choices, one may decide about the other.
  if (key.is === 'unknown' || (key.is === 'choice' && value.is === 'choice'))
    return unknownOf([key, value], at);
  const all = optionsOf(key).map((each) =>
    each.is === 'constant' ? member(value, String(each.value), use, at) : unknown(at),
  );
  return { ...choiceOf(all, at), waits: key.waits ?? value.waits };
}

/** `process.env` and the like. */
function isEnvironment({ type, object, property }: Node, { module }: Use): boolean {
  if (type !== 'MemberExpression' || property.name !== 'env') return false;
  const isGlobal = object.type === 'Identifier' && module.variableOf(object) === undefined;
  const isProcess = isGlobal && /^(?:process|Bun|Deno)$/.test(object.name);
  return isProcess || object.type === 'MetaProperty';
}

export function member(value: Value, name: string, use: Use, at: Place): Value {
  switch (value.is) {
    case 'object':
      return value.entries.get(name)?.value ?? missing(value, at);
    case 'list':
      return item(value, name, at);
    case 'choice':
      return choiceOf(
        value.options.map((each) => member(each, name, use, at)),
        at,
      );
    case 'module':
      return exportedValue(value.of, name, use, at);
    case 'foreign': {
      const { from } = value;
      const isAll = value.name === '*' || (value.name === 'default' && isSdk(from));
      // Members of other packages are told apart by their names: `axios.post`.
      return { ...value, name: isAll ? name : `${value.name}.${name}`, at };
    }
    case 'client':
      return { ...value, path: [...value.path, name], at };
    case 'class':
    case 'instance':
      return memberOfClass(value, name, use, at);
    case 'constant':
      return (value.value ?? undefined) === undefined ? constant(undefined, at) : unknown(at);
    case 'unknown':
      return value.isEnvironment ? ofEnvironment(value, name, at) : unknownOf([value], at);
    default:
      return unknown(at);
  }
}

/** The base URL of the service has a default. */
const ofEnvironment = (value: Value, name: string, at: Place): Value =>
  /^RESEND_(?:API_|BASE_)?URL$/.test(name)
    ? choiceOf([value, constant('https://api.resend.com', at)], at)
    : { ...value, at };

const missing = ({ isOpen, waits }: Value & { readonly isOpen: boolean }, at: Place): Value =>
  isOpen ? unknown(at, { waits }) : constant(undefined, at);

function item(list: ListValue, name: string, at: Place): Value {
  if (name === 'length' && !list.isOpen) return constant(list.items.length, at);
  if (!/^(?:0|[1-9]\d*)$/.test(name)) return unknown(at);
  return list.items[Number(name)] ?? missing(list, at);
}

/** The variables of a pattern, with the parts of a value that they get. */
export function bindPattern(pattern: Node, value: Value, use: Use): ReadonlyMap<Variable, Value> {
  const found = new Map<Variable, Value>();
  const open: (readonly [Node, Value])[] = [[pattern, value]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, given] = next;
    const variable = use.module.variableOf(node);
    if (variable !== undefined) found.set(variable, given);
    if (node.type === 'TSParameterProperty') open.push([node.parameter, given]);
    if (node.type === 'AssignmentPattern')
      open.push([node.left, isAbsent(given) ? evaluate(node.right, use) : given]);
    if (node.type === 'ObjectPattern') open.push(...partsOf(node, given, use));
    if (node.type === 'ArrayPattern')
      for (const [i, each] of node.elements.entries())
        if (each !== null && each.type !== 'RestElement')
          open.push([each, member(given, String(i), use, given.at)]);
  }
  return found;
}

function partsOf({ properties }: Node, value: Value, use: Use): (readonly [Node, Value])[] {
  const rest = new Map(value.is === 'object' ? value.entries : []);
  return properties.map((property) => {
    if (property.type === 'RestElement') return [property.argument, restOf(value, rest)];
    const name = nameOfKey(property.key, property.computed);
    if (name === undefined) return [property.value, unknown(value.at)];
    rest.delete(name);
    return [property.value, member(value, name, use, value.at)];
  });
}

/** An object without what is taken from it. */
const restOf = (value: Value, entries: ObjectValue['entries']): Value =>
  value.is === 'object' ? { ...value, entries } : unknown(value.at, { waits: value.waits });

/** The parameters of a function with the arguments of a call. */
export function bindParameters(fn: Node, given: readonly Value[], env: Env, use: Use): Env {
  const bound = new Map(env);
  fn.params.forEach((parameter, i) => {
    const at = placeOf(parameter, use);
    const isRest = parameter.type === 'RestElement';
    const argument = isRest ? listOf(given.slice(i), at) : (given[i] ?? constant(undefined, at));
    const pattern = isRest ? parameter.argument : parameter;
    for (const [variable, value] of bindPattern(pattern, argument, { ...use, env: bound }))
      bound.set(variable, value);
  });
  return bound;
}

type ClassValue = Value & { readonly is: 'class' | 'instance' };

/** Class → `instance name` → the first node that says its value. */
type Members = ReadonlyMap<Node | undefined, ReadonlyMap<string, Node>>;

const known = new WeakMap<Module, Members>();

const MOST_PARENTS = 10;

/** A field or method of a class, or of those that it extends. */
function memberOfClass({ is, of }: ClassValue, name: string, use: Use, at: Place): Value {
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
