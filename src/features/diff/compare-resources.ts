import { compare } from '../../core/lint/order.ts';
import { createResources } from '../../core/lint/resources.ts';
import type { Document, ResourceItem } from '../../core/model/nodes.ts';
import { namesOfResource, type ResourceType } from '../../core/model/resource.ts';
import { RESOURCE_TYPES } from '../../core/resources/registry.ts';
import { changesOf } from './changes.ts';
import type { Difference, ResourceChange } from './difference.ts';
import { type Fields, meaningOf } from './fields.ts';
import { pairUp } from './pairs.ts';

interface ResourceComparison {
  readonly changes: readonly ResourceChange[];
  readonly notCompared: Difference['notCompared'];
}

/** Names and times, which are not compared. */
const NOT_COMPARED = ['id', 'published_at'];

/** Compares the resources that both sides hold; items are matched by id, name or key. */
export function compareResources(
  before: readonly Document[],
  after: readonly Document[],
  isKnown: (change: string, of: string) => boolean,
): ResourceComparison {
  const changes: ResourceChange[] = [];
  const notCompared: Difference['notCompared'][number][] = [];
  const [then, now] = [before, after].map((documents) =>
    createResources(documents.flatMap(({ resources }) => resources)),
  ) as [ReturnType<typeof createResources>, ReturnType<typeof createResources>];
  for (const type of RESOURCE_TYPES) {
    const [hadThem, hasThem] = [holds(before, type), holds(after, type)];
    if (hadThem && hasThem)
      changes.push(
        ...compareItems(type, then(type).items, now(type).items).filter(({ change }) =>
          isKnown(change, type.name),
        ),
      );
    else if (hadThem || hasThem)
      notCompared.push({
        what: type.plural,
        reason: `the ${hadThem ? 'second' : 'first'} side holds none`,
        oneSided: false,
      });
  }
  return { changes, notCompared };
}

const holds = (documents: readonly Document[], { name }: ResourceType): boolean =>
  documents.some(({ resources, lists }) => [...resources, ...lists].some(({ of }) => of === name));

function compareItems(
  type: ResourceType,
  before: readonly ResourceItem[],
  after: readonly ResourceItem[],
): readonly ResourceChange[] {
  const nameOf = ({ value }: ResourceItem): string | undefined => namesOfResource(type, value)[0];
  const labelOf = (item: ResourceItem): string =>
    namesOfResource(type, item.value).at(-1) ?? 'without a name';
  const of = type.noun;
  const { pairs, removed, added } = pairUp(before, after, [nameOf]);
  const changes: ResourceChange[] = [
    ...removed.map((item) => ({ change: 'removed' as const, of, name: labelOf(item), fields: [] })),
    ...added.map((item) => ({ change: 'added' as const, of, name: labelOf(item), fields: [] })),
  ];
  for (const [left, right] of pairs) {
    const isWhole = [left, right].every(({ value }) => type.isWhole?.(value) !== false);
    const common = ({ value }: ResourceItem, other: ResourceItem): Fields =>
      fieldsOf(value, isWhole ? undefined : other.value);
    const fields = changesOf(common(left, right), common(right, left));
    if (fields.length > 0) changes.push({ change: 'changed', of, name: labelOf(right), fields });
  }
  return changes.sort((a, b) => compare(a.name, b.name));
}

/** @param other if an item is in list form, only the fields that both have are compared. */
function fieldsOf(value: object, other: object | undefined): Fields {
  return new Map(
    Object.entries(value)
      .filter(([field, content]) => content !== null && !NOT_COMPARED.includes(field))
      .filter(([field]) => other === undefined || Object.hasOwn(other, field))
      .map(([field, content]) => [`/${field}`, { value: content, meaning: meaningOf(content) }]),
  );
}
