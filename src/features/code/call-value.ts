/** The values of calls: functions of the files, methods of lists and strings, constructors. */
import { applyFunction } from './functions.ts';
import { isEnvironment, member } from './members.ts';
import { methodCall } from './methods.ts';
import { type Node, nameOfKey } from './parse.ts';
import { evaluate, importValue, placeOf, type Use } from './resolve.ts';
import { isResend } from './types.ts';
import {
  choiceOf,
  constant,
  type Entry,
  isAbsent,
  optionsOf,
  type Place,
  textOf,
  unknown,
  type Value,
  waitsOf,
} from './value.ts';

export function callValue(node: Node, use: Use): Value {
  const at = placeOf(node, use);
  const { callee, arguments: given } = node as Node & { readonly callee: Node };
  const { name, object } = calleeOf(callee);
  const isGlobal = (each: Node): boolean => use.module.variableOf(each) === undefined;
  if (name === 'require' && object === undefined && isGlobal(callee))
    return importValue(given[0], use, at);
  if (name === 'get' && object !== undefined && isEnvironment(object, use))
    return unknown(at, { isEnvironment: true });
  if (object?.type === 'Identifier' && isGlobal(object)) {
    const known = globalCall(`${object['name']}.${name}`, given, use, at);
    if (known !== undefined) return known;
  }
  if (object === undefined && isGlobal(callee) && TYPES.has(name ?? ''))
    return unknown(at, { type: TYPES.get(name ?? '') as string });
  if (object !== undefined && name !== undefined) {
    const value = evaluate(object, use);
    const known = methodCall(value, name, node, use);
    if (known !== undefined) return known;
  }
  const called = optionsOf(evaluate(callee, use));
  const functions = called.flatMap((each) => (each.is === 'function' ? each : []));
  const [first] = called;
  if (first?.is === 'foreign' && first.from === 'axios' && /(?:^|\.)create$/.test(first.name))
    return { is: 'http', base: baseOf(given[0], use, at), at };
  if (functions.length < called.length) return unknown(at, waiting(called));
  const values = argumentsOf(given, use);
  if (values === undefined) return unknown(at);
  return choiceOf(
    functions.map((each) => applyFunction(each, values, use, at)),
    at,
  );
}

const waiting = (values: readonly Value[]) => {
  const waits = waitsOf(values);
  return waits === undefined ? {} : { waits };
};

/** Functions that give one type, whatever they get. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['String', 'string'],
  ['Number', 'number'],
  ['Boolean', 'boolean'],
]);

function calleeOf(callee: Node): { readonly name?: string; readonly object?: Node } {
  if (callee.type === 'Identifier') return { name: callee['name'] };
  if (callee.type !== 'MemberExpression') return {};
  const name = nameOfKey(callee['property'], callee['computed']);
  return { object: callee['object'], ...(name !== undefined && { name }) };
}

/** The arguments of a call; undefined where a list of unknown length is among them. */
export function argumentsOf(given: readonly Node[], use: Use): readonly Value[] | undefined {
  const values: Value[] = [];
  for (const each of given) {
    if (each.type !== 'SpreadElement') {
      values.push(evaluate(each, use));
      continue;
    }
    const spread = evaluate(each['argument'], use);
    if (spread.is !== 'list' || spread.isOpen) return undefined;
    values.push(...spread.items);
  }
  return values;
}

function baseOf(options: Node | undefined, use: Use, at: Place): Value {
  return options === undefined
    ? constant('', at)
    : member(evaluate(options, use), 'baseURL', use, at);
}

function globalCall(name: string, given: readonly Node[], use: Use, at: Place): Value | undefined {
  const [first] = given;
  const value = first && first.type !== 'SpreadElement' ? evaluate(first, use) : undefined;
  if (value === undefined) return undefined;
  switch (name) {
    case 'Object.freeze':
    case 'Object.seal':
      return value;
    case 'JSON.stringify':
      return { is: 'json', of: value, at };
    case 'JSON.parse':
      return value.is === 'json' ? value.of : unknown(at);
    case 'Object.fromEntries':
      return fromEntries(value, at);
    case 'Object.keys':
    case 'Object.values':
    case 'Object.entries':
      return entriesOf(name, value, at);
    default:
      return undefined;
  }
}

function entriesOf(name: string, value: Value, at: Place): Value {
  const isWhole = (value.is === 'object' || value.is === 'list') && !value.isOpen;
  if (!isWhole) return unknown(at, waiting([value]));
  const entries: readonly (readonly [string, Value])[] =
    value.is === 'object'
      ? [...value.entries].map(([key, entry]) => [key, entry.value])
      : value.items.map((item, i) => [String(i), item]);
  const items = entries.map(([key, item]): Value => {
    const text = constant(key, value.is === 'object' ? (value.entries.get(key)?.key ?? at) : at);
    if (name === 'Object.keys') return text;
    if (name === 'Object.values') return item;
    return { is: 'list', items: [text, item], isOpen: false, at };
  });
  return { is: 'list', items, isOpen: false, at };
}

function fromEntries(value: Value, at: Place): Value {
  if (value.is !== 'list' || value.isOpen) return unknown(at);
  const entries = new Map<string, Entry>();
  for (const each of value.items) {
    const [key, item] = each.is === 'list' ? each.items : [];
    const name = textOf(key);
    if (name === undefined || item === undefined || key === undefined) return unknown(at);
    entries.set(name, { key: key.at, value: item });
  }
  return { is: 'object', entries, isOpen: false, at };
}

export function newValue(node: Node, use: Use): Value {
  const at = placeOf(node, use);
  const { callee, arguments: given } = node as Node & { readonly callee: Node };
  const made = evaluate(callee, use);
  const isGlobal = callee.type === 'Identifier' && use.module.variableOf(callee) === undefined;
  if (isResend(made) || (isGlobal && callee['name'] === 'Resend'))
    return { is: 'client', path: [], at };
  if (made.is === 'class') return { is: 'instance', of: made.of, at };
  if (!isGlobal) return unknown(at);
  if (callee['name'] === 'Date') return unknown(at, { type: 'string' });
  const [first, second] = argumentsOf(given, use) ?? [];
  if (callee['name'] === 'URL') return urlValue(first, second, at);
  // Its options are those of fetch.
  if (callee['name'] !== 'Request' || first === undefined) return unknown(at);
  const key = at;
  const entries = new Map<string, Entry>([['url', { key, value: first }]]);
  if (second?.is === 'object') for (const [name, entry] of second.entries) entries.set(name, entry);
  const isOpen = second?.is !== 'object' && !isAbsent(second);
  return { is: 'object', entries, isOpen, at };
}

function urlValue(path: Value | undefined, base: Value | undefined, at: Place): Value {
  const [text, root] = [textOf(path), textOf(base)];
  if (text !== undefined && base === undefined) return constant(text, at);
  if (text === undefined || root === undefined) return unknown(at, { type: 'string' });
  return constant(text.startsWith('/') ? root.replace(/\/+$/, '') + text : `${root}/${text}`, at);
}
