import type { Node } from '@babel/types';
import { bindingOf, isChanged, nameOfKey } from './bindings.ts';
import { exportsIn } from './exports.ts';
import {
  type BoundCall,
  bindArguments,
  declares,
  FUNCTIONS,
  METHODS,
  methodOf,
  resultOf,
} from './functions.ts';
import { arrayValue, binary, choiceOf, enumOf, joined, objectValue } from './literals.ts';
import type { Module, Modules } from './modules.ts';
import { type JsonType, jsonTypeOf, knownText, type Site, siteOf, type Value } from './values.ts';

export interface Evaluation {
  readonly modules: Modules;
  readonly frame: BoundCall | undefined;
  /** How much is left to do: `const a = [b, b]; const b = [c, c]; …` doubles with each line. */
  readonly work: { left: number };
}

const MAX_WORK = 20_000;
const MAX_DEPTH = 60;
const MAX_ORIGINS = 8;

export const startEvaluation = (modules: Modules, frame?: BoundCall): Evaluation => ({
  modules,
  frame,
  work: { left: MAX_WORK },
});

/** What an expression is, without running it. What cannot be told is unknown, never guessed. */
export function evaluate(node: Node, module: Module, evaluation: Evaluation, depth = 0): Value {
  const site: Site = { module, start: node.start ?? 0, end: node.end ?? 0 };
  const unknown = (type?: JsonType): Value => ({ kind: 'unknown', type, site });
  const isOver = --evaluation.modules.budget.left < 0 || --evaluation.work.left < 0;
  if (isOver || depth > MAX_DEPTH) return unknown();
  const inner = (child: Node): Value => evaluate(child, module, evaluation, depth + 1);
  const constant = (value: string | number | boolean | null): Value => ({
    kind: 'constant',
    value,
    site,
  });

  switch (node.type) {
    case 'StringLiteral':
    case 'NumericLiteral':
    case 'BooleanLiteral':
      return constant(node.value);
    case 'NullLiteral':
      return constant(null);
    case 'TemplateLiteral':
      return joined(
        node.quasis.flatMap(({ value }, i): Value[] => {
          const expression = node.expressions[i];
          const text: Value = { kind: 'constant', value: value.cooked ?? '', site };
          return expression === undefined ? [text] : [text, inner(expression)];
        }),
        site,
      );
    case 'BinaryExpression':
      return binary(node.operator, inner(node.left), inner(node.right), site);
    case 'UnaryExpression': {
      if (node.operator === 'void') return { kind: 'absent', site };
      if (node.operator === '!') return unknown('boolean');
      if (node.operator === 'typeof') return unknown('string');
      const value = inner(node.argument);
      const isNumber = value.kind === 'constant' && typeof value.value === 'number';
      if (node.operator === '-' && isNumber) return constant(-(value.value as number));
      return unknown('number');
    }
    case 'LogicalExpression': {
      const [left, right] = [inner(node.left), inner(node.right)];
      if (node.operator === '??' && left.kind === 'constant')
        return left.value === null ? right : left;
      return choiceOf([left, right], site);
    }
    case 'ConditionalExpression':
      return choiceOf([inner(node.consequent), inner(node.alternate)], site);
    case 'ArrayExpression':
      return arrayValue(node.elements, inner, site);
    case 'ObjectExpression':
      return objectValue(node, module, inner, site);
    case 'ParenthesizedExpression':
    case 'TSAsExpression':
    case 'TSSatisfiesExpression':
    case 'TSNonNullExpression':
    case 'TSTypeAssertion':
      return inner(node.expression);
    case 'AwaitExpression':
      return inner(node.argument);
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'FunctionDeclaration':
      return { kind: 'function', node, site };
    case 'ThisExpression': {
      let owner: Node | undefined = node;
      while (owner !== undefined && owner.type !== 'ClassBody')
        owner = module.syntax.parentOf.get(owner);
      const of = owner === undefined ? undefined : module.syntax.parentOf.get(owner);
      return of?.type === 'ClassDeclaration' ? { kind: 'instance', of, site } : unknown();
    }
    case 'Identifier': {
      if (node.name === 'undefined') return { kind: 'absent', site };
      return at(site, namedValue(node.name, node, { site, module, evaluation, depth: depth + 1 }));
    }
    case 'MemberExpression':
    case 'OptionalMemberExpression': {
      const name =
        node.computed || node.property.type === 'PrivateName'
          ? knownText(node.property.type === 'PrivateName' ? undefined : inner(node.property))
          : nameOfKey(node.property);
      if (name === undefined) return unknown();
      return at(
        site,
        memberOf(inner(node.object), name, { site, module, evaluation, depth: depth + 1 }),
      );
    }
    case 'NewExpression': {
      const name = nameOfKey(node.callee);
      const [first] = node.arguments;
      if (name === 'Date') return unknown('string');
      const made = name === 'URL' ? undefined : inner(node.callee);
      if (made?.kind === 'instance') return made;
      return name === 'URL' && first !== undefined ? at(site, inner(first)) : unknown();
    }
    case 'CallExpression':
    case 'OptionalCallExpression':
      return call(node.callee, node.arguments, inner, { site, module, evaluation, depth });
    default:
      return unknown();
  }
}

function call(callee: Node, args: readonly Node[], inner: (node: Node) => Value, use: Use): Value {
  const { site, module, evaluation, depth } = use;
  const unknown = (type?: JsonType): Value => ({ kind: 'unknown', type, site });
  const [first] = args;
  const name = nameOfKey(callee);
  if (callee.type === 'MemberExpression' || callee.type === 'OptionalMemberExpression') {
    const method = nameOfKey(callee.property);
    const owner = nameOfKey(callee.object);
    if (owner === 'JSON' && method === 'stringify' && first !== undefined)
      return { kind: 'json', of: inner(first), site };
    if (owner === 'Object' && (method === 'freeze' || method === 'seal') && first !== undefined)
      return inner(first);
    const type = METHODS.get(method);
    if (type !== undefined) return unknown(type);
  }
  if (name === 'require') {
    const specifier = first === undefined ? undefined : knownText(inner(first));
    return specifier === undefined ? unknown() : moduleOf(specifier, use);
  }
  const type = FUNCTIONS.get(name);
  if (type !== undefined && bindingOf(name, callee, module) === undefined) return unknown(type);
  const target = inner(callee);
  const result = target.kind === 'function' ? resultOf(target.node) : undefined;
  if (target.kind !== 'function' || result === undefined) return unknown();
  const frame = bindArguments(target.node, args, inner, evaluation.frame);
  return at(site, evaluate(result, target.site.module, { ...evaluation, frame }, depth + 1));
}

/** Where a value is used, and what is known there. */
interface Use {
  readonly site: Site;
  readonly module: Module;
  readonly evaluation: Evaluation;
  readonly depth: number;
}

function moduleOf(specifier: string, { site, module, evaluation: { modules } }: Use): Value {
  const path = modules.resolve(module.path, specifier);
  const loaded = path === undefined ? undefined : modules.load(path);
  return loaded === undefined
    ? { kind: 'unknown', site }
    : { kind: 'module', module: loaded, site };
}

/** What a name is at the place of its use. */
function namedValue(name: string, scope: Node, use: Use): Value {
  const { site, module, evaluation, depth } = use;
  const unknown: Value = { kind: 'unknown', site };
  const binding = bindingOf(name, scope, module);
  if (binding === undefined || isChanged(name, binding, module)) return unknown;
  switch (binding.kind) {
    case 'value': {
      const { pattern, init } = binding;
      return taken(pattern, name, evaluate(init, module, evaluation, depth), use);
    }
    case 'function':
      return { kind: 'function', node: binding.node, site: siteOf(binding.node, module) };
    case 'class':
      return { kind: 'instance', of: binding.node, site: siteOf(binding.node, module) };
    case 'enum':
      return enumOf(binding.node, module);
    case 'import': {
      const target = moduleOf(binding.from, use);
      return binding.name === '*' ? target : memberOf(target, binding.name, use);
    }
    case 'parameter': {
      let found = evaluation.frame;
      while (found !== undefined && found.binder !== binding.binder) found = found.next;
      const value: Value =
        found === undefined
          ? { ...unknown, binder: binding.binder }
          : (found.values[binding.index] ?? (found.isOpen ? unknown : { kind: 'absent', site }));
      return taken(binding.pattern, name, value, use);
    }
    default:
      return unknown;
  }
}

/** What a pattern gives to one of its names. */
function taken(pattern: Node, name: string, value: Value, use: Use): Value {
  const { site, module, evaluation, depth } = use;
  const unknown: Value = { kind: 'unknown', site };
  const deeper = { ...use, depth: depth + 1 };
  if (depth > MAX_DEPTH || --evaluation.work.left < 0) return unknown;
  switch (pattern.type) {
    case 'Identifier':
      return value;
    case 'TSParameterProperty':
      return taken(pattern.parameter, name, value, deeper);
    case 'AssignmentPattern': {
      const usual = evaluate(pattern.right, module, evaluation, depth + 1);
      const isUnknown = value.kind === 'unknown';
      const next = isUnknown ? { ...value, type: value.type ?? jsonTypeOf(usual) } : value;
      return taken(pattern.left, name, value.kind === 'absent' ? usual : next, deeper);
    }
    case 'ObjectPattern':
      for (const property of pattern.properties) {
        if (property.type === 'RestElement' || !declares(property.value, name)) continue;
        const key = property.computed ? '' : nameOfKey(property.key);
        if (key === '') return unknown;
        return taken(property.value, name, memberOf(value, key, deeper), deeper);
      }
      return unknown;
    case 'ArrayPattern':
      for (const [i, element] of pattern.elements.entries())
        if (element !== null && element.type !== 'RestElement' && declares(element, name))
          return taken(element, name, memberOf(value, String(i), deeper), deeper);
      return unknown;
    default:
      return unknown;
  }
}

/** A value as it is used at a place: of what is written elsewhere, that place counts. */
function at(site: Site, value: Value): Value {
  if (HAS_PLACE.has(value.kind)) return value;
  return { ...value, site, origins: [value.site, ...(value.origins ?? [])].slice(0, MAX_ORIGINS) };
}

const HAS_PLACE: ReadonlySet<Value['kind']> = new Set(['object', 'array', 'function', 'instance']);

/** A property of a value, or what a module exports under a name. */
function memberOf(value: Value, name: string, use: Use): Value {
  const { site, evaluation, depth } = use;
  const unknown: Value = { kind: 'unknown', site };
  if (value.kind === 'object') {
    const entry = value.entries.get(name);
    return entry?.value ?? (value.isOpen ? unknown : { kind: 'absent', site });
  }
  if (value.kind === 'array')
    return (/^\d+$/.test(name) ? value.items[Number(name)] : undefined) ?? unknown;
  if (value.kind === 'unknown') return { ...unknown, binder: value.binder };
  if (value.kind === 'instance') return methodOf(value.of, name, value.site, site);
  if (value.kind !== 'module' || depth > MAX_DEPTH) return unknown;
  const outside = { ...evaluation, frame: undefined };
  for (const { module, exported } of exportsIn(value.module, name, evaluation.modules)) {
    if (--evaluation.modules.budget.left < 0 || --evaluation.work.left < 0) break;
    const there: Use = { site, module, evaluation: outside, depth: depth + 1 };
    if (exported.kind === 'local')
      return namedValue(exported.name, module.syntax.file.program, there);
    const found = evaluate(exported.node, module, there.evaluation, there.depth);
    if (exported.kind === 'expression') return found;
    const member = found.kind === 'object' ? memberOf(found, name, there) : unknown;
    if (member.kind !== 'unknown') return member;
  }
  return unknown;
}
