import type { Expression, Function as FunctionNode, Node, Statement } from '@babel/types';
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
  const last = body.body.at(-1);
  const isOnly = body.body.slice(0, -1).every(givesNothing);
  return isOnly && last?.type === 'ReturnStatement' ? last.argument : undefined;
}

/** All results of a function with several returns. */
export function resultsOf({ body }: FunctionNode): readonly Expression[] {
  const found: Expression[] = [];
  const waiting: (Node | null | undefined)[] = [body];
  while (waiting.length > 0) {
    const node = waiting.pop();
    if (node?.type === 'ReturnStatement' && node.argument) found.push(node.argument);
    else if (node?.type === 'BlockStatement') waiting.push(...node.body);
    else if (node?.type === 'IfStatement') waiting.push(node.consequent, node.alternate);
    else if (node?.type === 'TryStatement') waiting.push(node.block, node.handler?.body);
    else if (node?.type === 'SwitchStatement')
      waiting.push(...node.cases.flatMap(({ consequent }) => consequent));
  }
  return found;
}

/** Declarations, calls, and checks that throw. */
function givesNothing(statement: Statement): boolean {
  if (statement.type !== 'IfStatement')
    return statement.type === 'VariableDeclaration' || statement.type === 'ExpressionStatement';
  const { consequent, alternate } = statement;
  const last = consequent.type === 'BlockStatement' ? consequent.body.at(-1) : consequent;
  return !alternate && last?.type === 'ThrowStatement';
}

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
