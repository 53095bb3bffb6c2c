import { fold } from './nearest.ts';

/**
 * Whether a name is in a list, without case and separators. A list has names, and patterns such as "order.*" and "*.updated",
 * where "*" stands for one or more words.
 */
export function createEventMatcher(list: readonly string[]): (name: string) => boolean {
  const exact = new Set(list.filter((each) => !each.includes('*')).map(fold));
  const starts = list.flatMap((each) => (each.endsWith('*') ? wordsOf(each.slice(0, -1)) : []));
  const ends = list.flatMap((each) => (each.startsWith('*') ? wordsOf(each.slice(1)) : []));
  return (name) => {
    if (exact.has(fold(name))) return true;
    const words = wordsOf(name)[0];
    return (
      words !== undefined &&
      (starts.some((start) => words.startsWith(start) && words.length > start.length) ||
        ends.some((end) => words.endsWith(end) && words.length > end.length))
    );
  };
}

/** ".order.created." of "order.created", "order_created" and "orderCreated"; nothing without words. */
function wordsOf(name: string): readonly string[] {
  const parts = name.includes('.')
    ? name.split('.')
    : name.replace(/([a-z0-9])([A-Z])/g, '$1 $2').split(/[_\-\s]/);
  const words = parts.filter((word) => word !== '').map((word) => word.toLowerCase());
  return words.length === 0 ? [] : [`.${words.join('.')}.`];
}
