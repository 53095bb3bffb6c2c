/** The values of objects and lists. */
import type { Node } from './parse.ts';
import { evaluate, placeOf, type Use } from './resolve.ts';
import { nameOfKey } from './syntax.ts';
import type { Entry, ListValue, Place, Value } from './value.ts';
import {
  choiceOf,
  constant,
  entryOf,
  listOf,
  objectOf,
  optionsOf,
  unknown,
  waitsOf,
} from './value.ts';

export function objectValue({ properties }: Node, use: Use, at: Place): Value {
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
    if (name === undefined) open.push(unknown(at));
    // `__proto__: x` sets the prototype.
    if (name === undefined || (name === '__proto__' && !computed && !shorthand)) continue;
    const value = kind === 'init' ? evaluate(property.value, use) : unknown(at);
    // A later one has its place.
    entries.delete(name);
    entries.set(name, { key: placeOf(key, use), value });
  }
  return { ...objectOf(entries, at), isOpen: open.length > 0, waits: waitsOf(open) };
}

/** Adds what an object has, or one of several. Returns whether that is all. */
function addSpread(entries: Map<string, Entry>, spread: Value, { operator }: Node): boolean {
  const options = optionsOf(spread);
  const added = options.flatMap((each) => (each.is === 'object' ? [...each.entries] : []));
  for (const [name, { key }] of added) {
    const before = entries.get(name)?.value ?? constant(undefined, key);
    const values = options.map((each) => entryOf(each, name) ?? before);
    entries.delete(name);
    entries.set(name, { key, value: choiceOf(values, key) });
  }
  // Of `test && { … }`, what is false adds nothing.
  const isEmpty = ({ is }: Value): boolean =>
    is === 'constant' || (is === 'unknown' && spread.is === 'choice' && operator === '&&');
  return options.every((each) => (each.is === 'object' ? !each.isOpen : isEmpty(each)));
}

type Elements = Pick<Node, 'elements'>;

export function listValue({ elements }: Elements, use: Use, at: Place): ListValue {
  const items: Value[] = [];
  for (const element of elements) {
    const isSpread = element?.type === 'SpreadElement';
    const node = isSpread ? element.argument : element;
    const value = node === null ? constant(undefined, at) : evaluate(node, use);
    if (!isSpread) items.push(value);
    else if (value.is === 'list') items.push(...value.items);
    // What follows has no known index.
    if (isSpread && (value.is !== 'list' || value.isOpen))
      return { ...listOf(items, at, true), waits: value.waits };
  }
  return listOf(items, at);
}
