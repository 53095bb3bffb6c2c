import type { Edge, Step } from '../model/nodes.ts';

const NONE: readonly never[] = [];

/**
 * Tarjan's strongly connected components with explicit stacks, so that a chain of a million steps is no problem.
 * Nodes are numbered from 0; the successors of node n are `targets[offsets[n]]` up to, not including, `targets[offsets[n + 1]]`.
 * The answer gives each node the number of its component, in reverse topological order (a component has a higher number
 * than all components it leads to).
 */
export function stronglyConnectedComponents(offsets: Int32Array, targets: Int32Array): Int32Array {
  const count = offsets.length - 1;
  const component = new Int32Array(count).fill(-1);
  const order = new Int32Array(count).fill(-1);
  const low = new Int32Array(count);
  const next = offsets.slice(0, count);
  const open: number[] = [];
  const path: number[] = [];
  let visited = 0;
  let components = 0;

  const enter = (node: number): void => {
    order[node] = low[node] = visited++;
    open.push(node);
    path.push(node);
  };

  for (let root = 0; root < count; root++) {
    if (order[root] !== -1) continue;
    enter(root);
    while (path.length > 0) {
      const node = path[path.length - 1] as number;
      if ((next[node] as number) < (offsets[node + 1] as number)) {
        const successor = targets[(next[node] as number)++] as number;
        if (order[successor] === -1) enter(successor);
        else if (component[successor] === -1) low[node] = Math.min(low[node] as number, order[successor] as number);
        continue;
      }
      path.pop();
      const parent = path[path.length - 1];
      if (parent !== undefined) low[parent] = Math.min(low[parent] as number, low[node] as number);
      if (low[node] !== order[node]) continue;
      for (let member = open.pop(); member !== undefined; member = open.pop()) {
        component[member] = components;
        if (member === node) break;
      }
      components++;
    }
  }
  return component;
}

/** Of each step the number of its component. */
export function findComponents(out: readonly Edge[][], targets: readonly (Step | undefined)[]): Int32Array {
  const offsets = new Int32Array(out.length + 1);
  for (let i = 0; i < out.length; i++) offsets[i + 1] = (offsets[i] as number) + (out[i]?.length ?? 0);
  const numbers = new Int32Array(offsets[out.length] as number);
  let next = 0;
  // A plain for: the array has holes where a step has no edges.
  for (let i = 0; i < out.length; i++) for (const edge of out[i] ?? NONE) numbers[next++] = (targets[edge.index] as Step).index;
  return stronglyConnectedComponents(offsets, numbers);
}

/** The components of two or more steps, in array order. */
export function groupCycles(steps: readonly Step[], components: Int32Array): readonly (readonly Step[])[] {
  const groups = new Map<number, Step[]>();
  for (const step of steps) {
    const component = components[step.index] as number;
    const group = groups.get(component);
    if (group === undefined) groups.set(component, [step]);
    else group.push(step);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}
