/** Variables whose objects and lists are changed after their declaration. */
import type { Module, Node, Variable } from './parse.ts';
import { bare, isFunction, isIn, memberName, moduleOf, once } from './syntax.ts';

const CHANGING =
  /^(?:push|unshift|pop|shift|splice|sort|reverse|fill|copyWithin|set|add|delete|clear)$/;

/** What these give is a new list: `list.map(…).sort()` does not change the old one. */
const NEW = /^(?:map|flatMap|filter|slice|concat|toSorted|keys|values|entries|split)$/;

export const writesOf = ({ references }: Variable): readonly Node[] =>
  references.filter((each) => each.isWrite() && !each.init).map(({ identifier }) => identifier);

/** Whether the object or list that a variable holds is changed, also by another name of it. */
export const isChanged = (variable: Variable): boolean =>
  variable.defs.some(({ name }) => changedIn(moduleOf(name)).has(variable));

const changedIn = once(({ nodes }: Module): ReadonlySet<Variable> => {
  const changed = new Set<Variable>();
  const add = (node: Node | null | undefined): void => {
    for (const variable of node ? rootsOf(node) : []) changed.add(variable);
  };
  for (const node of nodes) add(targetOf(node));
  // What another name stands for is changed too; names that are added here are read as well.
  for (const variable of changed) {
    for (const { parent } of writesOf(variable)) add(parent?.right);
    for (const { type, name, node } of variable.defs)
      if (type === 'Parameter') for (const given of argumentsFor(name, node)) add(given);
      else add(node.init ?? node.parent?.parent?.right);
  }
  return changed;
});

/** The object or list that a node changes. */
function targetOf({ type, left, argument, operator, callee, arguments: given }: Node) {
  if (/^(?:AssignmentExpression|For(?:Of|In)Statement)$/.test(type)) return left.object;
  if (type === 'UpdateExpression' || operator === 'delete') return argument.object;
  if (type !== 'CallExpression') return undefined;
  const name = memberName(callee) ?? '';
  if (name === 'assign') return given[0];
  const made = callee.object?.type === 'CallExpression' && memberName(callee.object.callee);
  return CHANGING.test(name) && !NEW.test(made || '') ? callee.object : undefined;
}

function rootsOf(given: Node): readonly Variable[] {
  const found: Variable[] = [];
  const open = [given];
  for (const each of open) {
    const node = bare(each);
    if (node.variable !== undefined) found.push(node.variable);
    if (node.type === 'MemberExpression') open.push(node.object);
    if (node.type === 'CallExpression' && node.callee.object) open.push(node.callee.object);
    if (node.type === 'ConditionalExpression') open.push(node.consequent, node.alternate);
    if (node.type === 'LogicalExpression') open.push(node.left, node.right);
    const parts = node.type === 'ArrayExpression' ? node.elements : node.properties;
    for (const part of parts ?? []) {
      const value = part?.value ?? part;
      if (value?.type === 'Identifier') open.push(value);
    }
  }
  return found;
}

/** What the calls of the same file give for a parameter. */
function argumentsFor(name: Node, fn: Node): readonly (Node | undefined)[] {
  const holder = fn.parent;
  if (holder?.type === 'CallExpression') return [holder.callee.object];
  const index = isFunction(fn) ? fn.params.findIndex((each) => isIn(name, each)) : -1;
  const { variable } = fn.id ?? holder?.id ?? fn;
  return (variable?.references ?? []).flatMap(({ identifier }) => {
    const call = identifier.parent;
    return call?.callee === identifier ? call.arguments[index] : [];
  });
}
