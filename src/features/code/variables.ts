/** What names stand for: variables, parameters, imports, `this`. */
import { bindPattern } from './binding.ts';
import { isChanged, writesOf } from './changes.ts';
import { importedValue } from './members.ts';
import type { Node, Variable } from './parse.ts';
import { closest, isClass, isFunction, nameOfKey } from './syntax.ts';
import { typedValue } from './types.ts';
import { evaluate, NO_ENV, placeOf, type Use } from './use.ts';
import type { Entry, Place, Value } from './value.ts';
import { constant, isFixed, objectOf, unknown } from './value.ts';

/** Of variables of the top level. */
const known = new WeakMap<Variable, Value>();

export function variableValue(node: Node, use: Use, at: Place): Value {
  const { module } = use;
  // Types are not among what eslint-scope resolves.
  const isType = /^TS(?:Type|Qual|Class)/.test(module.parentOf(node)?.type ?? '');
  const variable = module.variableOf(node) ?? (isType ? module.variable(node.name) : undefined);
  if (variable === undefined) return globalValue(node, use, at);
  const bound = use.env.get(variable);
  if (bound !== undefined) return kept(bound, variable, use, at);
  if (!/^(?:module|global)$/.test(variable.scope.type))
    return { ...declaredValue(variable, use, at), at };
  const before = known.get(variable);
  if (before !== undefined) return { ...before, at };
  // A variable whose value needs itself.
  known.set(variable, unknown(at));
  const value = declaredValue(variable, { ...use, env: NO_ENV }, at);
  known.set(variable, value);
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
      return importedValue(String(parent.source.value), importedName(node), use, at);
    case 'FunctionName':
      return writesOf(variable).length > 0
        ? unknown(at)
        : { is: 'function', of: placeOf(node, use), env: use.env, at };
    case 'ClassName':
      return { is: 'class', of: placeOf(node, use), at };
    case 'Parameter':
      return parameterValue(variable, def.name, use, at);
    case 'Variable':
      return initialValue(variable, node, use, at);
    default:
      return unknown(at);
  }
}

function importedName({ type, imported }: Node): string {
  if (type === 'ImportNamespaceSpecifier') return '*';
  return imported === undefined ? 'default' : String(imported.name ?? imported.value);
}

/** A value, unless the variable gets another one, or what it holds is changed. */
function kept(value: Value, variable: Variable, { module }: Use, at: Place): Value {
  if (isFixed(value)) return value;
  const mayChange = /^(?:object|list|choice|unknown)$/.test(value.is);
  const isOther = writesOf(variable).length > 0 || (mayChange && isChanged(variable, module));
  return isOther ? unknown(at) : value;
}

/** Of a parameter without an argument: what its type says, until a caller is known. */
function parameterValue(variable: Variable, name: Node, use: Use, at: Place): Value {
  const fn = closest(name, use.module, isFunction) ?? name;
  const decider = placeOf(fn, use);
  const parameter = fn.params.find(({ start, end }) => start <= name.start && end >= name.end);
  const inner = parameter?.parameter ?? parameter ?? name;
  const pattern = inner.left ?? inner;
  const type = (name.typeAnnotation ?? pattern.typeAnnotation)?.typeAnnotation;
  const typed = type ? typedValue(placeOf(type, use), use) : unknown(at);
  const given = bindPattern(pattern, { ...typed, decider }, use).get(variable);
  const value = given ?? { ...typed, decider };
  if (isFixed(value)) return { ...value, at };
  // Of one that may be missing, or that a test narrows, the type does not say what it is here.
  const isSure = value.is === 'foreign' || !(name.optional || isTested(variable, use));
  const own = isSure ? { ...value, at } : unknown(at, { decider, fields: value.fields });
  return kept(own, variable, use, at);
}

const isTested = ({ references }: Variable, { module }: Use): boolean =>
  references.some(({ identifier }) => {
    const { type = '', operator } = module.parentOf(identifier) ?? {};
    const isCompared = type === 'BinaryExpression' && /[=<>]/.test(operator ?? '');
    return isCompared || operator === '!' || type === 'SwitchStatement';
  });

function initialValue(variable: Variable, declarator: Node, use: Use, at: Place): Value {
  const { module } = use;
  const declaration = module.parentOf(declarator);
  const loop = declaration && module.parentOf(declaration);
  if (loop?.left === declaration && loop?.type === 'ForOfStatement')
    return unknown(at, { decider: placeOf(loop, use) });
  if (loop?.left === declaration && loop?.type === 'ForInStatement') return unknown(at);
  const { init, id } = declarator;
  const value = init ? evaluate(init, use) : constant(undefined, at);
  const own = bindPattern(id, value, use).get(variable) ?? unknown(at);
  if (isFixed(own)) return own;
  return lateClient(variable, use) ?? kept(own, variable, use, at);
}

/** `let client; …; client = new Resend(key)` */
function lateClient(variable: Variable, use: Use): Value | undefined {
  const values = writesOf(variable).flatMap((write) => {
    const assignment = use.module.parentOf(write);
    return assignment?.type === 'AssignmentExpression' ? evaluate(assignment.right, use) : [];
  });
  return values.find(({ is }) => is === 'client');
}

export function thisValue(node: Node, use: Use, at: Place): Value {
  const { module } = use;
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
  return objectOf(entries, at, true);
}
