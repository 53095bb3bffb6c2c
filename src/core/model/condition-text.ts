import type { Comparison, Condition } from './condition.ts';

/** Operator → in words, and where it does not hold. */
const WORDS: Readonly<Record<NonNullable<Comparison['operator']>, readonly [string, string]>> = {
  eq: ['is', 'is not'],
  neq: ['is not', 'is'],
  gt: ['is more than', 'is not more than'],
  gte: ['is at least', 'is less than'],
  lt: ['is less than', 'is at least'],
  lte: ['is at most', 'is more than'],
  contains: ['contains', 'does not contain'],
  starts_with: ['starts with', 'does not start with'],
  ends_with: ['ends with', 'does not end with'],
  exists: ['exists', 'does not exist'],
  is_empty: ['is empty', 'is not empty'],
};

const MOST_PARTS = 4;

/** `event.plan is "pro"`; undefined where a part cannot be read, or there are many. */
export function conditionText(condition: Condition, holds = true): string | undefined {
  if (condition.kind === 'unreadable') return undefined;
  if (condition.kind === 'comparison') {
    const { field, operator, value, isSound } = condition;
    if (!isSound || operator === undefined || field === undefined) return undefined;
    const words = `${field} ${WORDS[operator][holds ? 0 : 1]}`;
    return value === undefined ? words : `${words} ${JSON.stringify(value)}`;
  }
  const parts = condition.rules.map((part) => conditionText(part, holds));
  if (parts.length > MOST_PARTS || parts.includes(undefined)) return undefined;
  // Where not all hold, one of them does not.
  const joint = (condition.kind === 'and') === holds ? ' and ' : ' or ';
  return parts.length === 1 ? parts[0] : `(${parts.join(joint)})`;
}
