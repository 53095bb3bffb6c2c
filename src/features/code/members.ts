/** Members: of objects, lists, classes, `this`, and of the files that are imported. */

import { evaluate, NO_ENV, returnedValue, type Use } from './evaluate.ts';
import { COMMON_JS } from './modules.ts';
import type { Module, Node } from './parse.ts';
import { closest, isClass, isFunction, memberName, moduleOf, nameOfKey, once } from './syntax.ts';
import { isSdk, typedValue } from './types.ts';
import type { Value } from './value.ts';
import { choiceOf, constant, isFixed, optionsOf, unknown, unknownOf, unplaced } from './value.ts';

/** What another file has is where it is used. */
export function memberOf(node: Node, use: Use): Value {
  const value = readMember(node, use);
  return value.at && moduleOf(value.at) !== moduleOf(node) ? unplaced(value) : value;
}

function readMember(node: Node, use: Use): Value {
  const { object, property, computed } = node;
  if (!computed && isEnvironment(node)) return unknown({ isEnvironment: true });
  const value = evaluate(object, use);
  const name = nameOfKey(property, computed);
  if (name !== undefined) return member(value, name, use);
  const key = evaluate(property, use);
  // Of two choices, one may decide about the other.
  if (key.is === 'unknown' || (key.is === 'choice' && value.is === 'choice'))
    return unknownOf([key, value]);
  const all = optionsOf(key).map((each) =>
    each.is === 'constant' ? member(value, String(each.value), use) : unknown(),
  );
  return { ...choiceOf(all), decider: key.decider ?? value.decider };
}

/** `process.env` and the like. */
function isEnvironment({ object, property }: Node): boolean {
  const isGlobal = object.variable === undefined;
  const isProcess = isGlobal && /^(?:process|Bun|Deno)$/.test(object.name);
  return property.name === 'env' && (isProcess || object.type === 'MetaProperty');
}

export function member(value: Value, name: string, use: Use): Value {
  switch (value.is) {
    case 'object':
      return value.entries.get(name)?.value ?? missing(value);
    case 'list':
      if (name === 'length' && !value.isOpen) return constant(value.items.length);
      if (!/^(?:0|[1-9]\d*)$/.test(name)) return unknownOf([value]);
      return value.items[Number(name)] ?? missing(value);
    case 'choice':
      return choiceOf(value.options.map((each) => member(each, name, use)));
    case 'module':
      return exportedValue(value.of, name, use);
    case 'foreign': {
      const isAll = value.name === '*' || (value.name === 'default' && isSdk(value.from));
      // Members of other packages are told apart by their names: `axios.post`.
      return { ...value, name: isAll ? name : `${value.name}.${name}`, at: undefined };
    }
    case 'client':
      return { ...value, path: [...value.path, name], at: undefined };
    case 'class':
    case 'instance':
      return memberOfClass(value, name, use);
    case 'constant':
      return (value.value ?? undefined) === undefined ? constant(undefined) : unknown();
    case 'unknown': {
      if (value.isEnvironment) return ofEnvironment(value, name);
      // The type of a field tells whether it is a client. Anybody may write another value.
      const field = value.fields?.(name);
      return field && isFixed(field) ? unplaced(field) : unknownOf([value]);
    }
    default:
      return unknown();
  }
}

/** The base URL of the service has a default. */
const ofEnvironment = (value: Value, name: string): Value =>
  /^RESEND_(?:API_|BASE_)?URL$/.test(name)
    ? choiceOf([value, constant('https://api.resend.com')])
    : unplaced(value);

const missing = (value: Value & { readonly isOpen: boolean }): Value =>
  value.isOpen ? unknownOf([value]) : constant(undefined);

export const importValue = (source: Node | undefined, use: Use): Value =>
  source?.type === 'Literal' ? importedValue(source, '*', use) : unknown();

/** An export of what a file imports; `*` is all of it. */
export function importedValue(source: Node, name: string, use: Use): Value {
  const module = use.run.modules.imported(source);
  if (module === undefined) return { is: 'foreign', from: String(source.value), name };
  return name === '*' ? { is: 'module', of: module } : exportedValue(module, name, use);
}

export function exportedValue(module: Module, name: string, use: Use): Value {
  const found = use.run.modules.exportOf(module, name);
  if (found !== undefined) return unplaced(evaluate(found, { ...use, env: NO_ENV }));
  if (name === COMMON_JS) return unknown();
  return member(exportedValue(module, COMMON_JS, use), name, use);
}

export function thisValue(node: Node): Value {
  const owner = closest(node, (each) => isClass(each) || /^FunctionD/.test(each.type));
  if (owner === undefined || !isClass(owner)) return unknown();
  const method = closest(node, ({ parent }) => parent?.type === 'ClassBody');
  return { is: method?.static ? 'class' : 'instance', of: owner };
}

type ClassValue = Value & { readonly is: 'class' | 'instance' };

const MOST_PARENTS = 10;

function memberOfClass({ is, of }: ClassValue, name: string, use: Use): Value {
  let owner: Node | undefined = of;
  for (let i = 0; owner !== undefined && i < MOST_PARENTS; i++) {
    const found = membersIn(moduleOf(owner)).get(owner)?.get(`${is} ${name}`);
    if (found !== undefined) return unplaced(fieldValue(found, use) ?? unknown());
    const parent: Value | undefined = owner.superClass && evaluate(owner.superClass, use);
    owner = parent?.is === 'class' ? parent.of : undefined;
  }
  return unknown();
}

function fieldValue(field: Node, use: Use): Value | undefined {
  const { value = field.right, kind, typeAnnotation } = field;
  if (kind === 'get') return returnedValue(value, { ...use, env: NO_ENV });
  const given = value ? evaluate(value, use) : undefined;
  // Anybody may write another field.
  const isSafe = field.readonly || field.static || given?.is === 'function';
  if (given !== undefined && (isSafe || isFixed(given))) return given;
  return typeAnnotation && typedValue(typeAnnotation.typeAnnotation, use);
}

/** Class → `instance name` → the first node that says its value. */
const membersIn = once(({ nodes }: Module) => {
  const found = new Map<Node | undefined, Map<string, Node>>();
  const add = (name: string | undefined, field: Node): void => {
    const owner = closest(field, isClass);
    const own = found.get(owner) ?? new Map<string, Node>();
    const key = `${field.static ? 'class' : 'instance'} ${name}`;
    const { value = field.right, typeAnnotation } = field;
    // Abstract members and overloads have no value.
    const hasValue = value ? !(isFunction(value) && !value.body) : typeAnnotation;
    if (hasValue && !own.has(key)) found.set(owner, own.set(key, field));
  };
  for (const node of nodes) {
    const { type, kind, key, computed, left, parameter } = node;
    const isMember = node.parent?.type === 'ClassBody' && !type.startsWith('TS');
    if (isMember && kind !== 'set') add(nameOfKey(key, computed), node);
    // `constructor(private resend: Resend)`
    if (type === 'TSParameterProperty') add((parameter.left ?? parameter).name, parameter);
    if (type === 'AssignmentExpression' && left.object?.type === 'ThisExpression')
      add(memberName(left), node);
  }
  return found;
});
