import type {
  CallExpression,
  Class,
  Expression,
  Function as FunctionNode,
  Identifier,
  Node,
  Statement,
  TSEnumDeclaration,
} from '@babel/types';
import { addTo } from '../../core/model/groups.ts';
import type { Module } from './module.ts';
import { parentOf, type Syntax } from './syntax.ts';
import type { Binder } from './values.ts';

/** The meaning of a name. */
export type Binding =
  | { readonly kind: 'value'; readonly pattern: Node; readonly init: Expression }
  | { readonly kind: 'function'; readonly node: FunctionNode }
  | { readonly kind: 'class'; readonly node: Class }
  | { readonly kind: 'enum'; readonly node: TSEnumDeclaration }
  | { readonly kind: 'import'; readonly from: string; readonly name: string }
  | {
      readonly kind: 'parameter';
      readonly binder: Binder;
      readonly index: number;
      readonly pattern: Node;
    }
  /** It has its value from one assignment, or from several. */
  | { readonly kind: 'unset' }
  | { readonly kind: 'other' };

export const CHANGING = new Set([
  'push',
  'unshift',
  'splice',
  'pop',
  'shift',
  'sort',
  'reverse',
  'fill',
]);

/** Nodes that assign a name or change its value. For a property of an object of a class, the name is `this.property`. */
export function changesIn({ nodes }: Syntax): ReadonlyMap<string, readonly Node[]> {
  const changes = new Map<string, Node[]>();
  for (const node of nodes) {
    const whole = changedBy(node);
    let target = whole;
    let property = '';
    while (target?.type === 'MemberExpression') {
      property = nameOfKey(target.property);
      target = target.object;
    }
    if (target === undefined) continue;
    if (target.type === 'ThisExpression') addTo(changes, `this.${property}`, node);
    // A method of a copy leaves the list: `list.slice().sort()`.
    const isOneOf = target.type === 'ConditionalExpression' || target.type === 'LogicalExpression';
    for (const { name } of target !== whole || isOneOf ? rootsOf(target) : namesIn(target))
      addTo(changes, name, node);
  }
  return changes;
}

/** The target of a node that assigns a name or changes its value. */
export function changedBy(node: Node): Node | undefined {
  switch (node.type) {
    case 'AssignmentExpression':
      return node.left;
    case 'UpdateExpression':
      return node.argument;
    case 'ForOfStatement':
    case 'ForInStatement':
      return node.left.type === 'VariableDeclaration' ? undefined : node.left;
    case 'UnaryExpression':
      return node.operator === 'delete' ? node.argument : undefined;
    case 'CallExpression': {
      if (node.callee.type !== 'MemberExpression') return undefined;
      const { object, property } = node.callee;
      const name = nameOfKey(property);
      if (name === 'assign' && nameOfKey(object) === 'Object') return node.arguments[0];
      return CHANGING.has(name) ? object : undefined;
    }
    default:
      return undefined;
  }
}

const changed = new WeakMap<Module, ReadonlyMap<Binding, readonly Node[]>>();

/** Where something other than its declaration sets or changes the value of a name. */
export function changesOfName(binding: Binding, module: Module): readonly Node[] {
  return changesByBinding(module).get(binding) ?? [];
}

export function changesByBinding(module: Module): ReadonlyMap<Binding, readonly Node[]> {
  const known = changed.get(module);
  if (known !== undefined) return known;
  const all = new Map<Binding, Node[]>();
  for (const [name, nodes] of module.changes)
    for (const node of nodes) {
      const binding = bindingOf(name, node);
      if (binding !== undefined) addTo(all, binding, node);
    }
  changed.set(module, all);
  return all;
}

const tested = new WeakMap<Module, ReadonlySet<Binding>>();

/** Whether an `if` or a `switch` depends on a comparison of a name. */
export function isTested(binding: Binding, module: Module): boolean {
  const known = tested.get(module) ?? testedIn(module);
  tested.set(module, known);
  return known.has(binding);
}

function testedIn({ syntax }: Module): ReadonlySet<Binding> {
  const found = new Set<Binding>();
  const waiting = syntax.nodes.flatMap((node) =>
    node.type === 'IfStatement'
      ? node.test
      : node.type === 'SwitchStatement'
        ? node.discriminant
        : [],
  );
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === 'LogicalExpression') waiting.push(node.left, node.right);
    else if (node.type === 'BinaryExpression' && node.left.type !== 'PrivateName')
      waiting.push(node.left, node.right);
    else if (node.type === 'UnaryExpression') waiting.push(node.argument);
    const binding = node.type === 'Identifier' ? bindingOf(node.name, node) : undefined;
    if (binding !== undefined) found.add(binding);
  }
  return found;
}

/** The value of a name that is declared without one, and assigned once. */
export function assignedOnce(binding: Binding, module: Module): Node | undefined {
  const nodes = changesOfName(binding, module);
  const [only] = nodes;
  const isAssigned =
    nodes.length === 1 &&
    only?.type === 'AssignmentExpression' &&
    only.operator === '=' &&
    only.left.type === 'Identifier';
  return isAssigned ? only.right : undefined;
}

/** The names that a pattern declares. */
export function* namesIn(pattern: Node): Iterable<Identifier> {
  const waiting: Node[] = [pattern];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (node.type === 'Identifier') yield node;
    else if (node.type === 'AssignmentPattern') waiting.push(node.left);
    else if (node.type === 'RestElement') waiting.push(node.argument);
    else if (node.type === 'TSParameterProperty') waiting.push(node.parameter);
    else if (node.type === 'ArrayPattern') {
      for (const element of node.elements) if (element !== null) waiting.push(element);
    } else if (node.type === 'ObjectPattern')
      for (const property of node.properties)
        waiting.push(property.type === 'RestElement' ? property.argument : property.value);
  }
}

/** Methods of a list whose results are, or have in them, its items. */
const OF_ITEMS = new Set(['find', 'findLast', 'at', 'filter', 'slice', 'concat', 'pop', 'shift']);

/** The names whose values are, or have in them, that of an expression. */
export function* rootsOf(expression: Node | undefined): Iterable<Identifier> {
  const waiting = [expression];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (node?.type === 'Identifier') yield node;
    else if (node?.type === 'MemberExpression') waiting.push(node.object);
    else if (node?.type === 'LogicalExpression') waiting.push(node.left, node.right);
    else if (node?.type === 'ConditionalExpression') waiting.push(node.consequent, node.alternate);
    else if (node?.type === 'CallExpression' && node.callee.type === 'MemberExpression')
      if (OF_ITEMS.has(nameOfKey(node.callee.property))) waiting.push(node.callee.object);
  }
}

const other = (): Binding => ({ kind: 'other' });
const tables = new WeakMap<Node, ReadonlyMap<string, Binding>>();
const NO_NAMES: ReadonlyMap<string, Binding> = new Map();
const SCOPE = /Function|Method|Program|BlockStatement|CatchClause|SwitchStatement|For/;

/** The meaning of a name at a node. */
export const bindingOf = (name: string, at: Node): Binding | undefined => {
  const scope = declaringNode(name, at);
  return scope && tableOf(scope).get(name);
};

/** The node around another one that declares a name. */
export function declaringNode(name: string, at: Node): Node | undefined {
  for (let node: Node | undefined = at; node !== undefined; node = parentOf(node))
    if (tableOf(node).has(name)) return node;
  return undefined;
}

/** The names that a node declares. */
export function tableOf(node: Node): ReadonlyMap<string, Binding> {
  if (!SCOPE.test(node.type)) return NO_NAMES;
  const known = tables.get(node);
  if (known !== undefined) return known;
  const table = new Map<string, Binding>();
  const declare = (pattern: Node, bindingFor: () => Binding): void => {
    for (const { name } of namesIn(pattern)) table.set(name, bindingFor());
  };
  if (isFunction(node))
    for (const [index, pattern] of node.params.entries())
      declare(pattern, () => ({ kind: 'parameter', binder: node, index, pattern }));
  else if (node.type === 'Program' || node.type === 'BlockStatement')
    for (const statement of node.body) declareStatement(statement, table, declare);
  else if (node.type === 'CatchClause' && node.param) declare(node.param, other);
  else if (node.type === 'SwitchStatement')
    for (const { consequent } of node.cases)
      for (const statement of consequent) declareStatement(statement, table, declare);
  else if (
    node.type === 'ForStatement' ||
    node.type === 'ForInStatement' ||
    node.type === 'ForOfStatement'
  ) {
    const declaration = node.type === 'ForStatement' ? node.init : node.left;
    if (declaration?.type === 'VariableDeclaration')
      for (const { id: pattern } of declaration.declarations)
        declare(pattern, () =>
          node.type === 'ForOfStatement'
            ? { kind: 'parameter', binder: node, index: 0, pattern }
            : other(),
        );
  }
  const names = table.size === 0 ? NO_NAMES : table;
  tables.set(node, names);
  return names;
}

function declareStatement(
  statement: Statement,
  table: Map<string, Binding>,
  declare: (pattern: Node, bindingFor: () => Binding) => void,
): void {
  const node =
    (statement.type === 'ExportNamedDeclaration' ||
      statement.type === 'ExportDefaultDeclaration') &&
    statement.declaration
      ? statement.declaration
      : statement;
  if (node.type === 'VariableDeclaration') {
    for (const { id, init } of node.declarations)
      declare(id, () => (init ? { kind: 'value', pattern: id, init } : { kind: 'unset' }));
  } else if (node.type === 'FunctionDeclaration' && node.id)
    table.set(node.id.name, { kind: 'function', node });
  else if (node.type === 'ClassDeclaration' && node.id)
    table.set(node.id.name, { kind: 'class', node });
  else if (node.type === 'TSEnumDeclaration') table.set(node.id.name, { kind: 'enum', node });
  else if (node.type === 'ImportDeclaration')
    for (const specifier of node.specifiers) {
      const name =
        specifier.type === 'ImportSpecifier'
          ? nameOfKey(specifier.imported)
          : specifier.type === 'ImportDefaultSpecifier'
            ? 'default'
            : '*';
      table.set(specifier.local.name, { kind: 'import', from: node.source.value, name });
    }
}

/** The list that a loop, `forEach` or `map` iterates over. */
export function iteratedBy(binder: Binder): Node | undefined {
  if (binder.type === 'ForOfStatement') return binder.right;
  const parent = parentOf(binder);
  return parent?.type === 'CallExpression' ? iteratedIn(parent, binder) : undefined;
}

/** The list whose items a call of `forEach` or `map` gives to a function. */
export function iteratedIn(
  { callee, arguments: args }: CallExpression,
  given: Node,
): Node | undefined {
  const isLoop =
    args[0] === given &&
    callee.type === 'MemberExpression' &&
    ['forEach', 'map', 'flatMap'].includes(nameOfKey(callee.property));
  return isLoop ? callee.object : undefined;
}

/** The name of a property; empty for one that is computed. */
export function nameOfKey(key: Node): string {
  if (key.type === 'PrivateName') return `#${key.id.name}`;
  return key.type === 'Identifier' ? key.name : key.type === 'StringLiteral' ? key.value : '';
}

export const isFunction = (node: Node): node is FunctionNode =>
  node.type === 'FunctionDeclaration' ||
  node.type === 'FunctionExpression' ||
  node.type === 'ArrowFunctionExpression' ||
  node.type === 'ObjectMethod' ||
  node.type === 'ClassMethod' ||
  node.type === 'ClassPrivateMethod';
