/** Methods of lists and strings. */
import { applyFunction } from './calls.ts';
import type { Node } from './parse.ts';
import { evaluate, placeOf, type Use } from './resolve.ts';
import {
  constant,
  type ListValue,
  listOf,
  type Place,
  textOf,
  unknownOf,
  type Value,
} from './value.ts';

/** Undefined for other methods. */
export function methodValue(value: Value, name: string, call: Node, use: Use): Value | undefined {
  const at = placeOf(call, use);
  const [argument] = call.arguments;
  if (value.is === 'list' && argument !== undefined) return listMethod(value, name, call, use);
  const text = textOf(value);
  if (text !== undefined) {
    const part = argument && textOf(evaluate(argument, use));
    const made = call.arguments.length > 1 ? undefined : stringMethod(text, name, part);
    return made === undefined ? undefined : constant(made, at);
  }
  const isText = value.is === 'unknown' && STRINGS.test(name);
  return isText ? { ...value, text: undefined, type: 'string', at } : undefined;
}

/** Methods that give strings, whatever they are called on. */
const STRINGS = /^(?:trim|to(?:String|ISOString|LowerCase|UpperCase|Fixed)|join)$/;

function stringMethod(
  text: string,
  name: string,
  part: string | undefined,
): string | boolean | undefined {
  if (name === 'trim') return text.trim();
  if (name === 'toLowerCase') return text.toLowerCase();
  if (name === 'toUpperCase') return text.toUpperCase();
  if (part === undefined) return undefined;
  if (name === 'startsWith') return text.startsWith(part);
  if (name === 'endsWith') return text.endsWith(part);
  return name === 'includes' ? text.includes(part) : undefined;
}

function listMethod(list: ListValue, name: string, call: Node, use: Use): Value | undefined {
  const at = placeOf(call, use);
  const callback = call.arguments[0] as Node;
  if (name === 'filter') return withoutFalse(list, callback, use, at);
  if (name !== 'map' && name !== 'flatMap') return undefined;
  const fn = evaluate(callback, use);
  if (list.isOpen || fn.is !== 'function') return unknownOf([list], at);
  const all = listOf(list.items, at, true);
  const results = list.items.map((each, i) =>
    applyFunction(fn, [each, constant(i, at), all], use, at),
  );
  if (name === 'map') return listOf(results, at);
  const lists = results.flatMap((each) => (each.is === 'list' ? each : []));
  const isOpen = lists.length < results.length || lists.some((each) => each.isOpen);
  return listOf(
    lists.flatMap(({ items }) => items),
    at,
    isOpen,
  );
}

/** `filter(Boolean)`; what another filter leaves is not known. */
function withoutFalse(list: ListValue, callback: Node, use: Use, at: Place): Value {
  const isBoolean = callback.name === 'Boolean' && use.module.variableOf(callback) === undefined;
  const isKnown = list.items.every(({ is }) => is !== 'unknown' && is !== 'choice');
  if (!isBoolean || !isKnown) return unknownOf([list], at);
  const isTrue = (each: Value): boolean => each.is !== 'constant' || Boolean(each.value);
  return { ...list, items: list.items.filter(isTrue), at };
}
