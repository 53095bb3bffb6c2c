/** Variables whose objects and lists are changed after their declaration. */
import type { Module, Node, Variable } from './parse.ts';
import { bare, isFunction, memberName, once } from './syntax.ts';

const CHANGING =
  /^(?:push|unshift|pop|shift|splice|sort|reverse|fill|copyWithin|set|add|delete|clear)$/;

/** What these give is a new list: `list.map(…).sort()` does not change the old one. */
const NEW = /^(?:map|flatMap|filter|slice|concat|toSorted|keys|values|entries|split)$/;

/** The places where a variable gets another value. */
export const writesOf = ({ references }: Variable): readonly Node[] =>
  references.filter((each) => each.isWrite() && !each.init).map(({ identifier }) => identifier);

const changedIn = once((_: Module) => new Map<Variable, boolean>());

/** Whether the object or list that a variable holds is changed, also by another name of it. */
export function isChanged(variable: Variable, module: Module): boolean {
  const known = changedIn(module);
  // Name → the one that it is another name of. Names that are added here are read as well.
  const names = new Map<Variable, Variable | undefined>([[variable, undefined]]);
  for (const [name] of names) {
    const others = known.get(name) ?? othersOf(name, module);
    if (others === true) return markChanged(name, names, known);
    for (const each of others || []) if (!names.has(each)) names.set(each, name);
  }
  for (const name of names.keys()) known.set(name, false);
  return false;
}

/** Marks a variable, and those that it is another name of. */
function markChanged(
  variable: Variable,
  names: ReadonlyMap<Variable, Variable | undefined>,
  known: Map<Variable, boolean>,
): true {
  for (let each: Variable | undefined = variable; each; each = names.get(each))
    known.set(each, true);
  return true;
}

/** The other names of what a variable holds; true where it is changed. */
function othersOf({ references }: Variable, module: Module): readonly Variable[] | true {
  const all = references.map(({ identifier }) => namesOf(identifier, module));
  return all.includes(true) || all.flatMap((each) => (each === true ? [] : each));
}

/** The variables that get what a name stands for, or a part of it; true where it is changed. */
function namesOf(identifier: Node, module: Module): readonly Variable[] | true {
  const found: Variable[] = [];
  let node: Node | undefined = identifier;
  while (node !== undefined) {
    const parent = module.parentOf(node);
    if (parent === undefined || isTarget(node, parent)) return parent ? true : found;
    found.push(...receiversOf(node, parent, module));
    node = holds(node, parent, identifier) ? parent : undefined;
  }
  return found;
}

/** Whether a node changes what is part of it. */
function isTarget(node: Node, parent: Node): boolean {
  const { type, callee, arguments: given } = parent;
  if (type === 'CallExpression') {
    const name = memberName(callee) ?? '';
    if (callee !== node) return name === 'assign' && given[0] === node;
    const made = node.object?.callee;
    return CHANGING.test(name) && !NEW.test((made && memberName(made)) ?? '');
  }
  if (memberName(node) === undefined && !node.computed) return false;
  const isDeleted = type === 'UnaryExpression' && parent.operator === 'delete';
  const isLeft = /^(?:Assignment|ForOf|ForIn)/.test(type) && parent.left === node;
  return isDeleted || isLeft || type === 'UpdateExpression';
}

/** Whether the value of a node is, or has, that of one of its parts. */
function holds(node: Node, parent: Node, identifier: Node): boolean {
  switch (parent.type) {
    case 'MemberExpression':
      return parent.object === node;
    case 'CallExpression':
      return parent.callee === node && node.type === 'MemberExpression';
    case 'ConditionalExpression':
      return parent.test !== node;
    case 'ArrayExpression':
    case 'Property':
      return node === identifier;
    case 'ObjectExpression':
    case 'LogicalExpression':
    case 'AwaitExpression':
      return true;
    default:
      return bare(parent) !== parent;
  }
}

/** The variables that get a value where it stands. */
function receiversOf(node: Node, parent: Node, module: Module): readonly Variable[] {
  const { type, left, right, init, callee, arguments: given } = parent;
  if (type === 'VariableDeclarator') return init === node ? module.declaredBy(parent) : [];
  if (right === node && /^(?:Assignment|For)/.test(type)) {
    const variable = module.variableOf(left);
    return variable ? [variable] : module.declaredBy(left);
  }
  if (type !== 'CallExpression') return [];
  // `list.forEach((each) => …)`
  if (callee === node) return given.filter(isFunction).flatMap(module.declaredBy);
  const fn = functionOf(bare(callee), module);
  const parameter = fn?.params[given.indexOf(node)];
  if (fn === undefined || parameter === undefined) return [];
  return module.declaredBy(fn).filter(({ defs: [def] }) => {
    const { start = -1, end = -1 } = def?.name ?? {};
    return start >= parameter.start && end <= parameter.end;
  });
}

/** The function of the same file that a name means. */
function functionOf(callee: Node, module: Module): Node | undefined {
  const node = module.variableOf(callee)?.defs[0]?.node;
  const fn = node?.init ?? node;
  return fn && isFunction(fn) ? fn : undefined;
}
