import { isObject } from '../model/json.ts';

/** Gives equal values equal numbers, so that comparing is cheap however deep they are. */
export interface Interner {
  /** Objects are equal whatever the order of their fields; the parts of a condition (`rules`) whatever theirs. */
  idOf(value: unknown): number;
  /** The number of a text of our own, never equal to that of a value. */
  idOfText(text: string): number;
}

interface Frame {
  readonly value: object;
  readonly keys: readonly string[] | undefined;
  readonly children: readonly unknown[];
  /** The order of the children means nothing. */
  readonly unordered: boolean;
  readonly ids: number[];
}

export function createInterner(): Interner {
  const numbers = new Map<string, number>();
  const known = new Map<object, number>();
  const numberOf = (text: string): number => {
    let number = numbers.get(text);
    if (number === undefined) numbers.set(text, (number = numbers.size));
    return number;
  };
  const idOfLeaf = (value: unknown): number => numberOf(typeof value === 'string' ? `"${value}` : `${typeof value} ${value}`);

  const idOf = (root: unknown): number => {
    if (typeof root !== 'object' || root === null) return idOfLeaf(root);
    const done = known.get(root);
    if (done !== undefined) return done;
    const stack: Frame[] = [frameOf(root, false)];
    for (let frame = stack.at(-1); frame !== undefined; frame = stack.at(-1)) {
      const { value, keys, children, unordered, ids } = frame;
      if (ids.length < children.length) {
        const child = children[ids.length];
        const id = typeof child === 'object' && child !== null ? known.get(child) : idOfLeaf(child);
        if (id !== undefined) ids.push(id);
        else stack.push(frameOf(child as object, keys?.[ids.length] === 'rules'));
        continue;
      }
      if (unordered) ids.sort((a, b) => a - b);
      known.set(value, numberOf(keys === undefined ? `[${ids.join()}` : `{${keys.map((key, i) => `${JSON.stringify(key)}${ids[i]}`).join()}`));
      stack.pop();
    }
    return known.get(root) as number;
  };
  return { idOf, idOfText: (text) => numberOf(`=${text}`) };
}

function frameOf(value: object, unordered: boolean): Frame {
  if (!isObject(value)) return { value, keys: undefined, children: value as readonly unknown[], unordered, ids: [] };
  const keys = Object.keys(value).sort();
  return { value, keys, children: keys.map((key) => value[key]), unordered: false, ids: [] };
}
