/**
 * A value in source code that is not known without running it. It stands in place of the value and
 * is never text; rules are silent on it.
 */
export const UNKNOWN: unique symbol = Symbol('unknown');

/** Whether a value of JSON, or a part of it, is not known. */
export function hasUnknown(value: unknown): boolean {
  const open: unknown[] = [value];
  for (const each of open) {
    if (each === UNKNOWN) return true;
    if (typeof each === 'object' && each !== null) open.push(...Object.values(each));
  }
  return false;
}
