/** Members: of objects, lists, classes, and of the files that are imported. */
import { returnedValue } from './functions.ts';
import { COMMON_JS } from './modules.ts';
import type { Module, Node } from './parse.ts';
import { closest, isClass, isFunction, memberName, nameOfKey, once } from './syntax.ts';
import { isSdk, typedValue } from './types.ts';
import { evaluate, NO_ENV, placeOf, type Use } from './use.ts';
import type { ListValue, Place, Value } from './value.ts';
import { choiceOf, constant, isFixed, optionsOf, unknown, unknownOf } from './value.ts';

export function memberOf(node: Node, use: Use, at: Place): Value {
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
  return { ...choiceOf(all, at), decider: key.decider ?? value.decider };
}

/** `process.env` and the like. */
function isEnvironment({ object, property }: Node, { module }: Use): boolean {
  if (property.name !== 'env') return false;
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
      return value.isEnvironment ? ofEnvironment(value, name, at) : typedField(value, name, at);
    default:
      return unknown(at);
  }
}

/** The base URL of the service has a default. */
const ofEnvironment = (value: Value, name: string, at: Place): Value =>
  /^RESEND_(?:API_|BASE_)?URL$/.test(name)
    ? choiceOf([value, constant('https://api.resend.com', at)], at)
    : { ...value, at };

/** The type of a field tells whether it is a client. Anybody may write another value. */
function typedField(value: Value, name: string, at: Place): Value {
  const field = value.fields?.(name);
  return field && isFixed(field) ? { ...field, at } : unknownOf([value], at);
}

const missing = (value: Value & { readonly isOpen: boolean }, at: Place): Value =>
  value.isOpen ? unknownOf([value], at) : constant(undefined, at);

function item(list: ListValue, name: string, at: Place): Value {
  if (name === 'length' && !list.isOpen) return constant(list.items.length, at);
  if (!/^(?:0|[1-9]\d*)$/.test(name)) return unknown(at);
  return list.items[Number(name)] ?? missing(list, at);
}

/** The module that `import(…)` or `require(…)` gives. */
export function importValue(source: Node | undefined, use: Use, at: Place): Value {
  return source?.type === 'Literal'
    ? importedValue(String(source.value), '*', use, at)
    : unknown(at);
}

/** An export of what a file imports; `*` is all of it. */
export function importedValue(from: string, name: string, use: Use, at: Place): Value {
  const module = use.run.modules.imported(use.module, from);
  if (module === undefined) return { is: 'foreign', from, name, at };
  return name === '*' ? { is: 'module', of: module, at } : exportedValue(module, name, use, at);
}

/** The value of an export of a file. */
export function exportedValue(module: Module, name: string, use: Use, at: Place): Value {
  const found = use.run.modules.exportOf(module, name);
  if (found === undefined && name !== COMMON_JS)
    return member(exportedValue(module, COMMON_JS, use, at), name, use, at);
  if (found === undefined) return unknown(at);
  if ('from' in found) return { is: 'foreign', ...found, at };
  if (found.node.type === 'Program') return { is: 'module', of: found.module, at };
  return { ...evaluate(found.node, { ...use, module: found.module, env: NO_ENV }), at };
}

type ClassValue = Value & { readonly is: 'class' | 'instance' };

const MOST_PARENTS = 10;

/** A field or method of a class, or of those that it extends. */
function memberOfClass({ is, of }: ClassValue, name: string, use: Use, at: Place): Value {
  let { node, module } = of;
  for (let i = 0; i < MOST_PARENTS; i++) {
    const own = { ...use, module };
    const found = membersIn(module).get(node)?.get(`${is} ${name}`);
    if (found !== undefined) return { ...(fieldValue(found, own) ?? unknown(at)), at };
    const parent = node.superClass ? evaluate(node.superClass, own) : undefined;
    if (parent?.is !== 'class') break;
    ({ node, module } = parent.of);
  }
  return unknown(at);
}

function fieldValue(field: Node, use: Use): Value | undefined {
  const { value = field.right, kind, typeAnnotation } = field;
  if (kind === 'get') return returnedValue(value, { ...use, env: NO_ENV });
  const given = value ? evaluate(value, use) : undefined;
  // Anybody may write another field.
  const isSafe = field.readonly || field.static || given?.is === 'function';
  if (given !== undefined && (isSafe || isFixed(given))) return given;
  return typeAnnotation && typedValue(placeOf(typeAnnotation.typeAnnotation, use), use);
}

/** Class → `instance name` → the first node that says its value. */
const membersIn = once((module: Module) => {
  const found = new Map<Node | undefined, Map<string, Node>>();
  const add = (name: string | undefined, field: Node): void => {
    const owner = closest(field, module, isClass);
    const own = found.get(owner) ?? new Map<string, Node>();
    const key = `${field.static ? 'class' : 'instance'} ${name}`;
    const { value = field.right, typeAnnotation } = field;
    // Abstract members and overloads have no value.
    const hasValue = value ? !(isFunction(value) && !value.body) : typeAnnotation;
    if (hasValue && !own.has(key)) found.set(owner, own.set(key, field));
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
});
