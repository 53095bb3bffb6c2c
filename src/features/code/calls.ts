/** The values of calls: functions of the files, methods of lists and strings, constructors. */
import { isEnvironment, member } from './members.ts';
import { methodValue } from './methods.ts';
import type { Module, Node } from './parse.ts';
import { bindParameters } from './patterns.ts';
import { evaluate, importValue, placeOf, type Use } from './resolve.ts';
import { closest, isFunction, memberName } from './syntax.ts';
import { isResend } from './types.ts';
import {
  choiceOf,
  constant,
  type FunctionValue,
  listOf,
  optionsOf,
  type Place,
  unknown,
  unknownOf,
  type Value,
} from './value.ts';

export function callValue(node: Node, use: Use): Value {
  const at = placeOf(node, use);
  const { callee, arguments: given } = node;
  const isGlobal = ({ type }: Node, { variableOf }: Module): boolean =>
    type === 'Identifier' && variableOf(callee) === undefined;
  const { object } = callee;
  const name = memberName(callee);
  if (isGlobal(callee, use.module)) {
    if (callee.name === 'require') return importValue(given[0], use, at);
    const type = TYPES.get(callee.name);
    if (type !== undefined) return unknown(at, { type });
  }
  if (object !== undefined && name !== undefined) {
    if (name === 'get' && isEnvironment(object, use)) return unknown(at, { isEnvironment: true });
    const value =
      libraryCall(`${object.name}.${name}`, given[0], use, at) ??
      methodValue(evaluate(object, use), name, node, use);
    if (value !== undefined) return value;
  }
  const called = optionsOf(evaluate(callee, use));
  const [first] = called;
  if (first?.is === 'foreign' && first.from === 'axios' && /(?:^|\.)create$/.test(first.name))
    return { is: 'http', base: baseOf(given[0], use, at), at };
  const functions = called.filter((each) => each.is === 'function');
  const values = argumentsOf(given, use);
  if (functions.length < called.length || values === undefined) return unknownOf(called, at);
  return choiceOf(
    functions.map((each) => applyFunction(each, values, use, at)),
    at,
  );
}

/** Functions that give one type, whatever they get. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['String', 'string'],
  ['Number', 'number'],
  ['Boolean', 'boolean'],
]);

/** The arguments of a call; undefined where a list of unknown length is among them. */
export function argumentsOf(given: readonly Node[], use: Use): readonly Value[] | undefined {
  const values: Value[] = [];
  for (const each of given) {
    const value = evaluate(each.type === 'SpreadElement' ? each.argument : each, use);
    if (each.type !== 'SpreadElement') values.push(value);
    else if (value.is === 'list' && !value.isOpen) values.push(...value.items);
    else return undefined;
  }
  return values;
}

function baseOf(options: Node | undefined, use: Use, at: Place): Value {
  return options === undefined
    ? constant('', at)
    : member(evaluate(options, use), 'baseURL', use, at);
}

/** Of what every program has. */
function libraryCall(
  name: string,
  argument: Node | undefined,
  use: Use,
  at: Place,
): Value | undefined {
  if (argument === undefined) return undefined;
  if (name === 'Object.freeze') return evaluate(argument, use);
  if (name === 'JSON.stringify') return { is: 'json', of: evaluate(argument, use), at };
  if (!/^Object\.(?:keys|values|entries)$/.test(name)) return undefined;
  const value = evaluate(argument, use);
  if (value.is !== 'object' || value.isOpen) return unknownOf([value], at);
  const items = [...value.entries].map(([key, entry]): Value => {
    const text = constant(key, entry.key);
    if (name === 'Object.keys') return text;
    return name === 'Object.values' ? entry.value : listOf([text, entry.value], at);
  });
  return listOf(items, at);
}

export function newValue(node: Node, use: Use): Value {
  const at = placeOf(node, use);
  const { callee } = node;
  const made = evaluate(callee, use);
  const isGlobal = callee.type === 'Identifier' && use.module.variableOf(callee) === undefined;
  if (isResend(made) || (isGlobal && callee.name === 'Resend'))
    return { is: 'client', path: [], at };
  if (made.is === 'class') return { is: 'instance', of: made.of, at };
  // As JSON has it.
  return unknown(at, { type: isGlobal && callee.name === 'Date' ? 'string' : undefined });
}

/** What a function returns: of several returns, nothing is known, unless one is a client. */
export function applyFunction(
  { of: { node, module }, env }: FunctionValue,
  given: readonly Value[],
  use: Use,
  at: Place,
): Value {
  // A generator returns something else, and what is only declared has no body.
  if (!node.body || node.generator) return unknown(at);
  const own = { ...use, module };
  const bound = { ...own, env: bindParameters(node, given, env, own) };
  if (node.body.type !== 'BlockStatement') return evaluate(node.body, bound);
  const returns = returnsOf(node, module);
  const [only] = returns;
  const isSure = only !== undefined && returns.length === 1 && module.parentOf(only) === node.body;
  if (isSure) return evaluate(only.argument, bound);
  // A client is made once, and often returned from a cache.
  const values = returns.slice(0, 5).map((each) => evaluate(each.argument, bound));
  const client = values.find((each) => each.is === 'client' || each.is === 'http');
  return client ?? unknownOf(given, at);
}

function returnsOf(fn: Node, module: Module): readonly Node[] {
  const found: Node[] = [];
  for (let i = module.nodes.indexOf(fn) + 1; i < module.nodes.length; i++) {
    const node = module.nodes[i];
    if (node === undefined || node.start >= fn.end) break;
    const isReturn = node.type === 'ReturnStatement' && node.argument !== null;
    if (isReturn && closest(node, module, isFunction) === fn) found.push(node);
  }
  return found;
}
