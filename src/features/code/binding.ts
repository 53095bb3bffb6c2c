/** What the variables of patterns and the parameters of functions get. */
import { member } from './members.ts';
import type { Node, Variable } from './parse.ts';
import { nameOfKey } from './syntax.ts';
import { evaluate, returnedValue, type Use } from './use.ts';
import type { Env, FunctionValue, Value } from './value.ts';
import { constant, isAbsent, listOf, otherField, unknown, unknownOf } from './value.ts';

/** The variables of a pattern, with the parts of a value that they get. */
export function bindPattern(pattern: Node, value: Value, use: Use): ReadonlyMap<Variable, Value> {
  const found = new Map<Variable, Value>();
  const open: (readonly [Node, Value])[] = [[pattern, value]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, given] = next;
    if (node.variable !== undefined) found.set(node.variable, given);
    if (node.type === 'TSParameterProperty') open.push([node.parameter, given]);
    if (node.type === 'AssignmentPattern')
      open.push([node.left, isAbsent(given) ? evaluate(node.right, use) : given]);
    if (node.type === 'ObjectPattern') open.push(...partsOf(node, given, use));
    if (node.type === 'ArrayPattern')
      for (const [i, each] of node.elements.entries())
        if (each !== null && each.type !== 'RestElement')
          open.push([each, member(given, String(i), use)]);
  }
  return found;
}

function partsOf({ properties }: Node, value: Value, use: Use): (readonly [Node, Value])[] {
  const taken = new Set<string>();
  return properties.map((property) => {
    if (property.type === 'RestElement') return [property.argument, restOf(value, taken)];
    const name = nameOfKey(property.key, property.computed);
    if (name === undefined) return [property.value, unknown()];
    taken.add(name);
    return [property.value, member(value, name, use)];
  });
}

/** An object without what is taken from it. */
function restOf(value: Value, taken: ReadonlySet<string>): Value {
  const fields = (name: string): Value | undefined =>
    taken.has(name) ? undefined : otherField(value, name);
  if (value.is !== 'object') return { ...unknownOf([value]), fields };
  const entries = [...value.entries].filter(([name]) => !taken.has(name));
  return { ...value, entries: new Map(entries), fields };
}

/** The parameters of a function, or the variable of a loop, with what they get. */
export function bindParameters(
  params: readonly Node[],
  given: readonly Value[],
  env: Env,
  use: Use,
): Env {
  const bound = new Map(env);
  params.forEach((parameter, i) => {
    const isRest = parameter.type === 'RestElement';
    const argument = isRest ? listOf(given.slice(i)) : (given[i] ?? constant(undefined));
    const pattern = isRest ? parameter.argument : parameter;
    for (const [variable, value] of bindPattern(pattern, argument, { ...use, env: bound }))
      bound.set(variable, value);
  });
  return bound;
}

/** What a function returns for these arguments. */
export const applyFunction = ({ of, env }: FunctionValue, given: readonly Value[], use: Use) =>
  returnedValue(of, { ...use, env: bindParameters(of.params, given, env, use) }) ??
  unknownOf(given);
