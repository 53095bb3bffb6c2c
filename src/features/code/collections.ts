import type { MemberExpression, Node } from '@babel/types';
import { nameOfKey } from './bindings.ts';
import type { Use } from './evaluation.ts';
import { resultOf } from './functions.ts';
import { fieldsOf } from './literals.ts';
import { entryOf, type Field, keyIn, type Site, type Value } from './values.ts';

/** `Array.from(list, callback)`, `list.map(callback)` and `list.flatMap(callback)`, with a list that is known. */
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
  if (first === undefined || (name !== 'map' && name !== 'flatMap')) return undefined;
  return mapped(inner(object), inner(first), name === 'flatMap', use);
}

type PartOf = (items: readonly Value[], given: readonly Value[], site: Site) => Value | undefined;

const listAt = (items: readonly Value[], site: Site): Value => {
  return { kind: 'array', items, isOpen: false, site };
};

/** The methods of a list that is known. */
const PARTS: ReadonlyMap<string, PartOf> = new Map<string, PartOf>([
  [
    'entries',
    (items, given, site) => {
      const pairs = items.map((item, value): Value => {
        return listAt([{ kind: 'constant', value, site }, item], item.site);
      });
      return given.length === 0 ? listAt(pairs, site) : undefined;
    },
  ],
  [
    'concat',
    (items, given, site) => {
      const others = given.map((each) =>
        each.kind === 'array' && !each.isOpen ? each.items : undefined,
      );
      return others.includes(undefined)
        ? undefined
        : listAt(
            [items, ...others].flatMap((each) => each ?? []),
            site,
          );
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
  const count = length?.kind === 'constant' ? Number(length.value) : 0;
  const { work } = evaluation;
  const isCut = !(count <= work.left);
  work.isCut ||= isCut;
  if (length?.kind !== 'constant' || isCut) return undefined;
  work.left -= count;
  const items = Array.from({ length: count }, (): Value => {
    return { kind: 'absent', site };
  });
  return { kind: 'array', items, isOpen: false, site };
}

function mapped(
  list: Value,
  callback: Value,
  isFlat: boolean,
  { site, evaluation, depth }: Use,
): Value | undefined {
  const result = callback.kind === 'function' ? resultOf(callback.node) : undefined;
  if (list.kind !== 'array' || list.isOpen || callback.kind !== 'function' || !result)
    return undefined;
  const values = list.items.map((item, i) => {
    const index: Value = { kind: 'constant', value: i, site };
    const own = { binder: callback.node, values: [item, index], isOpen: false };
    const frame = { ...own, next: evaluation.frame };
    return evaluation.evaluate(result, callback.site.module, { ...evaluation, frame }, depth);
  });
  if (!isFlat) return { kind: 'array', items: values, isOpen: false, site };
  const lists = values.map((value) => (value.kind === 'array' ? value : undefined));
  const items = lists.flatMap((each) => each?.items ?? []);
  return { kind: 'array', items, isOpen: lists.some((each) => each?.isOpen !== false), site };
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
