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
