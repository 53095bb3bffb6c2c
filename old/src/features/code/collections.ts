import type { MemberExpression, Node } from '@babel/types';
import { bindingOf, nameOfKey } from './bindings.ts';
import type { Use } from './evaluation.ts';
import { fieldsOf } from './literals.ts';
import {
  entryOf,
  type Field,
  type FunctionValue,
  keyIn,
  type Site,
  truthOf,
  type Value,
} from './values.ts';

/** `Array.from(list, callback)`, and the methods below of a list that is known. */
export function listOf(
  { object, property }: MemberExpression,
  args: readonly Node[],
  inner: (node: Node) => Value,
  use: Use,
): Value | undefined {
  const [first, second] = args;
  const name = nameOfKey(property);
  if (nameOfKey(object) === 'Array' && name === 'from' && first !== undefined) {
    const list = itemsFrom(inner(first), use);
    return second === undefined || list === undefined
      ? list
      : mapped(list, inner(second), false, use);
  }
  const partOf = PARTS.get(name);
  const list = partOf && inner(object);
  if (partOf && list?.kind === 'array' && !list.isOpen) {
    const given = args.map(inner);
    const part = partOf(list.items, given, use.site);
    if (part?.kind === 'array') use.evaluation.work.left -= part.items.length;
    return part;
  }
  if (first === undefined || !CALLING.has(name)) return undefined;
  const items = inner(object);
  if (name === 'filter') return filtered(items, first, inner, use);
  if (name === 'find') return foundIn(items, inner(first), use);
  if (name === 'reduce') return reduced(items, inner(first), second && inner(second), use);
  return mapped(items, inner(first), name === 'flatMap', use);
}

/** The methods that call a function with each item of a list. */
const CALLING: ReadonlySet<string> = new Set(['map', 'flatMap', 'filter', 'find', 'reduce']);

type PartOf = (items: readonly Value[], given: readonly Value[], site: Site) => Value | undefined;

const listAt = (items: readonly Value[], site: Site): Value => {
  return { kind: 'array', items, isOpen: false, site };
};

/** The methods of a list that is known. */
const PARTS: ReadonlyMap<string, PartOf> = new Map<string, PartOf>([
  [
    'entries',
    (items, _, site) => {
      const pairs = items.map((item, value): Value => {
        return listAt([{ kind: 'constant', value, site }, item], item.site);
      });
      return listAt(pairs, site);
    },
  ],
  [
    'concat',
    (items, given, site) => {
      const lists = given.flatMap((each) =>
        each.kind === 'array' && !each.isOpen ? [each.items] : [],
      );
      return lists.length === given.length ? listAt([items, ...lists].flat(), site) : undefined;
    },
  ],
  ['at', (items, [index]) => (isNumber(index) ? items.at(Number(index.value)) : undefined)],
  [
    'slice',
    (items, given, site) => {
      const numbers = given.flatMap((each) => (isNumber(each) ? Number(each.value) : []));
      return numbers.length === given.length ? listAt(items.slice(...numbers), site) : undefined;
    },
  ],
]);

const isNumber = (value: Value | undefined): value is Extract<Value, { kind: 'constant' }> =>
  value?.kind === 'constant' && typeof value.value === 'number';

/** A list, or one of `{ length }`. */
function itemsFrom(value: Value, { site, evaluation }: Use): Value | undefined {
  if (value.kind === 'array') return value;
  const length = entryOf(value, 'length');
  if (length?.kind !== 'constant') return undefined;
  const count = Number(length.value);
  const { work } = evaluation;
  const isCut = !(count <= work.left);
  work.isCut ||= isCut;
  if (isCut) return undefined;
  work.left -= count;
  return listAt(Array<Value>(count).fill({ kind: 'absent', site }), site);
}

function mapped(list: Value, callback: Value, isFlat: boolean, use: Use): Value | undefined {
  if (list.kind !== 'array' || list.isOpen || callback.kind !== 'function') return undefined;
  const { site } = use;
  const values = list.items.map((item, i) => resultFor([item, indexAt(i, site)], callback, use));
  if (!isFlat) return { kind: 'array', items: values, isOpen: false, site };
  const lists = values.map((value) => (value.kind === 'array' ? value : undefined));
  const items = lists.flatMap((each) => each?.items ?? []);
  return { kind: 'array', items, isOpen: lists.some((each) => each?.isOpen !== false), site };
}

const indexAt = (value: number, site: Site): Value => ({ kind: 'constant', value, site });

function resultFor(values: readonly Value[], callback: FunctionValue, use: Use): Value {
  const { evaluation } = use;
  // The last parameter, the list, is not followed.
  const frame = { binder: callback.node, values, isOpen: true, next: evaluation.frame };
  return evaluation.resultOf(callback, frame, use);
}

/** `list.filter(Boolean)`, or with a callback. */
function filtered(
  list: Value,
  test: Node,
  inner: (node: Node) => Value,
  use: Use,
): Value | undefined {
  const { site } = use;
  const isBoolean = nameOfKey(test) === 'Boolean' && bindingOf('Boolean', test) === undefined;
  const callback = isBoolean ? undefined : inner(test);
  if (list.kind !== 'array' || (!isBoolean && callback?.kind !== 'function')) return undefined;
  const truths = list.items.map((item, i) =>
    truthOf(
      callback?.kind === 'function' ? resultFor([item, indexAt(i, site)], callback, use) : item,
    ),
  );
  const items = list.items.filter((_, i) => truths[i] !== false);
  const isSelection = truths.includes(undefined) && (!list.isOpen || list.isSelection === true);
  return { kind: 'array', items, isOpen: list.isOpen || isSelection, isSelection, site };
}

function foundIn(list: Value, test: Value, use: Use): Value | undefined {
  if (list.kind !== 'array' || list.isOpen || test.kind !== 'function') return undefined;
  for (const [i, item] of list.items.entries()) {
    const truth = truthOf(resultFor([item, indexAt(i, use.site)], test, use));
    if (truth !== false) return truth ? item : undefined;
  }
  return { kind: 'absent', site: use.site };
}

function reduced(
  list: Value,
  callback: Value,
  initial: Value | undefined,
  use: Use,
): Value | undefined {
  if (list.kind !== 'array' || list.isOpen || callback.kind !== 'function') return undefined;
  const items = [...list.items.entries()];
  let result = initial ?? items.shift()?.[1];
  for (const [i, item] of items)
    result = result && resultFor([result, item, indexAt(i, use.site)], callback, use);
  return result;
}

/** `Object.freeze(value)`, `Object.values(value)` and the like. */
export function ofObject(method: string, value: Value, site: Site): Value {
  if (method === 'freeze' || method === 'seal') return value;
  if (method === 'fromEntries') return fromEntries(value, site);
  const fields = fieldsOf(value);
  if (fields === undefined) return { kind: 'unknown', site };
  const items = fields.map(([key, item]): Value => {
    const name: Value = { kind: 'constant', value: key, site: item.site };
    if (method !== 'entries') return method === 'keys' ? name : item;
    return { kind: 'array', items: [name, item], isOpen: false, site: item.site };
  });
  const isKnown = ['keys', 'values', 'entries'].includes(method);
  return isKnown ? { kind: 'array', items, isOpen: false, site } : { kind: 'unknown', site };
}

function fromEntries(pairs: Value, site: Site): Value {
  const unknown: Value = { kind: 'unknown', site };
  if (pairs.kind !== 'array' || pairs.isOpen) return unknown;
  const entries = new Map<string, Field>();
  for (const pair of pairs.items) {
    const [first, value] = pair.kind === 'array' ? pair.items : [];
    const name = first && keyIn(first);
    if (first === undefined || value === undefined || name === undefined) return unknown;
    entries.set(name, { value, key: first.site });
  }
  return { kind: 'object', entries, isOpen: false, site };
}
