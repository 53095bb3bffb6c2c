import { compare } from '../../core/lint/order.ts';
import { changesOf } from './changes.ts';
import type { ItemChange } from './difference.ts';
import type { Fields } from './fields.ts';
import { pairUp } from './pairs.ts';

interface ItemKind<T> {
  readonly of: string;
  /** By which items are paired, one name after the other. */
  readonly names: readonly ((item: T) => string | undefined)[];
  labelOf(item: T): string | undefined;
  /** The fields of an item that are compared with those of another one. */
  fieldsOf(item: T, other: T): Fields;
}

/** Compares event definitions, or the resources of one type. */
export function compareItems<T>(
  before: readonly T[],
  after: readonly T[],
  { of, names, labelOf, fieldsOf }: ItemKind<T>,
): readonly ItemChange[] {
  const { pairs, removed, added } = pairUp(before, after, names);
  const changeOf = (change: ItemChange['change'], item: T, fields: ItemChange['fields'] = []) => {
    return { change, of, name: labelOf(item), fields };
  };
  const changed = pairs.map(([left, right]) =>
    changeOf('changed', right, changesOf(fieldsOf(left, right), fieldsOf(right, left))),
  );
  return [
    ...removed.map((item) => changeOf('removed', item)),
    ...added.map((item) => changeOf('added', item)),
    ...changed.filter(({ fields }) => fields.length > 0),
  ].sort((a, b) => compare(a.name ?? '', b.name ?? ''));
}
