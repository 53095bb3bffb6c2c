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

/** The same, but only the last result is kept: for one workflow after the other. */
export function latest<K, V>(compute: (key: K) => V): (key: K) => V {
  let last: { readonly key: K; readonly value: V } | undefined;
  return (key) => {
    if (last === undefined || last.key !== key) last = { key, value: compute(key) };
    return last.value;
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
