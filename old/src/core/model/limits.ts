/**
 * The largest workflow that is analysed; the service accepts 150 steps. A larger one is only checked step by step, so
 * the analyses of graphs may take quadratic time and need no bounds of their own.
 */

import { isObject } from './json.ts';
import type { Workflow } from './nodes.ts';
import { edgeNounOf } from './place.ts';
import { pluralize } from './text.ts';

export const MAX_STEPS = 1000;
export const MAX_EDGES = 5000;
export const MAX_CONDITION_DEPTH = 32;
export const MAX_CONDITION_LEAVES = 500;

/** Why a workflow is not analysed. */
export const LARGE_WORKFLOW = 'larger than 1,000 steps or 5,000 edges';

export function isTooLarge({ steps, edges }: Pick<Workflow, 'steps' | 'edges'>): boolean {
  return steps.length > MAX_STEPS || edges.length > MAX_EDGES;
}

export const LARGE_CONDITION = 'larger than 500 comparisons or 32 levels';

/** The count above its limit: `1001 steps (limit: 1000)`. */
export function describeExcess(workflow: Workflow): string {
  const { steps, edges } = workflow;
  return steps.length > MAX_STEPS
    ? `${pluralize(steps.length, 'step')} (limit: ${MAX_STEPS})`
    : `${pluralize(edges.length, edgeNounOf(workflow))} (limit: ${MAX_EDGES})`;
}

/** Whether a condition is left out, as an unknown one. */
export function isLargeCondition(condition: unknown): boolean {
  let leaves = 0;
  const exceeds = (value: unknown, depth: number): boolean => {
    if (depth > MAX_CONDITION_DEPTH) return true;
    const rules = isObject(value) ? value['rules'] : undefined;
    if (Array.isArray(rules)) return rules.some((rule) => exceeds(rule, depth + 1));
    return ++leaves > MAX_CONDITION_LEAVES;
  };
  return exceeds(condition, 1);
}
