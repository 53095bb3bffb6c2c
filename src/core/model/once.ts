import type { Step, Workflow } from './workflow.ts';

/**
 * A function that computes each result once.
 * @param most results that are kept: above it, all are forgotten.
 */
export function once<K, V>(compute: (key: K) => V, most = Number.POSITIVE_INFINITY): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined || known.has(key)) return found as V;
    const value = compute(key);
    if (known.size >= most) known.clear();
    known.set(key, value);
    return value;
  };
}

/** The same for steps, of one workflow at a time: many rules ask the same of each. */
export function oncePerStep<V>(compute: (step: Step) => V): (step: Step) => V {
  let owner: Workflow | undefined;
  let known: (V | undefined)[] = [];
  return (step) => {
    if (step.workflow !== owner) known = [];
    owner = step.workflow;
    known[step.index] ??= compute(step);
    return known[step.index] as V;
  };
}
