import type { Function as FunctionNode, Node } from '@babel/types';
import type { Binding } from './bindings.ts';
import type { BoundCall } from './functions.ts';
import type { Module, Modules } from './module.ts';
import {
  type Binder,
  type FunctionValue,
  MAX_EXPRESSIONS,
  MAX_VALUE_DEPTH,
  type Site,
  type Value,
} from './values.ts';

export interface Evaluation {
  readonly modules: Modules;
  readonly frame: BoundCall | undefined;
  /** The expressions that may still be evaluated, and whether one was not. */
  readonly work: { left: number; isCut: boolean };
  /** Where statements are followed. */
  readonly locals?: Locals;
  /** The value is that of a name, and is used after its declaration. */
  readonly isEarly?: boolean;
  evaluate(node: Node, module: Module, evaluation: Evaluation, depth?: number): Value;
  /** The value of a name that statements change. */
  valueAfter(name: string, scope: Node, use: Use): Value;
  /** Follows the statements of a function, and returns its result. */
  follow(node: FunctionNode, frame: BoundCall, use: Use): Value;
  /** The result of a function for the values of its parameters. */
  resultOf(target: FunctionValue, frame: BoundCall, use: Use): Value;
}

/** The state of statements that are followed. */
export interface Locals {
  readonly values: Map<Binding, Value>;
  /** The changes and calls of the current statement that are followed. */
  readonly made: Set<Node>;
  /** The results of its calls, by the frame: an expression can be evaluated several times. */
  readonly results: Map<Node, { readonly frame: BoundCall | undefined; readonly value: Value }>;
  /** The name whose value is asked for, at a place. */
  readonly wanted?: Binding;
  /** The blocks that are followed. */
  readonly running: Set<Node>;
  /** The result of the function. */
  result?: Value | undefined;
  /** The parameter or loop without whose value some values are unknown. */
  cause?: Binder | undefined;
  /** Values are changed in a way that cannot be followed. */
  isLost?: boolean;
  /** A branch is followed that is taken without a variable of the environment. */
  isDefault?: boolean;
  /** The value at the place that is asked for, and what changes after that. */
  found?: Value | undefined;
  changed?: Set<Value>;
}

/** The place where a value is used, with the known values there. */
export interface Use {
  readonly site: Site;
  readonly module: Module;
  readonly evaluation: Evaluation;
  readonly depth: number;
}

export function isExhausted({ work }: Evaluation, depth: number): boolean {
  if (depth <= MAX_VALUE_DEPTH && --work.left >= 0) return false;
  work.isCut = true;
  return true;
}

const budgets = new WeakMap<Module, { left: number }>();

/** The statements of a file that may still be followed, and values of names that have several: each of many calls can have them all. */
export function budgetOf(module: Module): { left: number } {
  const budget = budgets.get(module) ?? { left: MAX_EXPRESSIONS + module.syntax.nodes.length };
  budgets.set(module, budget);
  return budget;
}
