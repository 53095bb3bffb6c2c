/** Members of values: fields, items, exports. */
import { memberOfClass } from './classes.ts';
import { exportedValue } from './names.ts';
import type { Node } from './parse.ts';
import { evaluate, placeOf, type Use } from './resolve.ts';
import { nameOfKey } from './syntax.ts';
import { isSdk, memberType, typedValue } from './types.ts';
import {
  choiceOf,
  constant,
  type ListValue,
  optionsOf,
  type Place,
  unknown,
  unknownOf,
  type Value,
} from './value.ts';

export function memberOf(node: Node, use: Use): Value {
  const at = placeOf(node, use);
  const { object, property, computed } = node;
  if (!computed && isEnvironment(node, use)) return unknown(at, { isEnvironment: true });
  const value = evaluate(object, use);
  const name = nameOfKey(property, computed);
  if (name !== undefined) return member(value, name, use, at);
  const key = evaluate(property, use);
  if (key.is === 'unknown') return key.waits ? unknownOf([key], at) : anyOf(value, at);
  // Of two choices, one may decide about the other.
  if (key.is === 'choice' && value.is === 'choice') return unknownOf([key, value], at);
  const all = optionsOf(key).map((each) =>
    each.is === 'constant' ? member(value, String(each.value), use, at) : unknown(at),
  );
  return { ...choiceOf(all, at), waits: key.waits ?? value.waits };
}

/** A field of an object by a key that is not known is one of them; of a list, nothing is known. */
function anyOf(value: Value, at: Place): Value {
  if (value.is !== 'object' || value.isOpen) return unknown(at);
  const values = [...value.entries.values()].map((each) => each.value);
  const isPlain = values.every(({ is }) => is === 'constant' || is === 'object');
  return isPlain ? choiceOf(values, at) : unknown(at);
}

/** `process.env` and the like. */
export function isEnvironment({ type, object, property }: Node, { module }: Use): boolean {
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
      return { is: 'foreign', from, name: isAll ? name : `${value.name}.${name}`, at };
    }
    case 'client':
      return { ...value, path: [...value.path, name], at };
    case 'class':
    case 'instance':
      return memberOfClass(value, name, use, at);
    case 'constant':
      return (value.value ?? undefined) === undefined ? constant(undefined, at) : unknown(at);
    case 'unknown': {
      if (value.isEnvironment) return ofEnvironment(value, name, at);
      const type = value.typed && memberType(value.typed, name, use);
      const typed = type ? typedValue(type, use, at) : unknown(at);
      return { ...typed, waits: value.waits };
    }
    default:
      return unknown(at);
  }
}

/** The base URL of the service has a default. */
function ofEnvironment(value: Value, name: string, at: Place): Value {
  if (!/^RESEND_(?:API_|BASE_)?URL$/.test(name)) return { ...value, at };
  return choiceOf([value, constant('https://api.resend.com', at)], at);
}

const missing = ({ isOpen, waits }: Value & { readonly isOpen: boolean }, at: Place): Value =>
  isOpen ? unknown(at, { waits }) : constant(undefined, at);

function item(list: ListValue, name: string, at: Place): Value {
  if (name === 'length' && !list.isOpen) return constant(list.items.length, at);
  if (!/^(?:0|[1-9]\d*)$/.test(name)) return unknown(at);
  return list.items[Number(name)] ?? missing(list, at);
}
