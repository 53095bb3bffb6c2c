/** The values of calls: functions of the files, methods of lists and strings, constructors. */
import { applyFunction } from './binding.ts';
import { listValue } from './expressions.ts';
import { exportedValue, importValue } from './members.ts';
import type { Module, Node } from './parse.ts';
import { memberName } from './syntax.ts';
import { isResend } from './types.ts';
import { evaluate, placeOf, type Use } from './use.ts';
import type { ListValue, Place, Value } from './value.ts';
import { choiceOf, constant, listOf, optionsOf, textOf, unknown, unknownOf } from './value.ts';

const isGlobal = (node: Node, { variableOf }: Module): boolean =>
  node.type === 'Identifier' && variableOf(node) === undefined;

export function callValue(node: Node, use: Use, at: Place): Value {
  const { callee, arguments: given } = node;
  if (isGlobal(callee, use.module)) {
    if (callee.name === 'require') return requiredValue(given[0], use, at);
    if (/^(?:String|Number|Boolean)$/.test(callee.name))
      return unknown(at, { type: callee.name.toLowerCase() });
  }
  const known = callee.object ? methodValue(node, use, at) : undefined;
  if (known !== undefined) return known;
  const called = optionsOf(evaluate(callee, use));
  const functions = called.filter((each) => each.is === 'function');
  const values = argumentsOf(node, use);
  const isEnvironment = called.every((each) => each.is === 'unknown' && each.isEnvironment);
  // `Deno.env.get(name)`
  if (isEnvironment) return unknown(at, { isEnvironment });
  if (functions.length < called.length || values === undefined) return unknownOf(called, at);
  const results = functions.map((each) => applyFunction(each, values, use, at));
  return choiceOf(results, at);
}

/** `module.exports` may be a function or class by itself. */
function requiredValue(source: Node | undefined, use: Use, at: Place): Value {
  const all = importValue(source, use, at);
  if (all.is !== 'module') return all;
  const whole = exportedValue(all.of, 'default', use, at);
  return /^(?:function|class|instance|client)$/.test(whole.is) ? whole : all;
}

/** The arguments of a call; undefined where a list of unknown length is among them. */
export function argumentsOf(call: Node, use: Use): readonly Value[] | undefined {
  const list = listValue({ elements: call.arguments }, use, placeOf(call, use));
  return list.isOpen ? undefined : list.items;
}

/** Of what every program has; undefined for other methods. */
function methodValue({ callee, arguments: [argument, ...more] }: Node, use: Use, at: Place) {
  const name = memberName(callee) ?? '';
  const full = `${callee.object.name}.${name}`;
  const given = argument ? evaluate(argument, use) : undefined;
  if (given && full === 'Object.freeze') return given;
  if (given && full === 'JSON.stringify') return { is: 'json', of: given, at } as const;
  if (given && /^Object\.(?:keys|values|entries)$/.test(full)) return partsOf(given, name, at);
  const value = evaluate(callee.object, use);
  if (value.is === 'list' && argument) return listMethod(value, name, argument, use);
  const made = TEXTS.get(name);
  if (made === undefined) return undefined;
  const text = textOf(value);
  const part = given === undefined ? '' : textOf(given);
  if (text !== undefined && part !== undefined && more.length === 0)
    return constant(made(text, part), at);
  const known = value.is === 'unknown' ? { ...value, text: undefined } : {};
  return unknown(at, { ...known, at, type: typeof made('', '') });
}

function partsOf(value: Value, name: string, at: Place): Value {
  if (value.is !== 'object' || value.isOpen) return unknownOf([value], at);
  const items = [...value.entries].map(([key, entry]): Value => {
    const text = constant(key, entry.key);
    if (name === 'keys') return text;
    return name === 'values' ? entry.value : listOf([text, entry.value], at);
  });
  return listOf(items, at);
}

/** Methods of strings. A test that a program does not decide at run time is no choice. */
const TEXTS = new Map<string, (text: string, part: string) => string | boolean>([
  ['trim', (text) => text.trim()],
  ['toString', (text) => text],
  ['toFixed', (text) => text],
  ['toISOString', (text) => text],
  ['toLowerCase', (text) => text.toLowerCase()],
  ['toUpperCase', (text) => text.toUpperCase()],
  ['includes', (text, part) => text.includes(part)],
  ['startsWith', (text, part) => text.startsWith(part)],
  ['endsWith', (text, part) => text.endsWith(part)],
]);

function listMethod(list: ListValue, name: string, callback: Node, use: Use): Value | undefined {
  if (name === 'filter') return unknownOf([list], placeOf(callback, use));
  if (name !== 'map') return undefined;
  const at = placeOf(callback, use);
  const fn = evaluate(callback, use);
  if (list.isOpen || fn.is !== 'function') return unknownOf([list], at);
  const all = listOf(list.items, at, true);
  return listOf(
    list.items.map((each, i) => applyFunction(fn, [each, constant(i, at), all], use, at)),
    at,
  );
}

export function newValue({ callee }: Node, use: Use, at: Place): Value {
  const made = evaluate(callee, use);
  const name = isGlobal(callee, use.module) ? callee.name : undefined;
  if (isResend(made) || name === 'Resend') return { is: 'client', path: [], at };
  if (made.is === 'class') return { is: 'instance', of: made.of, at };
  // As JSON has it.
  return unknown(at, { type: name === 'Date' ? 'string' : undefined });
}
