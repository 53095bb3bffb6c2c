import type { NewExpression, Node } from '@babel/types';
import { bindingOf, nameOfKey } from './bindings.ts';
import type { Use } from './evaluation.ts';
import { usesOf } from './results.ts';
import { parentOf } from './syntax.ts';
import type { Value } from './values.ts';

/** `new Map(pairs)` and `new Set(list)`, as a list. One that the code does more with than to read it is not known. */
export function mapOrSet(
  node: NewExpression,
  inner: (node: Node) => Value,
  use: Use,
): Value | undefined {
  const { callee, arguments: args } = node;
  const name = nameOfKey(callee);
  const isMap = name === 'Map';
  if ((!isMap && name !== 'Set') || bindingOf(name, callee) !== undefined) return undefined;
  const parent = parentOf(node);
  const places =
    parent?.type === 'VariableDeclarator' && parent.id.type === 'Identifier'
      ? usesOf(parent.id, use.module)
      : [node];
  const isRead = places.every((place) => isReadAt(place, isMap));
  const list = isRead && args[0] ? inner(args[0]) : undefined;
  const items = list?.kind === 'array' ? distinct(list.items, isMap) : undefined;
  if (list?.kind !== 'array' || items === undefined)
    return { kind: 'unknown', isOther: true, site: use.site };
  return { kind: 'array', items, isOpen: list.isOpen, isMap, site: use.site };
}

/** Each value once, or of the pairs with one key the last. `undefined` if that depends on what is not known. */
function distinct(values: readonly Value[], isMap: boolean): readonly Value[] | undefined {
  const items = new Map<unknown, Value>();
  for (const value of values) {
    const key = !isMap ? value : value.kind === 'array' ? value.items[0] : undefined;
    if (key?.kind !== 'constant') return undefined;
    items.set(key.value, value);
  }
  return [...items.values()];
}

const READING: ReadonlySet<string> = new Set(['get', 'has', 'keys', 'values', 'size']);

function isReadAt(node: Node, isMap: boolean): boolean {
  const parent = parentOf(node);
  switch (parent?.type) {
    case 'MemberExpression': {
      const name = nameOfKey(parent.property);
      // `forEach` of a Map has the value first, `entries` of a Set has each value twice.
      return READING.has(name) || name === (isMap ? 'entries' : 'forEach');
    }
    case 'CallExpression':
      return (
        parent.callee.type === 'MemberExpression' && nameOfKey(parent.callee.object) === 'Array'
      );
    default:
      return parent?.type === 'SpreadElement' || parent?.type === 'ForOfStatement';
  }
}
