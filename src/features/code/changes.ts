/** Whether a variable, or what it holds, is changed after its declaration. */
import type { Module, Node, Variable } from './parse.ts';
import { bare, isFunction, isWrapper, memberName } from './syntax.ts';

const CHANGING =
  /^(?:push|unshift|pop|shift|splice|sort|reverse|fill|copyWithin|set|add|delete|clear)$/;
/** Their results are parts of the list. */
const GIVING = /^(?:find|at|get)$/;
const LIMIT = 100;

/** The places where a variable gets another value. */
export const writesOf = ({ references }: Variable): readonly Node[] =>
  references.filter((each) => each.isWrite() && !each.init).map(({ identifier }) => identifier);

/** Whether the object or list that a variable holds is changed, also by another name of it. */
export function isChanged(variable: Variable, module: Module): boolean {
  const open = new Set([variable]);
  // Names that are added while it runs are read too.
  for (const each of open) {
    if (open.size > LIMIT) return true;
    for (const { identifier } of each.references) {
      const names = namesFor(identifier, module);
      if (names === 'changes') return true;
      for (const name of names) open.add(name);
    }
  }
  return false;
}

/** The variables that hold what a name stands for, or a part of it, too. */
function namesFor(identifier: Node, module: Module): 'changes' | readonly Variable[] {
  const held: Variable[] = [];
  let node = identifier;
  for (;;) {
    const parent = module.parentOf(node);
    if (parent === undefined) return held;
    const isPart = parent.type === 'MemberExpression' && parent.object === node;
    const call = isPart ? module.parentOf(parent) : undefined;
    if (call?.type === 'CallExpression' && call.callee === parent) {
      const name = memberName(parent) ?? '';
      if (CHANGING.test(name)) return 'changes';
      held.push(...call.arguments.flatMap((each) => firstParameter(each, module)));
      if (!GIVING.test(name)) return held;
      node = call;
    } else if (isPart || isTransparent(parent, node)) node = parent;
    else {
      const names = endOf(node, parent, node !== identifier, module);
      return names === 'changes' ? names : [...held, ...names];
    }
  }
}

/** The value of a node is that of the one around it, or may be. */
const isTransparent = (parent: Node, node: Node): boolean =>
  isWrapper(parent) ||
  parent.type === 'AwaitExpression' ||
  parent.type === 'LogicalExpression' ||
  (parent.type === 'ConditionalExpression' && parent.test !== node);

function endOf(
  node: Node,
  parent: Node,
  isPart: boolean,
  module: Module,
): 'changes' | readonly Variable[] {
  switch (parent.type) {
    case 'AssignmentExpression':
      if (parent.left !== node) return variablesIn(parent.left, module);
      return isPart ? 'changes' : [];
    case 'UpdateExpression':
      return isPart ? 'changes' : [];
    case 'UnaryExpression':
      return parent.operator === 'delete' ? 'changes' : [];
    case 'VariableDeclarator':
      return variablesIn(parent.id, module);
    case 'ForOfStatement':
    case 'ForInStatement':
      if (parent.left === node) return isPart ? 'changes' : [];
      return variablesIn(parent.left.declarations?.[0]?.id, module);
    case 'CallExpression': {
      const index = parent.arguments.indexOf(node);
      const isAssign = memberName(parent.callee) === 'assign';
      if (isAssign && index === 0) return 'changes';
      return variablesIn(parameterOf(parent.callee, index, module), module);
    }
    default:
      return [];
  }
}

/** The parameter of a function of the same file that gets an argument. */
function parameterOf(callee: Node, index: number, module: Module): Node | undefined {
  const declared = module.variableOf(callee)?.defs[0]?.node;
  const made = declared?.type === 'VariableDeclarator' ? declared.init : declared;
  return made && isFunction(made) ? made.params[index] : undefined;
}

const firstParameter = (callback: Node, module: Module): readonly Variable[] =>
  isFunction(bare(callback)) ? variablesIn(bare(callback).params[0], module) : [];

/** The variables of a pattern, to the second level. */
function variablesIn(pattern: Node | undefined, module: Module): readonly Variable[] {
  const own = pattern?.type === 'AssignmentPattern' ? pattern.left : pattern;
  if (own === undefined) return [];
  const parts = (own.properties ?? []).map(({ value }) => value?.left ?? value ?? own);
  return [own, ...parts].flatMap((each) => module.variableOf(each) ?? []);
}
