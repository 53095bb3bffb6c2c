/**
 * Tarjan's strongly connected components with an explicit stack, so that a chain of a million steps is no problem.
 * Nodes are numbered from 0; the answer gives each node the number of its component, in reverse topological order
 * (a component has a higher number than all components it leads to).
 */
export function stronglyConnectedComponents(count: number, successorsOf: (node: number) => readonly number[]): Int32Array {
  const component = new Int32Array(count).fill(-1);
  const order = new Int32Array(count).fill(-1);
  const low = new Int32Array(count);
  const open: number[] = [];
  const path: { node: number; successors: readonly number[]; next: number }[] = [];
  let visited = 0;
  let components = 0;

  const enter = (node: number): void => {
    order[node] = low[node] = visited++;
    open.push(node);
    path.push({ node, successors: successorsOf(node), next: 0 });
  };

  for (let root = 0; root < count; root++) {
    if (order[root] !== -1) continue;
    enter(root);
    while (path.length > 0) {
      const frame = path[path.length - 1] as (typeof path)[number];
      const { node } = frame;
      if (frame.next < frame.successors.length) {
        const successor = frame.successors[frame.next++] as number;
        if (order[successor] === -1) enter(successor);
        else if (component[successor] === -1) low[node] = Math.min(low[node] as number, order[successor] as number);
        continue;
      }
      path.pop();
      const parent = path[path.length - 1]?.node;
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
