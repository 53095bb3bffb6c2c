/**
 * Tarjan's strongly connected components, iterative, so the length of a chain does not matter.
 * @param successors the successors of each node, by their numbers.
 * @returns the component number of each node, in reverse topological order: a component has a higher number than all
 *   components it leads to.
 */
export function stronglyConnectedComponents(
  successors: readonly (readonly number[])[],
): Int32Array {
  const count = successors.length;
  const component = new Int32Array(count).fill(-1);
  const order = new Int32Array(count).fill(-1);
  const low = new Int32Array(count);
  const next = new Int32Array(count);
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
      const index = next[node] as number;
      next[node] = index + 1;
      const successor = successors[node]?.[index];
      if (successor !== undefined) {
        if (order[successor] === -1) enter(successor);
        else if (component[successor] === -1)
          low[node] = Math.min(low[node] as number, order[successor] as number);
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
