/** Whether a variable, or what it holds, is changed after its declaration. */
import {
  bare,
  isFunction,
  type Module,
  type Node,
  nameOfKey,
  type Variable,
  WRAPPERS,
} from './parse.ts';

const CHANGING = new Set([
  ...['push', 'unshift', 'pop', 'shift', 'splice', 'sort', 'reverse', 'fill', 'copyWithin'],
  ...['set', 'add', 'delete', 'clear'],
]);
const LIMIT = 100;

/** The places where a variable gets another value. */
export const writesOf = ({ references }: Variable): readonly Node[] =>
  references.filter((each) => each.isWrite() && !each.init).map(({ identifier }) => identifier);

/** Whether the object or list that a variable holds is changed, also by another name of it. */
export function isChanged(variable: Variable, module: Module): boolean {
  const seen = new Set<Variable>();
  const open: Variable[] = [variable];
  for (let each = open.pop(); each !== undefined; each = open.pop()) {
    if (seen.has(each)) continue;
    seen.add(each);
    if (seen.size > LIMIT) return true;
    for (const { identifier } of each.references) {
      const use = useOf(identifier, module);
      if (use === 'changes') return true;
      open.push(...use);
    }
  }
  return false;
}

/** What becomes of a name: it is changed there, or these variables hold it, or a part of it, too. */
function useOf(identifier: Node, module: Module): 'changes' | readonly Variable[] {
  let node = identifier;
  for (;;) {
    const parent = module.parentOf(node);
    if (parent === undefined) return [];
    const isPart = parent.type === 'MemberExpression' && parent['object'] === node;
    if (isPart && module.parentOf(parent)?.type === 'CallExpression') {
      const call = module.parentOf(parent) as Node;
      if (call['callee'] === parent) {
        const name = nameOfKey(parent['property'], parent['computed']) ?? '';
        if (CHANGING.has(name)) return 'changes';
        const held = (call['arguments'] as readonly Node[]).flatMap((each) =>
          firstOf(each, module),
        );
        // `list.find(…).name = x` changes an item of the list.
        if (!/^(?:find|at|get)$/.test(name)) return held;
        if (held.some((item) => isChanged(item, module))) return 'changes';
        node = call;
        continue;
      }
    }
    if (isPart || isTransparent(parent, node)) {
      node = parent;
      continue;
    }
    return endOf(node, parent, identifier, module);
  }
}

/** The value of a node is that of the one around it, or may be. */
const isTransparent = (parent: Node, node: Node): boolean =>
  WRAPPERS.has(parent.type) ||
  parent.type === 'AwaitExpression' ||
  parent.type === 'LogicalExpression' ||
  (parent.type === 'ConditionalExpression' && parent['test'] !== node);

function endOf(
  node: Node,
  parent: Node,
  identifier: Node,
  module: Module,
): 'changes' | readonly Variable[] {
  const { type } = parent;
  const isTarget = node !== identifier;
  if (type === 'AssignmentExpression') {
    if (parent['left'] !== node) return variablesIn(parent['left'], module);
    return isTarget ? 'changes' : [];
  }
  if (type === 'UpdateExpression') return isTarget ? 'changes' : [];
  if (type === 'UnaryExpression') return parent['operator'] === 'delete' ? 'changes' : [];
  if (type === 'VariableDeclarator' && parent['init'] === node)
    return variablesIn(parent['id'], module);
  if (/^For(?:Of|In)Statement$/.test(type)) {
    if (parent['left'] === node) return isTarget ? 'changes' : [];
    const { left } = parent;
    return left.type === 'VariableDeclaration' ? variablesIn(left.declarations[0].id, module) : [];
  }
  if (type !== 'CallExpression' || parent['callee'] === node) return [];
  const { callee, arguments: given } = parent as Node & { readonly callee: Node };
  const isAssign = callee['object']?.name === 'Object' && callee['property']?.name === 'assign';
  if (isAssign) return given[0] === node ? 'changes' : [];
  return parameterOf(callee, given.indexOf(node), module);
}

/** The parameter of a function of the same file that gets an argument. */
function parameterOf(callee: Node, index: number, module: Module): readonly Variable[] {
  const [def] = callee.type === 'Identifier' ? (module.variableOf(callee)?.defs ?? []) : [];
  const declared = def?.node;
  const made = declared?.type === 'VariableDeclarator' ? declared['init'] : declared;
  const parameter = made && isFunction(made) ? made['params'][index] : undefined;
  return parameter === undefined ? [] : variablesIn(parameter, module);
}

/** The first parameter of a callback. */
const firstOf = (callback: Node, module: Module): readonly Variable[] =>
  isFunction(bare(callback)) && callback['params'].length > 0
    ? variablesIn(callback['params'][0], module)
    : [];

function variablesIn(pattern: Node, module: Module): readonly Variable[] {
  const own = pattern.type === 'AssignmentPattern' ? pattern['left'] : pattern;
  const variable = own.type === 'Identifier' ? module.variableOf(own) : undefined;
  if (variable !== undefined) return [variable];
  const parts: readonly Node[] = own['properties'] ?? [];
  return parts.flatMap(({ value }) => (value ? variablesIn(value, module) : []));
}
