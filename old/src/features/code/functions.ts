import type { Expression, Function as FunctionNode, Node, ReturnStatement } from '@babel/types';
import { nameOfKey } from './bindings.ts';
import { parentOf } from './syntax.ts';
import type { Binder, JsonType, Value } from './values.ts';

/** The values of parameters, outermost call last. */
export interface BoundCall {
  readonly binder: Binder;
  readonly values: readonly Value[];
  /** There are further, unknown values. */
  readonly isOpen: boolean;
  readonly next: BoundCall | undefined;
}

export const METHODS: ReadonlyMap<string, JsonType> = new Map([
  ['toISOString', 'string'],
  ['toString', 'string'],
  ['toFixed', 'string'],
  ['toLowerCase', 'string'],
  ['toUpperCase', 'string'],
  ['trim', 'string'],
  ['getTime', 'number'],
]);
export const FUNCTIONS: ReadonlyMap<string, JsonType> = new Map([
  ['String', 'string'],
  ['Number', 'number'],
  ['parseInt', 'number'],
  ['parseFloat', 'number'],
  ['Boolean', 'boolean'],
]);

/** The result of a function with a single return. */
export function resultOf({ body }: FunctionNode): Expression | null | undefined {
  if (body.type !== 'BlockStatement') return body;
  const [only, ...others] = returnsIn(body);
  return others.length === 0 && only === body.body.at(-1) ? only?.argument : undefined;
}

/** All results of a function with several returns. */
export function resultsOf({ body }: FunctionNode): readonly Expression[] {
  return returnsIn(body).flatMap(({ argument }) => argument ?? []);
}

/** The returns in a statement of a function. */
export function returnsIn(body: Node): readonly ReturnStatement[] {
  const found: ReturnStatement[] = [];
  const waiting: (Node | null | undefined)[] = [body];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (node?.type === 'ReturnStatement') found.push(node);
    for (const inner of node ? statementsIn(node) : []) waiting.push(inner);
  }
  return found;
}

/** The statements directly in a statement. */
export function statementsIn(node: Node): readonly (Node | null | undefined)[] {
  switch (node.type) {
    case 'BlockStatement':
      return node.body;
    case 'IfStatement':
      return [node.consequent, node.alternate];
    case 'TryStatement':
      return [node.block, node.handler?.body, node.finalizer];
    case 'SwitchStatement':
      return node.cases.flatMap(({ consequent }) => consequent);
    case 'ForStatement':
    case 'ForInStatement':
    case 'ForOfStatement':
    case 'WhileStatement':
    case 'DoWhileStatement':
    case 'LabeledStatement':
      return [node.body];
    default:
      return [];
  }
}

export const LOOP = /For|While/;

/** The names by which code may call a function. */
export const ownNames = (binder: Node): readonly string[] =>
  [binder, parentOf(binder)].flatMap((node) => {
    if (node?.type === 'AssignmentExpression')
      return nameOfKey(node.left.type === 'MemberExpression' ? node.left.property : node.left);
    if (node && 'key' in node && node.key) return nameOfKey(node.key);
    return node && 'id' in node && node.id ? nameOfKey(node.id) : [];
  });

/** The parameters of a function at a call of it. */
export const bindArguments = (
  binder: Binder,
  args: readonly Node[],
  inner: (node: Node) => Value,
  next?: BoundCall,
): BoundCall => {
  const spread = args.findIndex(({ type }) => type === 'SpreadElement');
  const known = spread === -1 ? args : args.slice(0, spread);
  return { binder, values: known.map(inner), isOpen: spread !== -1, next };
};
