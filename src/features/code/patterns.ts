/** The variables of patterns and parameters, with the parts of values that they get. */
import { member } from './members.ts';
import { isTested } from './names.ts';
import type { Node, Variable } from './parse.ts';
import { placeOf, type Use, withDefault } from './resolve.ts';
import { nameOfKey } from './syntax.ts';
import { typedValue } from './types.ts';
import { constant, type Env, listOf, unknown, type Value } from './value.ts';

export function bindPattern(pattern: Node, value: Value, use: Use): ReadonlyMap<Variable, Value> {
  const found = new Map<Variable, Value>();
  const open: (readonly [Node, Value])[] = [[pattern, value]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, given] = next;
    const variable = use.module.variableOf(node);
    if (variable !== undefined) found.set(variable, given);
    if (node.type === 'TSParameterProperty') open.push([node.parameter, given]);
    if (node.type === 'AssignmentPattern')
      open.push([node.left, withDefault(given, node.right, use)]);
    if (node.type === 'ObjectPattern') open.push(...partsOf(node, given, use));
    if (node.type === 'ArrayPattern')
      for (const [i, each] of (node.elements as readonly (Node | null)[]).entries())
        if (each !== null && each.type !== 'RestElement')
          open.push([each, member(given, String(i), use, given.at)]);
  }
  return found;
}

function partsOf({ properties }: Node, value: Value, use: Use): (readonly [Node, Value])[] {
  const rest = new Map(value.is === 'object' ? value.entries : []);
  return properties.map((property) => {
    if (property.type === 'RestElement') return [property.argument, restOf(value, rest)];
    const name = nameOfKey(property.key, property.computed);
    if (name === undefined) return [property.value, unknown(value.at)];
    rest.delete(name);
    return [property.value, member(value, name, use, value.at)];
  });
}

/** An object without what is taken from it. */
const restOf = (value: Value, entries: (Value & { readonly is: 'object' })['entries']): Value =>
  value.is === 'object' ? { ...value, entries } : unknown(value.at, { waits: value.waits });

/** The parameters of a function with the arguments of a call. */
export function bindParameters(fn: Node, given: readonly Value[], env: Env, use: Use): Env {
  const bound = new Map(env);
  fn.params.forEach((parameter, i) => {
    const at = placeOf(parameter, use);
    const isRest = parameter.type === 'RestElement';
    const argument = isRest ? listOf(given.slice(i), at) : (given[i] ?? constant(undefined, at));
    const pattern = isRest ? parameter.argument : parameter;
    for (const [variable, value] of bindPattern(pattern, argument, { ...use, env: bound }))
      bound.set(variable, declaredAs(variable, value, use));
  });
  return bound;
}

/** An argument that is not known is at least what the type of the parameter says. */
function declaredAs(variable: Variable, value: Value, use: Use): Value {
  const name = variable.defs[0]?.name;
  const type = name?.typeAnnotation?.typeAnnotation;
  if (value.is !== 'unknown' || value.typed || !type || name.optional) return value;
  if (isTested(variable, use.module)) return value;
  const typed = typedValue(placeOf(type, use), use, value.at);
  return typed.is === 'unknown' ? { ...typed, ...value } : { ...typed, waits: value.waits };
}
