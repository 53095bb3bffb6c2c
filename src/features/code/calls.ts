/** The values of calls: functions of the files, methods of lists and strings, constructors. */

import { evaluate, type Use } from './evaluate.ts';
import { join, listValue } from './expressions.ts';
import { exportedValue, importValue } from './members.ts';
import type { Node } from './parse.ts';
import { memberName } from './syntax.ts';
import { isResend } from './types.ts';
import type { ListValue, Value } from './value.ts';
import { choiceOf, constant, listOf, optionsOf, textOf, unknown, unknownOf } from './value.ts';
import { applyFunction } from './variables.ts';

export function callValue(node: Node, use: Use): Value {
  const { callee, arguments: given } = node;
  if (callee.variable === undefined) {
    if (callee.name === 'require') return requiredValue(given[0], use);
    if (/^(?:String|Number|Boolean)$/.test(callee.name))
      return unknown({ type: callee.name.toLowerCase() });
  }
  const known = callee.object ? methodValue(node, use) : undefined;
  if (known !== undefined) return known;
  const called = optionsOf(evaluate(callee, use));
  const functions = called.filter((each) => each.is === 'function');
  const values = argumentsOf(node, use);
  // `Deno.env.get(name)`
  if (called.every((each) => each.is === 'unknown' && each.isEnvironment))
    return unknown({ isEnvironment: true });
  if (functions.length < called.length || values === undefined) return unknownOf(called);
  return choiceOf(functions.map((each) => applyFunction(each, values, use)));
}

/** `module.exports` may be a function or class by itself. */
function requiredValue(source: Node | undefined, use: Use): Value {
  const all = importValue(source, use);
  const whole = all.is === 'module' ? exportedValue(all.of, 'default', use) : all;
  return /^(?:function|class|instance|client)$/.test(whole.is) ? whole : all;
}

/** The arguments of a call; undefined where a list of unknown length is among them. */
export function argumentsOf(call: Node, use: Use): readonly Value[] | undefined {
  const list = listValue({ elements: call.arguments }, use);
  return list.isOpen ? undefined : list.items;
}

/** Of what every program has; undefined for other methods. */
function methodValue({ callee, arguments: [argument, ...more] }: Node, use: Use) {
  const name = memberName(callee) ?? '';
  const full = `${callee.object.name}.${name}`;
  const given = argument ? evaluate(argument, use) : undefined;
  if (given && full === 'Object.freeze') return given;
  if (given && full === 'JSON.stringify') return { is: 'json', of: given } as const;
  if (given && /^Object\.(?:keys|values|entries)$/.test(full)) return partsOf(given, name);
  const value = evaluate(callee.object, use);
  if (value.is === 'list' && argument && name === 'map') return mapped(value, argument, use);
  if (name === 'bind' && more.length === 0) return value;
  const made = TEXTS.get(name);
  if (made === undefined) return undefined;
  const text = textOf(value);
  const part = given === undefined ? '' : textOf(given);
  if (text !== undefined && part !== undefined && more.length === 0)
    return constant(made(text, part));
  const known = value.is === 'unknown' ? { ...value, text: undefined } : {};
  return unknown({ ...known, at: undefined, type: typeof made('', '') });
}

function partsOf(value: Value, name: string): Value {
  if (value.is !== 'object' || value.isOpen) return unknownOf([value]);
  const items = [...value.entries].map(([key, entry]): Value => {
    const text = { ...constant(key), at: entry.key };
    if (name === 'keys') return text;
    return name === 'values' ? entry.value : listOf([text, entry.value]);
  });
  return listOf(items);
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

function mapped(list: ListValue, callback: Node, use: Use): Value {
  const fn = evaluate(callback, use);
  if (list.isOpen || fn.is !== 'function') return unknownOf([list]);
  const all = listOf(list.items, true);
  return listOf(list.items.map((each, i) => applyFunction(fn, [each, constant(i), all], use)));
}

export function newValue({ callee, arguments: [first, second] }: Node, use: Use): Value {
  const made = evaluate(callee, use);
  const name = callee.variable === undefined ? callee.name : undefined;
  if (isResend(made) || name === 'Resend') return { is: 'client', path: [] };
  if (made.is === 'class') return { is: 'instance', of: made.of };
  if (name === 'URL' && first !== undefined) {
    const [path, base] = [evaluate(first, use), second && evaluate(second, use)];
    const [to, from] = [textOf(path), textOf(base)];
    if (to !== undefined && URL.canParse(to, from)) return constant(new URL(to, from).href);
    return base ? join(base, path) : path;
  }
  // As JSON has it.
  return unknown({ type: name === 'Date' ? 'string' : undefined });
}
