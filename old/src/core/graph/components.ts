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

/**
 * What the starts lead to, each item after all that lead to it, except where a cycle closes. In the result, what is followed last
 * comes first.
 */
export function reversePostorder<T>(
  starts: readonly T[],
  next: (item: T) => readonly T[],
): readonly T[] {
  const order: T[] = [];
  const seen = new Set<T>();
  const path: { readonly item: T; readonly targets: Iterator<T> }[] = [];
  const enter = (item: T): void => {
    if (seen.has(item)) return;
    seen.add(item);
    path.push({ item, targets: next(item).values() });
  };
  for (const start of starts) {
    enter(start);
    for (let frame = path.at(-1); frame !== undefined; frame = path.at(-1)) {
      const { value, done } = frame.targets.next();
      if (done !== true) enter(value);
      else order.push((path.pop() as typeof frame).item);
    }
  }
  return order.reverse();
}
