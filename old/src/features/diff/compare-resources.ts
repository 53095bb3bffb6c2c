import { createResources } from '../../core/lint/resources.ts';
import type { Document, ResourceItem } from '../../core/model/nodes.ts';
import { namesOfResource, type ResourceType } from '../../core/model/resource.ts';
import { RESOURCE_TYPES } from '../../core/resources/registry.ts';
import { compareItems } from './compare-items.ts';
import type { Difference, ItemChange } from './difference.ts';
import { type Fields, meaningOf } from './fields.ts';

/** Names and times, which are not compared. */
const NOT_COMPARED = ['id', 'published_at'];

/** Compares the resources that both sides hold; items are matched by id, name or key. */
export function compareResources(
  before: readonly Document[],
  after: readonly Document[],
  isKnown: (change: string, of: string) => boolean,
) {
  const changes: ItemChange[] = [];
  const notCompared: Difference['notCompared'][number][] = [];
  const [then, now] = [before, after].map((documents) =>
    createResources(documents.flatMap(({ resources }) => resources)),
  ) as [ReturnType<typeof createResources>, ReturnType<typeof createResources>];
  for (const type of RESOURCE_TYPES) {
    const [hadThem, hasThem] = [holds(before, type), holds(after, type)];
    if (hadThem && hasThem)
      changes.push(
        ...compareType(type, then(type).items, now(type).items).filter(({ change }) =>
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

function compareType(
  type: ResourceType,
  before: readonly ResourceItem[],
  after: readonly ResourceItem[],
): readonly ItemChange[] {
  const isWhole = ({ value }: ResourceItem): boolean => type.isWhole?.(value) !== false;
  return compareItems(before, after, {
    of: type.noun,
    names: [({ value }) => namesOfResource(type, value)[0]],
    labelOf: ({ value }) => namesOfResource(type, value).at(-1) ?? 'without a name',
    fieldsOf: (item, other) =>
      fieldsOf(item.value, isWhole(item) && isWhole(other) ? undefined : other.value),
  });
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
