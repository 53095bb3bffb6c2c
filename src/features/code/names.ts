/** What names stand for: variables, parameters, imports, `this`. */
import { isChanged, writesOf } from './changes.ts';
import { bindPattern, member } from './members.ts';
import { COMMON_JS } from './modules.ts';
import type { Module, Node, Variable } from './parse.ts';
import { evaluate, NO_ENV, placeOf, type Use } from './resolve.ts';
import { closest, isClass, isFunction, nameOfKey } from './syntax.ts';
import { typedValue } from './types.ts';
import { constant, type Entry, objectOf, type Place, unknown, type Value } from './value.ts';

export function variableValue(node: Node, use: Use): Value {
  const at = placeOf(node, use);
  const { module, run } = use;
  // Types are not among what eslint-scope resolves.
  const isType = /^TS(?:Type|Qual|Class)/.test(module.parentOf(node)?.type ?? '');
  const variable = module.variableOf(node) ?? (isType ? module.variable(node.name) : undefined);
  if (variable === undefined) return globalValue(node, use, at);
  const bound = use.env.get(variable);
  if (bound !== undefined)
    return isFixed(bound) || isConstant(variable, module) ? bound : unknown(at);
  if (!/^(?:module|global)$/.test(variable.scope.type))
    return { ...declaredValue(variable, use, at), at };
  const known = run.cache.get(variable);
  if (known !== undefined) return { ...known, at };
  // A variable whose value needs itself.
  run.cache.set(variable, unknown(at));
  const value = declaredValue(variable, { ...use, env: NO_ENV }, at);
  run.cache.set(variable, value);
  return { ...value, at };
}

function globalValue({ name }: Node, use: Use, at: Place): Value {
  if (name === 'undefined') return constant(undefined, at);
  const type = use.module.types.get(name);
  if (type?.type === 'TSEnumDeclaration') return enumValue(type, use, at);
  return name === 'fetch' ? { is: 'foreign', from: 'global', name, at } : unknown(at);
}

function declaredValue(variable: Variable, use: Use, at: Place): Value {
  const [def, ...others] = variable.defs;
  if (def === undefined || others.length > 0) return unknown(at);
  const { type, node, parent } = def;
  switch (type) {
    case 'ImportBinding':
      return importedValue(node, parent, use, at);
    case 'FunctionName':
      return writesOf(variable).length > 0
        ? unknown(at)
        : { is: 'function', of: placeOf(node, use), env: use.env, at };
    case 'ClassName':
      return { is: 'class', of: placeOf(node, use), at };
    case 'Parameter':
      return parameterValue(variable, node, use, at);
    case 'Variable':
      return initialValue(variable, node, use, at);
    default:
      return unknown(at);
  }
}

function importedValue({ type, imported }: Node, { source }: Node, use: Use, at: Place): Value {
  const from = String(source?.value);
  const isAll = type === 'ImportNamespaceSpecifier';
  const named = isAll ? '*' : 'default';
  const name = imported === undefined ? named : String(imported.name ?? imported.value);
  const module = use.run.modules.imported(use.module, from);
  if (module === undefined) return { is: 'foreign', from, name, at };
  return isAll ? { is: 'module', of: module, at } : exportedValue(module, name, use, at);
}

/** The value of an export of a file. */
export function exportedValue(module: Module, name: string, use: Use, at: Place): Value {
  const found = use.run.modules.exportOf(module, name);
  if (found === undefined && name !== COMMON_JS)
    return member(exportedValue(module, COMMON_JS, use, at), name, use, at);
  if (found === undefined) return unknown(at);
  if ('from' in found) return { is: 'foreign', ...found, at };
  if (found.node.type === 'Program') return { is: 'module', of: found.module, at };
  return { ...evaluate(found.node, { ...use, module: found.module, env: NO_ENV }), at };
}

/** Of a parameter without an argument: what its type says, until a caller is known. */
function parameterValue(variable: Variable, fn: Node, use: Use, at: Place): Value {
  const { module } = use;
  const identifier = variable.defs[0]?.name ?? fn;
  const waits = placeOf(closest(identifier, module, isFunction) ?? fn, use);
  const type = identifier.typeAnnotation?.typeAnnotation;
  const value = type ? typedValue(placeOf(type, use), use, at) : unknown(at);
  if (isFixed(value)) return value;
  if (!isConstant(variable, module)) return unknown(at);
  // Of one that may be missing, or that a test narrows, the type does not say what it is here.
  const isSure = value.is === 'foreign' || !(identifier.optional || isTested(variable, module));
  return isSure ? { ...value, waits } : unknown(at, { waits });
}

/** Neither the variable nor what it holds is changed. */
const isConstant = (variable: Variable, module: Module): boolean =>
  writesOf(variable).length === 0 && !isChanged(variable, module);

const isTested = ({ references }: Variable, module: Module): boolean =>
  references.some(({ identifier }) => {
    const { type = '', operator } = module.parentOf(identifier) ?? {};
    const isCompared = type === 'BinaryExpression' && /[=<>]/.test(operator ?? '');
    return isCompared || operator === '!' || type === 'SwitchStatement';
  });

function initialValue(variable: Variable, declarator: Node, use: Use, at: Place): Value {
  const { module } = use;
  const declaration = module.parentOf(declarator);
  const loop = declaration && module.parentOf(declaration);
  const isOfLoop = /^For(?:Of|In)Statement$/.test(loop?.type ?? '') && loop?.left === declaration;
  if (loop !== undefined && isOfLoop)
    return unknown(at, { waits: loop.type === 'ForOfStatement' ? placeOf(loop, use) : undefined });
  const { init, id } = declarator;
  const value = init ? evaluate(init, use) : constant(undefined, at);
  const own = bindPattern(id, value, use).get(variable) ?? unknown(at);
  if (isFixed(own)) return own;
  const writes = writesOf(variable);
  const client = writes.length > 0 ? lateClient(writes, use) : undefined;
  if (client !== undefined) return client;
  const isHolder = own.is === 'object' || own.is === 'list' || own.is === 'choice';
  if (isHolder && isChanged(variable, module)) return unknown(at);
  return writes.length > 0 ? unknown(at) : own;
}

/** A client is the same object, whatever is set on it. */
export const isFixed = ({ is }: Value): boolean => /^(?:client|instance)$/.test(is);

/** `let client; …; client = new Resend(key)` */
function lateClient(writes: readonly Node[], use: Use): Value | undefined {
  const values = writes.flatMap((write) => {
    const assignment = use.module.parentOf(write);
    return assignment?.type === 'AssignmentExpression' ? evaluate(assignment.right, use) : [];
  });
  return values.find(({ is }) => is === 'client');
}

export function thisValue(node: Node, use: Use): Value {
  const { module } = use;
  const at = placeOf(node, use);
  const owner = closest(node, module, (each) => isClass(each) || /^FunctionD/.test(each.type));
  if (owner === undefined || !isClass(owner)) return unknown(at);
  const method = closest(node, module, (each) => module.parentOf(each)?.type === 'ClassBody');
  return { is: method?.static ? 'class' : 'instance', of: placeOf(owner, use), at };
}

function enumValue(node: Node, use: Use, at: Place): Value {
  const entries = new Map<string, Entry>();
  for (const { id, initializer } of node.members ?? node.body.members) {
    const value = initializer ? evaluate(initializer, use) : unknown(at, { type: 'number' });
    entries.set(nameOfKey(id, false) ?? '', { key: placeOf(id, use), value });
  }
  // Of numbers, it has their names too.
  return { ...objectOf(entries, at), isOpen: true };
}
