/** Questions about nodes. */
import type { Module, Node } from './parse.ts';

export const isFunction = ({ type }: Node): boolean =>
  /^(?:FunctionDeclaration|FunctionExpression|ArrowFunctionExpression)$/.test(type);

export const isClass = ({ type }: Node): boolean => /^Class(?:Declaration|Expression)$/.test(type);

const OF_TYPE =
  /^(?:TS(?:AsE|SatisfiesE|NonNullE|TypeAssertion|ParenthesizedT)|(?:Await|Chain|Parenthesized)E)/;

/** What an expression is without what changes its type only, or waits for it. */
export function bare(node: Node): Node {
  let found = node;
  while (OF_TYPE.test(found.type))
    found = found.expression ?? found.argument ?? found.typeAnnotation;
  return found;
}

/** The nearest node around another that is wanted, or the node itself. */
export function closest(node: Node, isWanted: (node: Node) => boolean): Node | undefined {
  let found: Node | undefined = node;
  while (found !== undefined && !isWanted(found)) found = found.parent;
  return found;
}

export const moduleOf = (node: Node): Module =>
  (closest(node, ({ parent }) => parent === undefined) ?? node).module;

export const isIn = (node: Node, outer: Node): boolean =>
  closest(node, (each) => each === outer) !== undefined;

/** The name of what is imported or exported, which may be a string. */
export const nameIn = ({ name, value }: Node): string => String(name ?? value);

/** The name of a property or member, where it is written out. */
export function nameOfKey(key: Node | undefined, isComputed: boolean): string | undefined {
  if (key === undefined) return undefined;
  if (key.type === 'Literal') return String(key.value);
  if (/^Private(?:Identifier|Name)$/.test(key.type)) return `#${key.name ?? key.id.name}`;
  return key.type === 'Identifier' && !isComputed ? key.name : undefined;
}

/** Of `a.b`: `b`. Undefined for what is no member. */
export const memberName = ({ type, property, computed }: Node): string | undefined =>
  type === 'MemberExpression' ? nameOfKey(property, computed) : undefined;

/** Whether a program compares a value with others, which narrows its type. */
export function isCompared({ parent }: Node): boolean {
  const { type = '', operator = '' } = parent ?? {};
  const isOfTwo = type === 'BinaryExpression' && /[=<>i]/.test(operator);
  return isOfTwo || operator === '!' || type === 'SwitchStatement';
}

/** What is known of a file or a node, found when it is first asked for. */
export function once<K extends object, R extends unknown[], V>(find: (key: K, ...rest: R) => V) {
  const known = new WeakMap<K, V>();
  return (key: K, ...rest: R): V => {
    const value = known.get(key) ?? find(key, ...rest);
    known.set(key, value);
    return value;
  };
}

/** 1-based. */
export const lineOf = (node: Node): number =>
  (moduleOf(node).input.text ?? '').slice(0, node.start).split('\n').length;
