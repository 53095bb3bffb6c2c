/**
 * What an expression is. What this does not follow is unknown, never guessed: statements, several
 * returns, loops, changes of objects. Each part asks for the values that it needs by `evaluate`.
 */
import { callValue, newValue } from './calls.ts';
import { evaluate, type Reader, type Use } from './evaluate.ts';
import * as expressions from './expressions.ts';
import { importValue, memberOf, thisValue } from './members.ts';
import type { Node } from './parse.ts';
import { bare, isClass, isFunction } from './syntax.ts';
import { valueOfType } from './types.ts';
import { constant, unknown, type Value } from './value.ts';
import { specifiedValue, variableValue } from './variables.ts';

const READERS: ReadonlyMap<string, Reader> = new Map([
  ['TemplateLiteral', expressions.template],
  ['Identifier', variableValue],
  ['ThisExpression', thisValue],
  ['MemberExpression', memberOf],
  ['CallExpression', callValue],
  ['NewExpression', newValue],
  ['ObjectExpression', expressions.objectValue],
  ['ArrayExpression', expressions.listValue],
  ['ConditionalExpression', expressions.conditional],
  ['LogicalExpression', expressions.logical],
  ['AssignmentExpression', expressions.logical],
  ['BinaryExpression', expressions.binary],
  ['UnaryExpression', expressions.unary],
  ['ImportExpression', ({ source }: Node, use: Use) => importValue(source, use)],
  ['ExportSpecifier', specifiedValue],
  ['ExportAllDeclaration', specifiedValue],
]);

export function read(node: Node, use: Use): Value {
  const reader = READERS.get(node.type);
  if (reader !== undefined) return reader(node, use);
  if (node.type === 'Literal') {
    const isPlain = node.value === null || !/^(?:object|bigint)$/.test(typeof node.value);
    return isPlain ? constant(node.value) : unknown();
  }
  if (isFunction(node)) return { is: 'function', of: node, env: use.env };
  if (isClass(node)) return { is: 'class', of: node };
  const inner = bare(node);
  return inner === node ? valueOfType(node, use) : evaluate(inner, use);
}
