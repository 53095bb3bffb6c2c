import type {
  CallExpression,
  MemberExpression,
  NewExpression,
  Node,
  TSAsExpression,
  UpdateExpression,
} from '@babel/types';
import { bindingOf, nameOfKey } from './bindings.ts';
import { count } from './changes.ts';
import { isClientClass } from './clients.ts';
import { listOf, ofObject } from './collections.ts';
import { textsOf } from './declared.ts';
import { runsAlways } from './effects.ts';
import { type Evaluation, isExhausted, type Use } from './evaluation.ts';
import { followFunction, resultOfCall, resultOfFunction } from './function-results.ts';
import { bindArguments, FUNCTIONS, METHODS } from './functions.ts';
import { jsonOfFile, ownFolder } from './json-files.ts';
import {
  arrayValue,
  binary,
  enumOf,
  fieldsOf,
  joined,
  logical,
  objectValue,
  templateValue,
  unary,
} from './literals.ts';
import { mapOrSet } from './maps.ts';
import type { Module, Modules } from './module.ts';
import { memberOf, moduleOf, namedValue } from './named.ts';
import { isJson } from './names.ts';
import { parentOf } from './syntax.ts';
import { ofText } from './text-methods.ts';
import { copyOf, valueAfter } from './value-after.ts';
import {
  at,
  choiceOf,
  isDefault,
  isEnvironment,
  type JsonType,
  keysIn,
  knownText,
  MAX_EXPRESSIONS,
  type Site,
  siteOf,
  truthOf,
  type Value,
} from './values.ts';

export const startEvaluation = (modules: Modules, frame?: Evaluation['frame']): Evaluation => ({
  modules,
  frame,
  work: { left: MAX_EXPRESSIONS, isCut: false },
  evaluate,
  valueAfter,
  follow: followFunction,
  resultOf: resultOfFunction,
});

/** The value of an expression, without running it. Undetermined values are unknown, never guessed. */
export function evaluate(node: Node, module: Module, evaluation: Evaluation, depth = 0): Value {
  const site = siteOf(node, module);
  if (isExhausted(evaluation, depth)) return { kind: 'unknown', site };
  const use: Use = { site, module, evaluation, depth: depth + 1 };
  const inner = (child: Node): Value => evaluate(child, module, evaluation, depth + 1);
  switch (node.type) {
    case 'StringLiteral':
    case 'NumericLiteral':
    case 'BooleanLiteral':
      return { kind: 'constant', value: node.value, site };
    case 'NullLiteral':
      return { kind: 'constant', value: null, site };
    case 'TemplateLiteral':
      return templateValue(node, inner, site);
    case 'ArrayExpression':
      return ofList(arrayValue(node, inner, site), evaluation);
    case 'ObjectExpression':
      return objectValue(node, module, inner, site);
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
    case 'FunctionDeclaration':
      return { kind: 'function', node, site };
    case 'AwaitExpression':
      return inner(node.argument);
    case 'AssignmentExpression':
      return GIVING.test(node.operator) ? inner(node.right) : { kind: 'unknown', site };
    case 'UpdateExpression':
      return counted(node, use);
    case 'BinaryExpression':
      return binary(node.operator, inner(node.left), inner(node.right), site);
    case 'UnaryExpression':
      return unary(node, inner, site);
    case 'LogicalExpression':
      return logical(node.operator, inner(node.left), inner(node.right), site);
    case 'ConditionalExpression': {
      const test = inner(node.test);
      // With a variable of the environment, it is the other way.
      const truth = isDefault(test) ? undefined : truthOf(test);
      if (truth !== undefined) return inner(truth ? node.consequent : node.alternate);
      return choiceOf([inner(node.consequent), inner(node.alternate)], site);
    }
    case 'Identifier':
      if (node.name === 'undefined') return { kind: 'absent', site };
      return ownFolder(node, use) ?? at(site, namedValue(node.name, node, use));
    case 'TSEnumDeclaration':
      return enumOf(node, module);
    case 'TSAsExpression':
      return asserted(node, inner(node.expression), use);
    case 'ThisExpression':
      return thisObject(node, site);
    case 'MemberExpression':
      return member(node, inner, use);
    case 'NewExpression':
      return made(node, inner, use);
    case 'CallExpression':
      return call(node, inner, use);
    default:
      return { kind: 'unknown', site };
  }
}

/** The operators whose result is the right side, or may be. */
const GIVING = /^(?:\?\?|\|\|)?=$/;

function counted(node: UpdateExpression, use: Use): Value {
  const { locals } = use.evaluation;
  if (locals === undefined || !runsAlways(node))
    return { kind: 'unknown', type: 'number', site: use.site };
  return count(node, { ...use, locals, until: undefined });
}

/** Statements can double a list each time. */
function ofList(list: Extract<Value, { kind: 'array' }>, { work }: Evaluation): Value {
  work.left -= list.items.length;
  return list;
}

type Inner = (node: Node) => Value;

/** `value as 'a'` */
function asserted({ typeAnnotation }: TSAsExpression, value: Value, use: Use): Value {
  if (value.kind !== 'unknown') return value;
  const texts = textsOf(typeAnnotation, use);
  return texts ? { ...value, declared: choiceOf(texts, use.site) } : value;
}

/** An object of the class around. */
function thisObject(node: Node, site: Site): Value {
  let body: Node | undefined = node;
  while (body !== undefined && body.type !== 'ClassBody') body = parentOf(body);
  const of = body === undefined ? undefined : parentOf(body);
  return of?.type === 'ClassDeclaration'
    ? { kind: 'instance', of, site }
    : { kind: 'unknown', site };
}

function member(node: MemberExpression, inner: Inner, use: Use): Value {
  const { site } = use;
  if (isEnvironmentNode(node)) return { kind: 'unknown', isEnvironment: true, site };
  const folder = ownFolder(node, use);
  if (folder !== undefined) return folder;
  const owner = inner(node.object);
  const names = node.computed ? keysIn(inner(node.property)) : [nameOfKey(node.property)];
  return oneOfMembers(owner, names, use);
}

/** The member with a name, or with one of several; if the names are not known, any. */
function oneOfMembers(owner: Value, names: readonly string[] | undefined, use: Use): Value {
  const { site } = use;
  const [name, ...others] = names ?? [];
  if (names && others.length > 0)
    return at(
      site,
      choiceOf(
        names.map((each) => memberOf(owner, each, use)),
        site,
      ),
    );
  if (name !== undefined) return at(site, memberOf(owner, name, use));
  const values = fieldsOf(owner)?.map(([, value]) => value);
  return values === undefined ? { kind: 'unknown', site } : at(site, choiceOf(values, site));
}

/** `process.env`, `Bun.env`, `import.meta.env` */
const isEnvironmentNode = ({ object, property, computed }: MemberExpression): boolean =>
  !computed &&
  nameOfKey(property) === 'env' &&
  (object.type === 'MetaProperty' || ['process', 'Bun', 'Deno'].includes(nameOfKey(object)));

/** The object that `new` creates. */
function made(node: NewExpression, inner: Inner, use: Use): Value {
  const { callee, arguments: args } = node;
  const { site } = use;
  const name = nameOfKey(callee);
  const [first, base] = args;
  if (name === 'Date') return { kind: 'unknown', type: 'string', site };
  if (name === 'URL' && first !== undefined)
    return joined(base === undefined ? [inner(first)] : [inner(base), inner(first)], site);
  const collection = mapOrSet(node, inner, use);
  if (collection !== undefined) return collection;
  const value = inner(callee);
  if (value.kind === 'instance') return value;
  return isClientClass(callee, use)
    ? { kind: 'client', site }
    : { kind: 'unknown', isOther: true, site };
}

/** What a call calls: of a module, the default export. */
export function evaluateCallee(
  callee: Node,
  module: Module,
  evaluation: Evaluation,
  depth = 0,
): Value {
  const value = evaluate(callee, module, evaluation, depth);
  const use: Use = { site: value.site, module, evaluation, depth };
  return value.kind === 'module' ? memberOf(value, 'default', use) : value;
}

const OF_MAPS: ReadonlySet<string> = new Set(['get', 'keys', 'values', 'entries']);

function call(node: CallExpression, inner: Inner, use: Use): Value {
  const { callee, arguments: args } = node;
  const { site, module, evaluation, depth } = use;
  const unknown = (type?: JsonType): Value => ({ kind: 'unknown', type, site });
  const [first] = args;
  const name = nameOfKey(callee);
  const file = jsonOfFile(node, inner, use);
  if (file !== undefined) return file;
  if (callee.type === 'MemberExpression') {
    const method = nameOfKey(callee.property);
    const owner = nameOfKey(callee.object);
    if (owner === 'JSON' && method === 'stringify' && first !== undefined)
      return { kind: 'json', of: inner(first), site };
    if (owner === 'Object' && first !== undefined) return ofObject(method, inner(first), site);
    // `env.get('NAME')`, `process.env.NAME?.trim()`
    if (OF_ENVIRONMENT.has(method) && isEnvironment(inner(callee.object)))
      return { kind: 'unknown', isEnvironment: true, site };
    const map = OF_MAPS.has(method) ? inner(callee.object) : undefined;
    if (map?.kind === 'array' && map.isMap) {
      const object = ofObject('fromEntries', map, site);
      if (method !== 'get') return ofObject(method, object, site);
      return first === undefined ? unknown() : oneOfMembers(object, keysIn(inner(first)), use);
    }
    const items = listOf(callee, args, inner, use);
    if (items !== undefined) return items;
    const text = ofText(method, [callee.object, ...args], inner, site);
    if (text !== undefined) return text;
    const type = METHODS.get(method);
    if (type !== undefined) return unknown(type);
  }
  if ((name === 'require' || callee.type === 'Import') && first !== undefined) {
    const specifier = knownText(inner(first));
    if (specifier === undefined) return unknown();
    const loaded = moduleOf(specifier, use);
    return name === 'require' && isJson(specifier) ? memberOf(loaded, 'default', use) : loaded;
  }
  const isGlobal = bindingOf(name, callee) === undefined;
  const type = FUNCTIONS.get(name);
  if (type !== undefined && isGlobal) return unknown(type);
  if (name === 'structuredClone' && isGlobal && first) return copyOf(inner(first));
  const target = evaluateCallee(callee, module, evaluation, depth);
  const targets = target.kind === 'choice' ? target.options : [target];
  const functions = targets.flatMap((each) => (each.kind === 'function' ? each : []));
  const [only, ...others] = functions;
  if (only === undefined || functions.length < targets.length) return unknown();
  const followed = others.length === 0 ? resultOfCall(node, only, inner, use) : undefined;
  if (followed !== undefined) return followed;
  const results = functions.map((each) =>
    resultOfFunction(each, bindArguments(each.node, args, inner, evaluation.frame), use),
  );
  return at(site, others.length === 0 ? (results[0] as Value) : choiceOf(results, site));
}

const OF_ENVIRONMENT: ReadonlySet<string> = new Set(['get', 'trim', 'toLowerCase']);
