import type { Class, Expression, Function as FunctionNode, Node } from '@babel/types';
import { nameOfKey } from './bindings.ts';
import { type Binder, type JsonType, type Site, siteOf, type Value } from './values.ts';

/** The values of parameters, outermost call last. */
export interface BoundCall {
  readonly binder: Binder;
  readonly values: readonly Value[];
  /** There are more values, which are not known. */
  readonly isOpen: boolean;
  readonly next: BoundCall | undefined;
}

/** A method of a class, or a property that is a function. */
export function methodOf({ body }: Class, name: string, { module }: Site, site: Site): Value {
  for (const member of body.body) {
    if (!('key' in member) || member.key === null || nameOfKey(member.key) !== name) continue;
    if (member.type === 'ClassMethod' && member.kind === 'method')
      return { kind: 'function', node: member, site: siteOf(member, module) };
    const value = member.type === 'ClassProperty' ? member.value : undefined;
    if (value?.type === 'ArrowFunctionExpression' || value?.type === 'FunctionExpression')
      return { kind: 'function', node: value, site: siteOf(value, module) };
  }
  return { kind: 'unknown', site };
}

export function declares(pattern: Node, name: string): boolean {
  const waiting: Node[] = [pattern];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === 'Identifier' && node.name === name) return true;
    if (node.type === 'AssignmentPattern') waiting.push(node.left);
    if (node.type === 'RestElement') waiting.push(node.argument);
    if (node.type === 'ObjectPattern')
      waiting.push(
        ...node.properties.map((each) => (each.type === 'RestElement' ? each : each.value)),
      );
    if (node.type === 'ArrayPattern')
      waiting.push(...node.elements.flatMap((each) => (each === null ? [] : [each])));
  }
  return false;
}

export const METHODS: ReadonlyMap<string, JsonType> = new Map([
  ['toISOString', 'string'],
  ['toString', 'string'],
  ['toFixed', 'string'],
  ['toLowerCase', 'string'],
  ['toUpperCase', 'string'],
  ['trim', 'string'],
  ['getTime', 'number'],
]);
export const FUNCTIONS: ReadonlyMap<string, JsonType> = new Map([
  ['String', 'string'],
  ['Number', 'number'],
  ['parseInt', 'number'],
  ['parseFloat', 'number'],
  ['Boolean', 'boolean'],
]);

/** What a function gives that does nothing else. */
export function resultOf({ body }: FunctionNode): Expression | undefined {
  if (body.type !== 'BlockStatement') return body;
  const last = body.body.at(-1);
  const others = body.body.slice(0, -1).every(({ type }) => type === 'VariableDeclaration');
  return others && last?.type === 'ReturnStatement' ? (last.argument ?? undefined) : undefined;
}

/** The parameters of a function at a call of it. */
export const bindArguments = (
  binder: Binder,
  args: readonly Node[],
  inner: (node: Node) => Value,
  next?: BoundCall,
): BoundCall => {
  const spread = args.findIndex(({ type }) => type === 'SpreadElement');
  const known = spread === -1 ? args : args.slice(0, spread);
  return { binder, values: known.map(inner), isOpen: spread !== -1, next };
};
