/** Methods of lists and strings. */
import { applyFunction } from './functions.ts';
import type { Node } from './parse.ts';
import { evaluate, placeOf, type Use } from './resolve.ts';
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
export function methodCall(value: Value, name: string, call: Node, use: Use): Value | undefined {
  const at = placeOf(call, use);
  if (value.is === 'list') return listMethod(value, name, call, use);
  const isString = value.is === 'constant' && typeof value.value === 'string';
  if (isString) {
    const made = stringMethod(value.value as string, name, call, use);
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

function listMethod(list: ListValue, name: string, call: Node, use: Use): Value | undefined {
  const at = placeOf(call, use);
  const callback: Node | undefined = call['arguments'][0];
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

function stringMethod(text: string, name: string, call: Node, use: Use): Constant | undefined {
  const at = placeOf(call, use);
  if (name === 'trim') return constant(text.trim(), at);
  if (name === 'toLowerCase') return constant(text.toLowerCase(), at);
  if (name === 'toUpperCase') return constant(text.toUpperCase(), at);
  const [first, ...others] = call['arguments'] as readonly Node[];
  const part = first && others.length === 0 ? textOf(evaluate(first, use)) : undefined;
  if (part === undefined) return undefined;
  if (name === 'startsWith') return constant(text.startsWith(part), at);
  if (name === 'endsWith') return constant(text.endsWith(part), at);
  return name === 'includes' ? constant(text.includes(part), at) : undefined;
}
