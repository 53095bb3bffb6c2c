/** What names stand for: variables, parameters, imports. */
import { isChanged, writesOf } from './changes.ts';
import { evaluate, NO_ENV, returnedValue, type Use } from './evaluate.ts';
import { importedValue, member } from './members.ts';
import type { Node, Variable } from './parse.ts';
import { closest, isCompared, isFunction, isIn, moduleOf, nameIn, nameOfKey } from './syntax.ts';
import { typedValue } from './types.ts';
import type { Entry, FunctionValue, Value } from './value.ts';
import {
  constant,
  isAbsent,
  isFixed,
  listOf,
  unknown,
  unknownOf,
  unplaced,
  without,
} from './value.ts';

/** Of variables of the top level. */
const known = new WeakMap<Variable, Value>();

export function variableValue(node: Node, use: Use): Value {
  const { types, variables } = moduleOf(node);
  const { type = '' } = node.parent ?? {};
  // A type may have the name of a variable, and types are not among what eslint-scope resolves.
  if (type === 'TSTypeReference' && types.has(node.name)) return globalValue(node, use);
  const isType = /^TS(?:Type|Qual|Class|Interface)/.test(type);
  const variable = node.variable ?? (isType ? variables.get(node.name) : undefined);
  if (variable === undefined) return globalValue(node, use);
  const bound = use.env.get(variable);
  if (bound !== undefined) return kept(bound, variable);
  if (!/^(?:module|global)$/.test(variable.scope.type))
    return unplaced(declaredValue(variable, use));
  const before = known.get(variable);
  if (before !== undefined) return before;
  // A variable whose value needs itself.
  known.set(variable, unknown());
  const value = unplaced(declaredValue(variable, { ...use, env: NO_ENV }));
  known.set(variable, value);
  return value;
}

function globalValue(node: Node, use: Use): Value {
  const { name } = node;
  if (name === 'undefined') return constant(undefined);
  const type = moduleOf(node).types.get(name);
  if (type?.type === 'TSEnumDeclaration') return enumValue(type, use);
  if (type !== undefined) return unplaced(typedValue(type.typeAnnotation ?? type, use));
  return name === 'fetch' ? { is: 'foreign', from: 'global', name } : unknown();
}

function declaredValue(variable: Variable, use: Use): Value {
  const [def, ...others] = variable.defs;
  if (def === undefined || others.length > 0) return unknown();
  const { type, node } = def;
  switch (type) {
    case 'ImportBinding':
      return specifiedValue(node, use);
    case 'FunctionName':
      return writesOf(variable).length > 0 ? unknown() : { is: 'function', of: node, env: use.env };
    case 'ClassName':
      return { is: 'class', of: node };
    case 'Parameter':
      return parameterValue(variable, def.name, use);
    case 'Variable':
      return initialValue(variable, node, use);
    default:
      return unknown();
  }
}

export function specifiedValue(specifier: Node, use: Use): Value {
  const { type, source, imported, local, parent } = specifier;
  const name = type === 'ExportSpecifier' ? local : imported;
  const other = type === 'ImportDefaultSpecifier' ? 'default' : '*';
  return importedValue(source ?? parent?.source, name ? nameIn(name) : other, use);
}

/** A value, unless the variable gets another one, or what it holds is changed. */
function kept(value: Value, variable: Variable): Value {
  if (isFixed(value)) return value;
  const mayChange = /^(?:object|list|choice|unknown)$/.test(value.is);
  const isOther = writesOf(variable).length > 0 || (mayChange && isChanged(variable));
  return isOther ? unknown() : value;
}

/** Of a parameter without an argument: what its type says, until a caller is known. */
function parameterValue(variable: Variable, name: Node, use: Use): Value {
  const decider = closest(name, isFunction) ?? name;
  const parameter = decider.params.find((each) => isIn(name, each)) ?? name;
  const typedNode = closest(name, (each) => Boolean(each.typeAnnotation) || each === parameter);
  const type = typedNode?.typeAnnotation?.typeAnnotation;
  const typed = { ...(type ? typedValue(type, use) : unknown()), decider };
  const value = bind([[parameter, typed]], use).get(variable) ?? typed;
  if (isFixed(value)) return value;
  // Of one that may be missing, or that a test narrows, the type does not say what it is here.
  const isNarrowed = variable.references.some(({ identifier }) => isCompared(identifier));
  const isSure = value.is === 'foreign' || !(name.optional || isNarrowed);
  return kept(isSure ? value : unknown({ decider, fields: value.fields }), variable);
}

function initialValue(variable: Variable, { parent, init, id }: Node, use: Use): Value {
  const loop = parent?.parent;
  if (loop !== undefined && loop.left === parent)
    return unknown({ decider: loop.type === 'ForOfStatement' ? loop : undefined });
  const value = init ? evaluate(init, use) : constant(undefined);
  const own = bind([[id, value]], use).get(variable) ?? unknown();
  // `let client; …; client = new Resend(key)`
  const later = writesOf(variable).flatMap(({ parent }) =>
    parent?.type === 'AssignmentExpression' ? evaluate(parent.right, use) : [],
  );
  return isFixed(own) ? own : (later.find(({ is }) => is === 'client') ?? kept(own, variable));
}

function enumValue(node: Node, use: Use): Value {
  const entries = new Map<string, Entry>();
  for (const { id, initializer } of node.members ?? node.body.members) {
    const value = initializer ? evaluate(initializer, use) : unknown({ type: 'number' });
    entries.set(nameOfKey(id, false) ?? '', { key: id, value });
  }
  // Of numbers, it has their names too.
  return { is: 'object', entries, isOpen: true };
}

type Binding = readonly [pattern: Node, value: Value];

/** The variables of patterns, with the parts of values that they get. */
function bind(patterns: readonly Binding[], use: Use): ReadonlyMap<Variable, Value> {
  const found = new Map<Variable, Value>();
  const open = [...patterns];
  for (const [node, given] of open) {
    if (node.variable !== undefined) found.set(node.variable, given);
    if (node.type === 'TSParameterProperty') open.push([node.parameter, given]);
    if (node.type === 'ObjectPattern') open.push(...fieldsOf(node, given, use));
    if (node.type === 'ArrayPattern') open.push(...itemsOf(node.elements, given, use));
    if (node.type === 'AssignmentPattern') {
      const env = new Map([...use.env, ...found]);
      open.push([node.left, isAbsent(given) ? evaluate(node.right, { ...use, env }) : given]);
    }
  }
  return found;
}

const itemsOf = (elements: readonly (Node | null)[], value: Value, use: Use) =>
  elements.flatMap((each, i): readonly Binding[] => {
    if (each === null) return [];
    if (each.type !== 'RestElement') return [[each, member(value, String(i), use)]];
    const isKnown = value.is === 'list' && !value.isOpen;
    return [[each.argument, isKnown ? listOf(value.items.slice(i)) : unknownOf([value])]];
  });

function fieldsOf({ properties }: Node, value: Value, use: Use): readonly Binding[] {
  const taken = new Set<string>();
  return properties.map((property) => {
    if (property.type === 'RestElement') return [property.argument, without(taken, value)];
    const name = nameOfKey(property.key, property.computed);
    if (name === undefined) return [property.value, unknown()];
    taken.add(name);
    return [property.value, member(value, name, use)];
  });
}

export function bindParameters(params: readonly Node[], given: readonly Value[], use: Use): Use {
  const bound = bind(itemsOf(params, listOf(given), use), use);
  return { ...use, env: new Map([...use.env, ...bound]) };
}

export const applyFunction = ({ of, env }: FunctionValue, given: readonly Value[], use: Use) =>
  returnedValue(of, bindParameters(of.params, given, { ...use, env })) ?? unknownOf(given);
