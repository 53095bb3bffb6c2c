import { reversePostorder } from './postorder.ts';

/**
 * Strongly connected components, without recursion, so the length of a chain does not matter.
 * @param successors the successors of each node, by their numbers.
 * @returns the component number of each node. A component has a lower number than all components it leads to.
 */
export function stronglyConnectedComponents(
  successors: readonly (readonly number[])[],
): readonly number[] {
  const predecessors = successors.map((): number[] => []);
  for (const [node, next] of successors.entries())
    for (const successor of next) predecessors[successor]?.push(node);
  const component: number[] = [];
  let components = 0;
  for (const root of reversePostorder([...successors.keys()], (node) => successors[node] ?? [])) {
    if (component[root] !== undefined) continue;
    const members = [root];
    for (const member of members) {
      if (component[member] !== undefined) continue;
      component[member] = components;
      members.push(...(predecessors[member] ?? []));
    }
    components++;
  }
  return component;
}
