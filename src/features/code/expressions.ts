/** The values of objects, lists, operators and template literals, as far as they are known. */

import { evaluate, type Use } from './evaluate.ts';
import type { Node } from './parse.ts';
import { nameOfKey } from './syntax.ts';
import type { Entry, ListValue, Value } from './value.ts';
import {
  byDefault,
  choiceOf,
  constant,
  deciderOf,
  entryOf,
  HOLE,
  itemsIn,
  listOf,
  optionsOf,
  otherField,
  typeOf,
  unknown,
  unknownOf,
} from './value.ts';

export function objectValue({ properties }: Node, use: Use): Value {
  const entries = new Map<string, Entry>();
  const open: Value[] = [];
  for (const property of properties) {
    const { key, computed, kind, shorthand } = property;
    if (property.type === 'SpreadElement') {
      const spread = evaluate(property.argument, use);
      if (!addSpread(entries, spread, property.argument)) open.push(spread);
      continue;
    }
    const read = computed ? evaluate(key, use) : undefined;
    const name = read?.is === 'constant' ? String(read.value) : nameOfKey(key, computed);
    if (name === undefined) open.push(unknown());
    // `__proto__: x` sets the prototype.
    if (name === undefined || (name === '__proto__' && !computed && !shorthand)) continue;
    const value = kind === 'init' ? evaluate(property.value, use) : unknown();
    // A later one has its place.
    entries.delete(name);
    entries.set(name, { key, value });
  }
  const fields = (name: string): Value | undefined =>
    open.flatMap(optionsOf).find((each) => otherField(each, name)) && unknownOf(open);
  return { is: 'object', entries, isOpen: open.length > 0, decider: deciderOf(open), fields };
}

/** Adds what an object has, or one of several. Returns whether that is all. */
function addSpread(entries: Map<string, Entry>, spread: Value, { operator }: Node): boolean {
  // Of `test && { … }`, what is false adds nothing.
  const isTest = spread.is === 'choice' && operator === '&&';
  const options = optionsOf(spread).map((each) =>
    isTest && each.is === 'unknown' ? constant(undefined) : each,
  );
  const added = options.flatMap((each) => (each.is === 'object' ? [...each.entries] : []));
  const own = new Set(added.map(([name]) => name));
  for (const [name, { key }] of [...entries, ...added]) {
    const before = entries.get(name)?.value ?? constant(undefined);
    const values = options.map(
      (each) => entryOf(each, name) ?? (otherField(each, name) ? unknownOf([spread]) : before),
    );
    if (own.has(name)) entries.delete(name);
    entries.set(name, { key, value: { at: key, ...choiceOf(values) } });
  }
  return options.every((each) => each.is === 'constant' || (each.is === 'object' && !each.isOpen));
}

export function listValue({ elements }: Pick<Node, 'elements'>, use: Use): ListValue {
  const items: Value[] = [];
  for (const element of elements) {
    if (element?.type !== 'SpreadElement') {
      items.push(element === null ? constant(undefined) : evaluate(element, use));
      continue;
    }
    const value = evaluate(element.argument, use);
    items.push(...itemsIn(value));
    // What follows has no known index.
    if (value.is !== 'list' || value.isOpen)
      return { ...listOf(items, true), decider: value.decider };
  }
  return listOf(items);
}

export function join(before: Value, after: Value): Value {
  const decider = deciderOf([before, after]);
  // Of two choices, one may decide about the other.
  if (before.is === 'choice' && after.is === 'choice') return unknown({ decider, type: 'string' });
  const all = optionsOf(byDefault(before)).flatMap((a) =>
    optionsOf(byDefault(after)).map((b): Value => {
      const text = printed(a) + printed(b);
      return text.includes(HOLE) ? unknown({ type: 'string', text }) : constant(text);
    }),
  );
  return { ...choiceOf(all), decider };
}

function printed(value: Value): string {
  if (value.is === 'constant' && value.value !== undefined) return String(value.value);
  return value.is === 'unknown' ? (value.text ?? HOLE) : HOLE;
}

export function template({ quasis, expressions }: Node, use: Use): Value {
  const parts = quasis.flatMap(({ value }, i): readonly Value[] => {
    const expression = expressions[i];
    return [constant(value.cooked), ...(expression ? [evaluate(expression, use)] : [])];
  });
  return parts.reduce((before, after) => join(before, after));
}

/** Whether a value counts as true; undefined where a program decides it at run time. */
function truthOf(value: Value): boolean | undefined {
  if (value.is === 'constant') return Boolean(value.value);
  return /^(?:choice|unknown|foreign)$/.test(value.is) ? undefined : true;
}

export function conditional({ test, consequent, alternate }: Node, use: Use): Value {
  const truth = truthOf(evaluate(test, use));
  if (truth !== undefined) return evaluate(truth ? consequent : alternate, use);
  return choiceOf([evaluate(consequent, use), evaluate(alternate, use)]);
}

/** Also of `a ??= b`; `a = b` is b. */
export function logical({ left, right, operator }: Node, use: Use): Value {
  if (operator === '=') return evaluate(right, use);
  const [, kind] = /^(\?\?|\|\||&&)=?$/.exec(operator) ?? [];
  if (kind === undefined) return unknown();
  const test = kind === '??' ? isPresent : truthOf;
  const options = optionsOf(evaluate(left, use));
  const kept = options.filter((each) => test(each) !== (kind === '&&'));
  const needsRight = options.some((each) => test(each) !== (kind !== '&&'));
  return choiceOf(needsRight ? [...kept, evaluate(right, use)] : kept);
}

function isPresent(value: Value): boolean | undefined {
  if (value.is === 'unknown') return undefined;
  return value.is !== 'constant' || (value.value ?? undefined) !== undefined;
}

export function binary({ left, right, operator }: Node, use: Use): Value {
  const [a, b] = [evaluate(left, use), evaluate(right, use)];
  if (operator === '+' && [a, b].some((each) => typeOf(each) === 'string')) return join(a, b);
  if (a.is !== 'constant' || b.is !== 'constant') return unknownOf([a, b]);
  if (/^[!=]==?$/.test(operator))
    return constant((a.value === b.value) === operator.startsWith('='));
  // A test of two known numbers is no choice.
  const isOfNumbers = typeof a.value === 'number' && typeof b.value === 'number';
  if (!isOfNumbers || !/^[<>]=?$/.test(operator)) return unknown();
  const isOrdered = Number(a.value) < Number(b.value) === operator.startsWith('<');
  return constant(a.value === b.value ? operator.endsWith('=') : isOrdered);
}

export function unary({ operator, argument }: Node, use: Use): Value {
  const value = evaluate(argument, use);
  const truth = truthOf(value);
  if (operator === 'void') return constant(undefined);
  if (operator === '!' && truth !== undefined) return constant(!truth);
  const isNegative = operator === '-' && value.is === 'constant' && typeof value.value === 'number';
  return isNegative ? constant(-Number(value.value)) : unknownOf([value]);
}
