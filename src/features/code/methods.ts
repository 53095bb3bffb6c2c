/** Methods of lists and strings. */
import { applyFunction } from './functions.ts';
import type { Node } from './parse.ts';
import { evaluate, type Use } from './resolve.ts';
import {
  type Constant,
  constant,
  type ListValue,
  type Place,
  textOf,
  unknown,
  type Value,
  waitsOf,
} from './value.ts';

const waiting = (value: Value) => ({ waits: waitsOf([value]) });

/** Methods of lists and strings; undefined for others. */
export function methodCall(
  value: Value,
  name: string,
  given: readonly Node[],
  use: Use,
  at: Place,
): Value | undefined {
  if (value.is === 'list') return listMethod(value, name, given[0], use, at);
  const isString = value.is === 'constant' && typeof value.value === 'string';
  if (isString) {
    const made = stringMethod(value.value as string, name, given, use, at);
    return made && value.isDefault ? { ...made, isDefault: true } : made;
  }
  if (
    value.is === 'unknown' &&
    value.isEnvironment &&
    /^(?:trim|to(?:Lower|Upper)Case)$/.test(name)
  )
    return value;
  const type = value.is === 'unknown' ? RESULTS.get(name) : undefined;
  return type === undefined ? undefined : unknown(at, { type, waits: waitsOf([value]) });
}

/** Methods that give one type, whatever they are called on. */
const RESULTS: ReadonlyMap<string, string> = new Map([
  ...['trim', 'toString', 'toISOString', 'toLowerCase', 'toUpperCase', 'toFixed', 'join'].map(
    (name) => [name, 'string'] as const,
  ),
  ['getTime', 'number'],
]);

function listMethod(
  list: ListValue,
  name: string,
  callback: Node | undefined,
  use: Use,
  at: Place,
): Value | undefined {
  if (!/^(?:map|flatMap|filter)$/.test(name) || callback === undefined) return undefined;
  if (name === 'filter') return filterTrue(list, callback, use, at);
  const fn = evaluate(callback, use);
  if (list.isOpen || fn.is !== 'function') return unknown(at, waiting(list));
  const all = { is: 'list', items: list.items, isOpen: true, at } as const;
  const results = list.items.map((item, i) =>
    applyFunction(fn, [item, constant(i, at), all], use, at),
  );
  if (name === 'map') return { is: 'list', items: results, isOpen: false, at };
  const lists = results.flatMap((each) => (each.is === 'list' ? each : []));
  const isOpen = lists.length < results.length || lists.some((each) => each.isOpen);
  return { is: 'list', items: lists.flatMap(({ items }) => items), isOpen, at };
}

/** `filter(Boolean)`; what another filter leaves is not known. */
function filterTrue(list: ListValue, callback: Node, use: Use, at: Place): Value {
  const isBoolean = callback['name'] === 'Boolean' && use.module.variableOf(callback) === undefined;
  const truths = list.items.map((each) =>
    each.is === 'constant'
      ? Boolean(each.value)
      : each.is === 'unknown' || each.is === 'choice'
        ? undefined
        : true,
  );
  if (!isBoolean || truths.includes(undefined)) return unknown(at, waiting(list));
  return { ...list, items: list.items.filter((_, i) => truths[i]), at };
}

function stringMethod(
  text: string,
  name: string,
  given: readonly Node[],
  use: Use,
  at: Place,
): Constant | undefined {
  if (name === 'trim') return constant(text.trim(), at);
  if (name === 'toLowerCase') return constant(text.toLowerCase(), at);
  if (name === 'toUpperCase') return constant(text.toUpperCase(), at);
  const [first] = given;
  const part = first && given.length === 1 ? textOf(evaluate(first, use)) : undefined;
  if (part === undefined) return undefined;
  if (name === 'startsWith') return constant(text.startsWith(part), at);
  if (name === 'endsWith') return constant(text.endsWith(part), at);
  return name === 'includes' ? constant(text.includes(part), at) : undefined;
}
