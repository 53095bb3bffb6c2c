import type { Node } from '@babel/types';
import { nameOfKey } from './bindings.ts';
import { isClientName, isOfPackage } from './clients.ts';
import type { Use } from './evaluation.ts';
import { resultOf } from './functions.ts';
import { fieldsOf } from './literals.ts';
import type { Module } from './module.ts';
import { modulesThat } from './modules.ts';
import { aliasOf, literalsOf } from './unions.ts';
import { choiceOf, type JsonType, siteOf, type Value } from './values.ts';

const TYPES: ReadonlyMap<Node['type'], JsonType> = new Map([
  ['TSStringKeyword', 'string'],
  ['TSNumberKeyword', 'number'],
  ['TSBooleanKeyword', 'boolean'],
  ['TSArrayType', 'array'],
]);

/** The value by the type of a parameter or a property. */
export function ofAnnotation(pattern: Node, use: Use): Value | undefined {
  const target = pattern.type === 'TSParameterProperty' ? pattern.parameter : pattern;
  const named = target.type === 'AssignmentPattern' ? target.left : target;
  const annotation = 'typeAnnotation' in named ? named.typeAnnotation : undefined;
  if (annotation?.type !== 'TSTypeAnnotation') return undefined;
  const isOptional = 'optional' in named && named.optional === true;
  const value = ofType(annotation.typeAnnotation, use);
  // It may be undefined, so that it is not sent.
  return isOptional && value?.kind === 'unknown' && value.type !== undefined ? undefined : value;
}

/** The value of a type: one of several texts, the client of the SDK, a class of the code, or the members of an object. */
function ofType(type: Node, use: Use): Value | undefined {
  const { site, module } = use;
  const json = TYPES.get(type.type);
  if (json !== undefined) return { kind: 'unknown', type: json, site };
  const texts = textsOf(type, use);
  if (texts !== undefined) return { kind: 'choice', options: texts, site };
  if (type.type === 'TSTypeLiteral') return { kind: 'type', of: type, site: siteOf(type, module) };
  if (type.type === 'TSUnionType')
    return type.types
      .map((each) => (each.type === 'TSTypeReference' ? ofType(each, use) : undefined))
      .find((each) => each !== undefined && each.kind !== 'choice');
  if (type.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier') return undefined;
  const { name } = type.typeName;
  if (isClientName(name, type, use)) return { kind: 'client', site };
  if (isOfPackage(name, type, use)) return { kind: 'unknown', isOther: true, site };
  const { evaluation, depth } = use;
  const value = evaluation.evaluate(type.typeName, module, evaluation, depth + 1);
  if (value.kind === 'instance') return value;
  // An enum, or a map with the name of its type.
  const fields = fieldsOf(value)?.map(([, each]) => each);
  if (fields !== undefined) return choiceOf(fields, site);
  const found = aliasOf(name, { module, modules: evaluation.modules });
  if (found?.node.type === 'TSInterfaceDeclaration' || found?.node.type === 'TSTypeLiteral')
    return { kind: 'type', of: found.node, site: siteOf(found.node, found.module) };
  return undefined;
}

/** The texts of a type, if it is a union of literals. */
export const textsOf = (type: Node, use: Use): readonly Value[] | undefined =>
  literalsOf(type, {
    module: use.module,
    modules: use.evaluation.modules,
    evaluateName: (name, of) => use.evaluation.evaluate(name, of, use.evaluation, use.depth + 1),
  });

/** A member of an object type. For a method of an interface, `implementing` are the objects that have it. */
export function memberOfType(
  { of, site }: Extract<Value, { kind: 'type' }>,
  name: string,
  use: Use,
): { readonly value?: Value | undefined; readonly implementing?: readonly Value[] } {
  const members = of.type === 'TSInterfaceDeclaration' ? of.body.body : of.members;
  const member = members.find((each) => 'key' in each && nameOfKey(each.key) === name);
  if (member?.type === 'TSPropertySignature') {
    const type = member.typeAnnotation?.typeAnnotation;
    if (type?.type !== 'TSFunctionType')
      return { value: ofAnnotation(member, { ...use, module: site.module, depth: use.depth + 1 }) };
  }
  return member === undefined ? {} : { implementing: implementersOf(of, use) };
}

const known = new WeakMap<Node, readonly Value[]>();

/** The objects and classes that are declared to have a type, and the classes that extend one. */
export function implementersOf(type: Node, use: Use): readonly Value[] {
  const found = known.get(type);
  if (found !== undefined) return found;
  // Those of a type that is met again meanwhile.
  known.set(type, []);
  const name = 'id' in type && type.id ? nameOfKey(type.id) : '';
  const { modules } = use.evaluation;
  const all: Value[] = [];
  if (name !== '')
    for (const module of modulesThat(modules, (text) => text.includes(name)))
      for (const node of module.syntax.nodes) {
        const isNamed = (each: Node | null | undefined): boolean =>
          each?.type === 'Identifier' && each.name === name && isSame(each, type, module, use);
        const value = implementing(node, isNamed, { ...use, module });
        if (value !== undefined) all.push(value);
      }
  known.set(type, all);
  return all;
}

/** Whether a name stands for a type or a class. */
function isSame(name: Node, type: Node, module: Module, { evaluation, depth }: Use): boolean {
  if (aliasOf(nameOfKey(name), { module, modules: evaluation.modules })?.node === type) return true;
  const value = evaluation.evaluate(name, module, evaluation, depth + 1);
  return value.kind === 'instance' && value.of === type;
}

function implementing(
  node: Node,
  isNamed: (name: Node | null | undefined) => boolean,
  { module, evaluation, depth }: Use,
): Value | undefined {
  const isTyped = (annotation: Node | null | undefined): boolean =>
    annotation?.type === 'TSTypeAnnotation' &&
    annotation.typeAnnotation.type === 'TSTypeReference' &&
    isNamed(annotation.typeAnnotation.typeName);
  if (node.type === 'ClassDeclaration') {
    const names = (node.implements ?? []).map((each) =>
      'expression' in each ? each.expression : undefined,
    );
    return [node.superClass, ...names].some(isNamed)
      ? { kind: 'instance', of: node, site: siteOf(node, module) }
      : undefined;
  }
  const value =
    node.type === 'VariableDeclarator' &&
    node.id.type === 'Identifier' &&
    isTyped(node.id.typeAnnotation)
      ? node.init
      : (node.type === 'FunctionDeclaration' || node.type === 'ArrowFunctionExpression') &&
          isTyped(node.returnType)
        ? resultOf(node)
        : undefined;
  return value
    ? evaluation.evaluate(value, module, { ...evaluation, frame: undefined }, depth + 1)
    : undefined;
}
