import type { Node } from '@babel/types';
import { bindingOf, nameOfKey } from './bindings.ts';
import { bindArguments, FUNCTIONS, METHODS, resultOf } from './functions.ts';
import { arrayValue, binary, fieldsOf, joined, objectValue } from './literals.ts';
import type { Module, Modules } from './modules.ts';
import { type Evaluation, memberOf, moduleOf, namedValue, type Use } from './named.ts';
import {
  at,
  choiceOf,
  isNullish,
  type JsonType,
  keyIn,
  knownText,
  type Site,
  siteOf,
  truthOf,
  type Value,
} from './values.ts';

const MAX_WORK = 20_000;
const MAX_DEPTH = 60;

export const startEvaluation = (modules: Modules, frame?: Evaluation['frame']): Evaluation => ({
  modules,
  frame,
  work: { left: MAX_WORK },
  evaluate,
});

/** The value of an expression, without running it. Undetermined values are unknown, never guessed. */
export function evaluate(node: Node, module: Module, evaluation: Evaluation, depth = 0): Value {
  const site = siteOf(node, module);
  const unknown = (type?: JsonType): Value => ({ kind: 'unknown', type, site });
  const isOver = --evaluation.modules.budget.left < 0 || --evaluation.work.left < 0;
  if (isOver || depth > MAX_DEPTH) return unknown();
  const use: Use = { site, module, evaluation, depth: depth + 1 };
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
      const truth = truthOf(left);
      if (truth === undefined) return choiceOf([left, right], site);
      if (node.operator === '??') return isNullish(left) ? right : left;
      return truth === (node.operator === '&&') ? right : left;
    }
    case 'ConditionalExpression': {
      const truth = truthOf(inner(node.test));
      if (truth !== undefined) return inner(truth ? node.consequent : node.alternate);
      return choiceOf([inner(node.consequent), inner(node.alternate)], site);
    }
    case 'ArrayExpression':
      return arrayValue(
        node.elements.filter((each) => each !== null),
        inner,
        site,
      );
    case 'ObjectExpression':
      return objectValue(node, module, inner, site);
    case 'AwaitExpression':
      return inner(node.argument);
    case 'AssignmentExpression':
      return inner(node.right);
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
    case 'Identifier':
      if (node.name === 'undefined') return { kind: 'absent', site };
      return at(site, namedValue(node.name, node, use));
    case 'MemberExpression': {
      const owner = inner(node.object);
      const name = node.computed ? keyIn(inner(node.property)) : nameOfKey(node.property);
      if (name !== undefined) return at(site, memberOf(owner, name, use));
      // Any of them.
      const values = fieldsOf(owner)?.map(([, value]) => value);
      return values === undefined ? unknown() : at(site, choiceOf(values, site));
    }
    case 'NewExpression': {
      const name = nameOfKey(node.callee);
      const [first, base] = node.arguments;
      if (name === 'Date') return unknown('string');
      if (name === 'URL' && first !== undefined)
        return joined(base === undefined ? [inner(first)] : [inner(base), inner(first)], site);
      const made = inner(node.callee);
      if (made.kind === 'instance') return made;
      return name === 'Resend'
        ? { kind: 'client', site }
        : { kind: 'unknown', isOther: true, site };
    }
    case 'CallExpression':
      return call(node.callee, node.arguments, inner, use);
    default:
      return unknown();
  }
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

function call(callee: Node, args: readonly Node[], inner: (node: Node) => Value, use: Use): Value {
  const { site, module, evaluation, depth } = use;
  const unknown = (type?: JsonType): Value => ({ kind: 'unknown', type, site });
  const [first] = args;
  const name = nameOfKey(callee);
  if (callee.type === 'MemberExpression') {
    const method = nameOfKey(callee.property);
    const owner = nameOfKey(callee.object);
    if (owner === 'JSON' && method === 'stringify' && first !== undefined)
      return { kind: 'json', of: inner(first), site };
    if (owner === 'Object' && first !== undefined) return ofObject(method, inner(first), site);
    const type = METHODS.get(method);
    if (type !== undefined) return unknown(type);
  }
  if ((name === 'require' || callee.type === 'Import') && first !== undefined) {
    const specifier = knownText(inner(first));
    return specifier === undefined ? unknown() : moduleOf(specifier, use);
  }
  const type = FUNCTIONS.get(name);
  if (type !== undefined && bindingOf(name, callee, module) === undefined) return unknown(type);
  const target = evaluateCallee(callee, module, evaluation, depth);
  const result = target.kind === 'function' ? resultOf(target.node) : undefined;
  if (target.kind !== 'function' || !result) return unknown();
  const frame = bindArguments(target.node, args, inner, evaluation.frame);
  return at(site, evaluate(result, target.site.module, { ...evaluation, frame }, depth));
}

/** `Object.freeze(value)`, `Object.values(value)` and the like. */
function ofObject(method: string, value: Value, site: Site): Value {
  if (method === 'freeze' || method === 'seal') return value;
  const fields = fieldsOf(value);
  if (fields === undefined) return { kind: 'unknown', site };
  const items = fields.map(([key, item]): Value => {
    const name: Value = { kind: 'constant', value: key, site: item.site };
    if (method !== 'entries') return method === 'keys' ? name : item;
    return { kind: 'array', items: [name, item], isOpen: false, site: item.site };
  });
  const isKnown = ['keys', 'values', 'entries'].includes(method);
  return isKnown ? { kind: 'array', items, isOpen: false, site } : { kind: 'unknown', site };
}
