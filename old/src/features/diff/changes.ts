import { compare } from '../../core/lint/order.ts';
import { countBy } from '../../core/model/groups.ts';
import { isObject, own } from '../../core/model/json.ts';
import type { FieldChange } from './difference.ts';
import { type Fields, meaningOf, segment } from './fields.ts';
import { commonEnds } from './pairs.ts';

// Of one value; with more, it is reported as a whole.
const MAX_CHANGES = 1000;

/** The fields in which two nodes differ, down to the innermost different value, in order of path. */
export function changesOf(before: Fields, after: Fields): readonly FieldChange[] {
  const paths = new Set([...before.keys(), ...after.keys()]);
  return [...paths]
    .map((path) => ({ path, was: before.get(path), is: after.get(path) }))
    .filter(({ was, is }) => was?.meaning !== is?.meaning)
    .flatMap(({ path, was, is }) => changesIn({ path, before: was?.value, after: is?.value }))
    .sort((a, b) => compare(a.path, b.path));
}

function changesIn(change: FieldChange): readonly FieldChange[] {
  const parts = partsOf(change);
  return parts === undefined || parts.length > MAX_CHANGES ? [change] : parts.flatMap(changesIn);
}

/** The differences inside two values of one type; `undefined` if they can only be reported as a whole. */
function partsOf({ path, before, after }: FieldChange): readonly FieldChange[] | undefined {
  if (Array.isArray(before) && Array.isArray(after))
    return path.endsWith('/rules') ? bagParts(path, before, after) : listParts(path, before, after);
  if (!isObject(before) || !isObject(after)) return undefined;
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .map((key) => [`${path}/${segment(key)}`, own(before, key), own(after, key)] as const)
    .filter(([, then, now]) => meaningOf(then) !== meaningOf(now))
    .map(([inner, then, now]) => ({ path: inner, before: then, after: now }));
}

/** Items are compared by position, without a common end. */
function listParts(
  path: string,
  before: readonly unknown[],
  after: readonly unknown[],
): readonly FieldChange[] {
  const meanings = [before, after].map((items) => items.map((item) => meaningOf(item)));
  const { end } = commonEnds(...(meanings as [string[], string[]]));
  const ownOf = (items: readonly unknown[]): Entries => [
    ...items.slice(0, items.length - end).entries(),
  ];
  return inOrder(path, ownOf(before), ownOf(after)).filter(
    (part) => meaningOf(part.before) !== meaningOf(part.after),
  );
}

/** The parts of an "and" or "or" have no order: equal ones are removed, and the others are paired in order. */
function bagParts(
  path: string,
  before: readonly unknown[],
  after: readonly unknown[],
): readonly FieldChange[] {
  const without = (items: readonly unknown[], others: readonly unknown[]): Entries => {
    const counts = countBy(others, (item) => meaningOf(item));
    return [...items.entries()].filter(([, item]) => {
      const left = counts.get(meaningOf(item)) ?? 0;
      counts.set(meaningOf(item), left - 1);
      return left <= 0;
    });
  };
  return inOrder(path, without(before, after), without(after, before));
}

type Entries = readonly (readonly [number, unknown])[];

const inOrder = (path: string, left: Entries, right: Entries): readonly FieldChange[] =>
  Array.from({ length: Math.max(left.length, right.length) }, (_, i) => ({
    path: `${path}/${(left[i] ?? right[i])?.[0]}`,
    before: left[i]?.[1],
    after: right[i]?.[1],
  }));
