/** The values of calls: functions of the files, methods of lists and strings, constructors. */
import { isEnvironment, member } from './members.ts';
import { isFunction, type Module, type Node, nameOfKey } from './parse.ts';
import { evaluate, importValue, placeOf, type Use } from './resolve.ts';
import { isResend } from './types.ts';
import {
  type Constant,
  choiceOf,
  constant,
  type Entry,
  type FunctionValue,
  isAbsent,
  type ListValue,
  optionsOf,
  type Place,
  textOf,
  unknown,
  type Value,
  waitsOf,
} from './value.ts';
import { bindParameters } from './variables.ts';

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
    const known = methodCall(value, name, given, use, at);
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

/** Methods of lists and strings; undefined for others. */
function methodCall(
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
  return type === undefined ? undefined : unknown(at, { type, ...waiting([value]) });
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
  if (list.isOpen || fn.is !== 'function') return unknown(at, waiting([list]));
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
  if (!isBoolean || truths.includes(undefined)) return unknown(at, waiting([list]));
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

/** What a function returns: of several returns, nothing is known, unless each is a client. */
export function applyFunction(
  { of, env }: FunctionValue,
  given: readonly Value[],
  use: Use,
  at: Place,
): Value {
  const { node, module } = of;
  const own = { ...use, module };
  if (node['generator'] || !node['body']) return unknown(at);
  const bound = { ...own, env: bindParameters(node, given, env, own) };
  if (node['body'].type !== 'BlockStatement') return evaluate(node['body'], bound);
  const returns = returnsOf(node, module);
  const [only] = returns;
  const isSure = only !== undefined && returns.length === 1 && isAlways(only, node, module);
  if (isSure) return evaluate(only['argument'], bound);
  const values = returns.slice(0, 5).map((each) => evaluate(each['argument'], bound));
  const client = values.find((each) => each.is === 'client' || each.is === 'http');
  const isClient = values.every((each) => each.is === client?.is);
  return client !== undefined && isClient ? client : unknown(at, waiting(given));
}

function returnsOf(fn: Node, module: Module): readonly Node[] {
  const first = module.nodes.indexOf(fn);
  const found: Node[] = [];
  for (let i = first + 1; i < module.nodes.length; i++) {
    const node = module.nodes[i] as Node;
    if (node.start >= fn.end) break;
    if (node.type !== 'ReturnStatement' || node['argument'] === null) continue;
    let holder = module.parentOf(node);
    while (holder !== undefined && !isFunction(holder)) holder = module.parentOf(holder);
    if (holder === fn) found.push(node);
  }
  return found;
}

/** Whether a statement stands in the body of a function, or in a `try` in it. */
function isAlways(statement: Node, fn: Node, module: Module): boolean {
  let node = module.parentOf(statement);
  while (node?.type === 'BlockStatement' || node?.type === 'TryStatement') {
    const parent = module.parentOf(node);
    if (node === fn['body']) return true;
    if (
      parent?.type === 'TryStatement' &&
      (parent['block'] !== node || parent['handler']?.body === node)
    )
      return false;
    node = parent;
  }
  return false;
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
