import type { CallExpression, Function as FunctionNode, Node } from '@babel/types';
import type { Following } from './changes.ts';
import { effectsIn, isChanging, runsAlways } from './effects.ts';
import { budgetOf, type Locals, type Use } from './evaluation.ts';
import { type BoundCall, bindArguments, resultOf, resultsOf } from './functions.ts';
import { followAll, forgetAll, returned, setParameters } from './statements.ts';
import { choiceOf, type FunctionValue, MAX_VALUE_DEPTH, type Value } from './values.ts';

/** Follows the statements of a function, and returns its result. */
export function followFunction(node: FunctionNode, frame: BoundCall, use: Use): Value {
  const unknown: Value = { kind: 'unknown', site: use.site };
  const { locals } = use.evaluation;
  if (locals === undefined) return unknown;
  if (locals.running.has(node.body) || use.depth > MAX_VALUE_DEPTH) {
    locals.isLost = true;
    return unknown;
  }
  locals.running.add(node.body);
  const evaluation = { ...use.evaluation, frame };
  const run: Following = { ...use, evaluation, depth: use.depth + 1, locals, until: undefined };
  setParameters(node, run);
  const { body } = node;
  const end = body.type === 'BlockStatement' ? followAll(body.body, run) : returned(body, run);
  if (end === 'unknown') forgetAll(body, run);
  locals.running.delete(body);
  for (const each of effectsIn(body, use.module)) locals.made.add(each);
  if (end === 'next') return { kind: 'absent', site: use.site };
  return (end === 'return' ? locals.result : undefined) ?? unknown;
}

/** The result of a call of a function that changes values, where statements are followed. */
export function resultOfCall(
  node: CallExpression,
  target: FunctionValue,
  inner: (node: Node) => Value,
  use: Use,
): Value | undefined {
  const { locals, frame } = use.evaluation;
  const { module } = target.site;
  if (locals === undefined) return undefined;
  const hasEffects = isChanging(target.node, module);
  if (hasEffects && !runsAlways(node)) return { kind: 'unknown', site: use.site };
  locals.made.add(node);
  if (!hasEffects) return undefined;
  const known = locals.results.get(node);
  if (known !== undefined && known.frame === frame) return known.value;
  const own = bindArguments(target.node, node.arguments, inner, frame);
  const value = followFunction(target.node, own, { ...use, module });
  locals.results.set(node, { frame, value });
  return value;
}

/**
 * The result of a function for the values of its parameters. Of several returns, the one that its statements lead to; all of them
 * when that is not known, or depends on a variable of the environment.
 */
export function resultOfFunction(target: FunctionValue, frame: BoundCall, use: Use): Value {
  const { node, site } = target;
  const { module } = site;
  const only = resultOf(node);
  const results = only ? [only] : resultsOf(node);
  // A callback that changes other values is not followed by itself.
  const isOpen = use.evaluation.locals !== undefined && isChanging(node, module);
  if (results.length === 0 || isOpen || node.generator) return { kind: 'unknown', site: use.site };
  const evaluation = { ...use.evaluation, frame };
  const there: Use = { ...use, module, evaluation };
  const followed = only ? undefined : followReturns(node, frame, there);
  if (followed !== undefined) return followed;
  const values = results.map((each) => evaluation.evaluate(each, module, evaluation, use.depth));
  return only ? (values[0] as Value) : choiceOf(values, use.site);
}

function followReturns(node: FunctionNode, frame: BoundCall, use: Use): Value | undefined {
  const { evaluation, module } = use;
  const around = evaluation.locals;
  if (budgetOf(module).left < 0) return undefined;
  const own = {
    values: new Map(),
    made: new Set<Node>(),
    results: new Map(),
    running: new Set<Node>(),
  };
  const locals: Locals = { ...(around ?? own), isLost: false, isDefault: false };
  const value = followFunction(node, frame, { ...use, evaluation: { ...evaluation, locals } });
  return value.kind === 'unknown' || locals.isLost || locals.isDefault ? undefined : value;
}
