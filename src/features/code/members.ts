/** Members of values: fields, items, exports, and what classes declare. */
import { applyFunction } from './functions.ts';
import { isFunction, type Node, nameOfKey } from './parse.ts';
import { evaluate, placeOf, type Use } from './resolve.ts';
import { isSdk, memberType, typedValue } from './types.ts';
import {
  choiceOf,
  constant,
  optionsOf,
  type Place,
  textOf,
  unknown,
  type Value,
  waitsOf,
} from './value.ts';
import { exportedValue } from './variables.ts';

export function memberOf(node: Node, use: Use): Value {
  const at = placeOf(node, use);
  const { object, property, computed } = node as Node & { readonly property: Node };
  if (!computed && isEnvironment(node, use)) return unknown(at, { isEnvironment: true });
  const value = evaluate(object, use);
  const name = nameOfKey(property, computed);
  if (name !== undefined) return member(value, name, use, at);
  const key = evaluate(property, use);
  const names = optionsOf(key).map((each) =>
    each.is === 'constant' ? String(each.value) : undefined,
  );
  const declared = key.is === 'unknown' ? key.declared : undefined;
  const waits = waitsOf([key, value]);
  if (key.is === 'unknown' && key.waits !== undefined && declared === undefined)
    return unknown(at, { waits: key.waits });
  if (declared === undefined && names.includes(undefined)) return anyOf(value, at);
  const all = (declared ?? (names as readonly string[])).map((each) =>
    member(value, each, use, at),
  );
  const choice = choiceOf(all, at);
  // The keys that a type allows are as good as the argument, which may be known.
  return declared !== undefined && waits !== undefined && choice.is !== 'choice'
    ? unknown(at, { waits })
    : choice;
}

/** A field of an object by a key that is not known is one of them; of a list, nothing is known. */
function anyOf(value: Value, at: Place): Value {
  if (value.is !== 'object' || value.isOpen || value.entries.size === 0) return unknown(at);
  const values = [...value.entries.values()].map((each) => each.value);
  const isText = values.every(
    (each) => textOf(each) !== undefined || each.is === 'object' || each.is === 'constant',
  );
  return isText ? choiceOf(values, at) : unknown(at);
}

/** `process.env` and the like. */
export function isEnvironment({ type, object, property }: Node, use: Use): boolean {
  if (type !== 'MemberExpression' || property.name !== 'env') return false;
  if (object.type === 'MetaProperty') return true;
  const isGlobal = object.type === 'Identifier' && use.module.variableOf(object) === undefined;
  return isGlobal && /^(?:process|Bun|Deno)$/.test(object.name);
}

export function member(value: Value, name: string, use: Use, at: Place): Value {
  switch (value.is) {
    case 'object':
      return value.entries.get(name)?.value ?? absent(value, at);
    case 'list':
      return item(value, name, at);
    case 'choice':
      return choiceOf(
        value.options.map((each) => member(each, name, use, at)),
        at,
      );
    case 'module':
      return exportedValue(value.of, name, use, at);
    case 'foreign':
      return ofForeign(value, name, at);
    case 'client':
      return { ...value, path: [...value.path, name], at };
    case 'class':
    case 'instance':
      return ofClass(value, name, use, at);
    case 'constant':
      return value.value === undefined || value.value === null
        ? constant(undefined, at)
        : unknown(at);
    case 'unknown': {
      // The base URL of the service has a default.
      if (value.isEnvironment && /^RESEND_(?:API_|BASE_)?URL$/.test(name))
        return { ...constant('https://api.resend.com', at), isDefault: true };
      if (value.isEnvironment) return unknown(at, { isEnvironment: true });
      const type = value.typed && memberType(value.typed, name, use);
      if (type === undefined) return unknown(at, value.waits && { waits: value.waits });
      const typed = typedValue(type, use, at);
      return typed.is === 'unknown' && value.waits ? { ...typed, waits: value.waits } : typed;
    }
    default:
      return unknown(at);
  }
}

function absent(value: Value & { readonly is: 'object' }, at: Place): Value {
  if (!value.isOpen) return constant(undefined, at);
  return unknown(at, value.waits && { waits: value.waits });
}

function item(
  { items, isOpen, waits }: Value & { readonly is: 'list' },
  name: string,
  at: Place,
): Value {
  if (name === 'length') return isOpen ? unknown(at) : constant(items.length, at);
  if (!/^(?:0|[1-9]\d*)$/.test(name)) return unknown(at);
  const found = items[Number(name)];
  return found ?? (isOpen ? unknown(at, waits && { waits }) : constant(undefined, at));
}

function ofForeign(value: Value & { readonly is: 'foreign' }, name: string, at: Place): Value {
  const { from } = value;
  if (value.name === '*' || (value.name === 'default' && isSdk(from) && name === 'Resend'))
    return { is: 'foreign', from, name, at };
  // Members of other packages are told apart by their names: `axios.post`.
  return { is: 'foreign', from, name: `${value.name}.${name}`, at };
}

const MOST_PARENTS = 10;

/** A field or method of a class, or of those that it extends. */
function ofClass(
  { is, of }: Value & { readonly is: 'class' | 'instance' },
  name: string,
  use: Use,
  at: Place,
): Value {
  let { node, module } = of;
  for (let i = 0; i < MOST_PARENTS; i++) {
    const own = { ...use, module };
    const found = (node['body'].body as readonly Node[]).find(
      (each) =>
        each['key'] !== undefined &&
        nameOfKey(each['key'], each['computed']) === name &&
        Boolean(each['static']) === (is === 'class') &&
        !(each['value'] && isFunction(each['value']) && !each['value'].body) &&
        each['kind'] !== 'set' &&
        !/^TS/.test(each.type),
    );
    if (found !== undefined) return fieldValue(found, own, at);
    const injected = is === 'instance' ? injectedValue(node, name, own, at) : undefined;
    if (injected !== undefined) return injected;
    const parent = node['superClass'] ? evaluate(node['superClass'], own) : undefined;
    if (parent?.is !== 'class') return unknown(at);
    ({ node, module } = parent.of);
  }
  return unknown(at);
}

function fieldValue(field: Node, use: Use, at: Place): Value {
  const { value, kind, readonly: isReadonly, accessibility, typeAnnotation } = field;
  if (kind === 'method') return { is: 'function', of: placeOf(value, use), env: use.env, at };
  if (kind === 'get') {
    const getter = { is: 'function', of: placeOf(value, use), env: use.env, at } as const;
    return applyFunction(getter, [], use, at);
  }
  const given = value ? evaluate(value, use) : undefined;
  if (given?.is === 'client' || given?.is === 'http' || given?.is === 'instance') return given;
  if (given?.is === 'function') return given;
  // A field that anybody may write is not known.
  const isPrivate = accessibility === 'private' || field['key'].type.startsWith('Private');
  if (given !== undefined && (isReadonly || field['static'] || isPrivate) && !isSet(field, use))
    return given;
  if (typeAnnotation) return typedValue(placeOf(typeAnnotation.typeAnnotation, use), use, at);
  const name = nameOfKey(field['key'], field['computed']) ?? '';
  return assignedValue(name, use, at) ?? unknown(at);
}

const assignmentsTo = (name: string, { module }: Use): readonly Node[] =>
  module.nodes.filter(
    ({ type, left }) =>
      type === 'AssignmentExpression' &&
      left.type === 'MemberExpression' &&
      left.object.type === 'ThisExpression' &&
      nameOfKey(left.property, left.computed) === name,
  );

const isSet = (field: Node, use: Use): boolean =>
  assignmentsTo(nameOfKey(field['key'], field['computed']) ?? '', use).length > 0;

/** `this.name = …`, of a client or an object of a class only. */
function assignedValue(name: string, use: Use, at: Place): Value | undefined {
  const [assignment] = assignmentsTo(name, use);
  const value = assignment && evaluate(assignment['right'], use);
  const isFixed = value?.is === 'client' || value?.is === 'http' || value?.is === 'instance';
  return isFixed ? { ...value, at } : undefined;
}

/** `constructor(private resend: Resend)`, or a field that the constructor sets. */
function injectedValue(node: Node, name: string, use: Use, at: Place): Value | undefined {
  const body: readonly Node[] = node['body'].body;
  const maker = body.find(({ kind }) => kind === 'constructor');
  for (const parameter of (maker?.['value']?.params ?? []) as readonly Node[]) {
    if (parameter.type !== 'TSParameterProperty') continue;
    const own = parameter['parameter'].left ?? parameter['parameter'];
    const type = own.typeAnnotation?.typeAnnotation;
    if (own.name === name && type) return typedValue(placeOf(type, use), use, at);
  }
  return maker === undefined ? undefined : assignedValue(name, use, at);
}
