/** What names stand for: variables, parameters, imports, `this`. */
import { isChanged, writesOf } from './changes.ts';
import { member } from './members.ts';
import { closest, isClass, isFunction, type Node, nameOfKey, type Variable } from './parse.ts';
import { evaluate, NO_ENV, placeOf, type Use, withDefault } from './resolve.ts';
import { typedValue } from './types.ts';
import {
  constant,
  type Entry,
  type Env,
  type Place,
  unknown,
  usedAt,
  type Value,
} from './value.ts';

export function variableValue(node: Node, use: Use): Value {
  const at = placeOf(node, use);
  const name: string = node['name'];
  // Types are not among what eslint-scope resolves.
  const isType = /^TS(?:Type|Qual|Class)/.test(use.module.parentOf(node)?.type ?? '');
  const variable = use.module.variableOf(node) ?? (isType ? use.module.variable(name) : undefined);
  const bound = variable && use.env.get(variable);
  if (bound !== undefined) return bound;
  if (variable === undefined) {
    if (name === 'undefined') return constant(undefined, at);
    const type = use.module.types.get(name);
    if (type?.type === 'TSEnumDeclaration') return enumValue(type, use, at);
    return name === 'fetch' ? { is: 'foreign', from: 'global', name, at } : unknown(at);
  }
  const isTop = variable.scope.type === 'module' || variable.scope.type === 'global';
  const { cache } = use.run;
  const known = isTop ? cache.get(variable) : undefined;
  if (known !== undefined) return usedAt(known, at);
  // A variable whose value needs itself.
  if (isTop) cache.set(variable, unknown(at));
  const value = declaredValue(variable, isTop ? { ...use, env: NO_ENV } : use, at);
  if (isTop) cache.set(variable, value);
  return isWaiting(value) ? value : usedAt(value, at);
}

/** A parameter stays where it is declared, so that its callers can be found. */
const isWaiting = (value: Value): boolean => value.is === 'unknown' && value.waits !== undefined;

function declaredValue(variable: Variable, use: Use, at: Place): Value {
  const [def, ...others] = variable.defs;
  const node = def?.node;
  if (def === undefined || node === undefined || others.length > 0) return unknown(at);
  const writes = writesOf(variable);
  switch (def.type) {
    case 'ImportBinding':
      return importedValue(node, def.parent, use, at);
    case 'FunctionName':
      return writes.length > 0
        ? unknown(at)
        : { is: 'function', of: placeOf(node, use), env: use.env, at };
    case 'ClassName':
      return { is: 'class', of: placeOf(node, use), at };
    case 'Parameter':
      return parameterValue(variable, node, use);
    case 'Variable':
      return initialValue(variable, node, use, at);
    default:
      return unknown(at);
  }
}

function importedValue(specifier: Node, declaration: Node, use: Use, at: Place): Value {
  const from = String(declaration['source']?.value);
  const { type, imported } = specifier;
  const name =
    type === 'ImportDefaultSpecifier'
      ? 'default'
      : type === 'ImportNamespaceSpecifier'
        ? '*'
        : String(imported.name ?? imported.value);
  const module = use.run.modules.imported(use.module, from);
  if (module === undefined) return { is: 'foreign', from, name, at };
  if (name === '*') return { is: 'module', of: module, at };
  return exportedValue(module, name, use, at);
}

/** The value of an export of a file. */
export function exportedValue(module: Use['module'], name: string, use: Use, at: Place): Value {
  const found = use.run.modules.exportOf(module, name);
  if (found === undefined) return unknown(at);
  if ('from' in found) return { is: 'foreign', ...found, at };
  if (found.node.type === 'Program') return { is: 'module', of: found.module, at };
  return usedAt(evaluate(found.node, { ...use, module: found.module, env: NO_ENV }), at);
}

/** Of a parameter without an argument: what its type says. */
function parameterValue(variable: Variable, holder: Node, use: Use): Value {
  const identifier = variable.defs[0]?.name ?? holder;
  const annotation = identifier['typeAnnotation']?.typeAnnotation;
  const waits = placeOf(closest(identifier, use.module, isFunction) ?? holder, use);
  const at = placeOf(identifier, use);
  // `{ client }: { client: Resend }`
  const pattern = patternOf(identifier, use);
  const typed =
    annotation === undefined
      ? pattern && member(typedValue(placeOf(pattern.type, use), use, at), pattern.name, use, at)
      : typedValue(placeOf(annotation, use), use, at);
  if (typed === undefined) return unknown(at, { waits });
  if (typed.is !== 'unknown') return typed;
  if (writesOf(variable).length > 0) return unknown(at);
  const isSure = !identifier['optional'] && !isTested(variable, use);
  return isSure ? { ...typed, waits } : unknown(at, { typed: typed.typed, waits });
}

/** A test may leave only some of the values that a type allows. */
const isTested = ({ references }: Variable, { module }: Use): boolean =>
  references.some(({ identifier }) => {
    const parent = module.parentOf(identifier);
    const isCompared = parent?.type === 'BinaryExpression' && /[=<>]/.test(parent['operator']);
    return isCompared || parent?.['operator'] === '!' || parent?.['discriminant'] === identifier;
  });

/** The name of a destructured parameter in its object, and the type of that. */
function patternOf(
  identifier: Node,
  use: Use,
): { readonly type: Node; readonly name: string } | undefined {
  const property = use.module.parentOf(identifier);
  const pattern = property && use.module.parentOf(property);
  const type = pattern?.['typeAnnotation']?.typeAnnotation;
  const name =
    property?.type === 'Property' ? nameOfKey(property['key'], property['computed']) : undefined;
  return type === undefined || name === undefined ? undefined : { type, name };
}

function initialValue(variable: Variable, declarator: Node, use: Use, at: Place): Value {
  const declaration = use.module.parentOf(declarator);
  const loop = declaration && use.module.parentOf(declaration);
  const { init, id } = declarator;
  const annotation = id.typeAnnotation?.typeAnnotation;
  const typed = (value: Value): Value =>
    value.is === 'unknown' && annotation !== undefined
      ? { ...typedValue(placeOf(annotation, use), use, at) }
      : value;
  if (
    loop !== undefined &&
    /^For(?:Of|In)Statement$/.test(loop.type) &&
    loop['left'] === declaration
  )
    return unknown(at, loop.type === 'ForOfStatement' ? { waits: placeOf(loop, use) } : {});
  const writes = writesOf(variable);
  const value = init === null ? constant(undefined, at) : evaluate(init, use);
  const own = bindPattern(id, value, use).get(variable) ?? unknown(at);
  // A client is the same object, whatever is set on it, and is often made when it is first needed.
  if (own.is === 'client' || own.is === 'http' || own.is === 'instance') return own;
  if (writes.length > 0) return lateClient(writes, use) ?? typed(unknown(at));
  const isHolder = own.is === 'object' || own.is === 'list' || own.is === 'choice';
  return isHolder && isChanged(variable, use.module) ? unknown(at) : typed(own);
}

/** `let client; …; client = new Resend(key)` */
function lateClient(writes: readonly Node[], use: Use): Value | undefined {
  for (const write of writes) {
    const assignment = use.module.parentOf(write);
    if (assignment?.type !== 'AssignmentExpression') return undefined;
    const value = evaluate(assignment['right'], use);
    if (value.is === 'client' || value.is === 'http') return value;
  }
  return undefined;
}

/** The variables of a pattern with the parts of a value that they get. */
export function bindPattern(pattern: Node, value: Value, use: Use): ReadonlyMap<Variable, Value> {
  const found = new Map<Variable, Value>();
  const open: (readonly [Node, Value])[] = [[pattern, value]];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const [node, given] = next;
    const at = given.at;
    if (node.type === 'Identifier') {
      const variable = use.module.variableOf(node);
      if (variable !== undefined) found.set(variable, given);
    } else if (node.type === 'TSParameterProperty') open.push([node['parameter'], given]);
    else if (node.type === 'AssignmentPattern')
      open.push([node['left'], withDefault(given, node['right'], use)]);
    else if (node.type === 'ObjectPattern') open.push(...partsOf(node, given, use, at));
    else if (node.type === 'ArrayPattern')
      for (const [i, each] of (node['elements'] as readonly (Node | null)[]).entries())
        if (each !== null && each.type !== 'RestElement')
          open.push([each, member(given, String(i), use, at)]);
  }
  return found;
}

function partsOf(pattern: Node, value: Value, use: Use, at: Place): (readonly [Node, Value])[] {
  const names: string[] = [];
  return (pattern['properties'] as readonly Node[]).map((property) => {
    if (property.type === 'RestElement') return [property['argument'], restOf(value, names, at)];
    const name = nameOfKey(property['key'], property['computed']);
    if (name === undefined) return [property['value'], unknown(at)];
    names.push(name);
    return [property['value'], member(value, name, use, at)];
  });
}

/** An object without what is taken from it. */
function restOf(value: Value, names: readonly string[], at: Place): Value {
  if (value.is !== 'object')
    return unknown(at, 'waits' in value && value.waits ? { waits: value.waits } : {});
  const entries = new Map<string, Entry>(value.entries);
  for (const name of names) entries.delete(name);
  return { ...value, entries };
}

/** The parameters of a function with the arguments of a call. */
export function bindParameters(fn: Node, given: readonly Value[], env: Env, use: Use): Env {
  const bound = new Map(env);
  (fn['params'] as readonly Node[]).forEach((parameter, i) => {
    const at = placeOf(parameter, use);
    const isRest = parameter.type === 'RestElement';
    const rest: Value = { is: 'list', items: given.slice(i), isOpen: false, at };
    const argument = isRest ? rest : (given[i] ?? constant(undefined, at));
    const pattern = isRest ? parameter['argument'] : parameter;
    for (const [variable, value] of bindPattern(pattern, argument, { ...use, env: bound }))
      bound.set(variable, declaredAs(variable, value, use));
  });
  return bound;
}

/** An argument that is not known is at least what the type of the parameter says. */
function declaredAs(variable: Variable, value: Value, use: Use): Value {
  const identifier = variable.defs[0]?.name;
  const annotation = identifier?.['typeAnnotation']?.typeAnnotation;
  if (value.is !== 'unknown' || annotation === undefined || value.typed !== undefined) return value;
  if (identifier?.['optional'] || isTested(variable, use)) return value;
  const typed = typedValue(placeOf(annotation, use), use, value.at);
  return typed.is === 'unknown' ? { ...typed, ...value } : typed;
}

export function thisValue(node: Node, use: Use): Value {
  const at = placeOf(node, use);
  const owner = closest(
    node,
    use.module,
    (each) => isClass(each) || each.type === 'FunctionDeclaration',
  );
  if (owner === undefined || !isClass(owner)) return unknown(at);
  const method = closest(
    node,
    use.module,
    (each) => use.module.parentOf(each)?.type === 'ClassBody',
  );
  return { is: method?.['static'] ? 'class' : 'instance', of: placeOf(owner, use), at };
}

function enumValue(node: Node, use: Use, at: Place): Value {
  const entries = new Map<string, Entry>();
  const members: readonly Node[] = node['members'] ?? node['body']?.members ?? [];
  for (const { id, initializer } of members) {
    const name = nameOfKey(id, false);
    if (name === undefined) continue;
    const value = initializer ? evaluate(initializer, use) : unknown(at, { type: 'number' });
    entries.set(name, { key: placeOf(id, use), value });
  }
  return { is: 'object', entries, isOpen: false, at };
}
