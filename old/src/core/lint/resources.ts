import { groupBy } from '../model/groups.ts';
import { createNearest } from '../model/nearest.ts';
import type { ResourceItem } from '../model/nodes.ts';
import { namesOfResource, type ResourceType } from '../model/resource.ts';
import type { Completeness, Resources } from '../model/workspace.ts';
import { compareAt } from './order.ts';

/** The items of each resource. An item that was read in a list and separately is one item with the fields of both. */
export function createResources(
  all: readonly ResourceItem[],
): <T extends object>(type: ResourceType<T>, completeness?: Completeness) => Resources<T> {
  const byType = groupBy(all, ({ of }) => of);
  const known = new Map<string, unknown>();
  return <T extends object>(
    type: ResourceType<T>,
    completeness: Completeness = 'complete',
  ): Resources<T> => {
    const found = (byType.get(type.name) ?? []) as readonly ResourceItem[];
    if (!known.has(type.name))
      known.set(type.name, {
        completeness,
        ...buildItems(type, found as readonly ResourceItem<T>[]),
      });
    return known.get(type.name) as Resources<T>;
  };
}

function buildItems<T extends object>(
  type: ResourceType<T>,
  found: readonly ResourceItem<T>[],
): Omit<Resources<T>, 'completeness'> {
  const isWhole = ({ value }: ResourceItem<T>): boolean => type.isWhole?.(value) ?? true;
  // The whole form first: its fields, and its place, win.
  const sorted = found.toSorted(
    (a, b) => Number(isWhole(b)) - Number(isWhole(a)) || compareAt(a, b),
  );
  const first = (names: readonly string[]): string => names[0] ?? '';
  const groups = groupBy(sorted, (resource) => first(namesOfResource(type, resource.value)));
  const items = [...groups].flatMap(([name, same]): ResourceItem<T>[] => {
    const [best] = same as [ResourceItem<T>, ...ResourceItem<T>[]];
    if (name === '') return same;
    const value = Object.assign({}, ...same.map((each) => each.value).reverse()) as T;
    return [{ ...best, value }];
  });
  items.sort(compareAt);
  const byName = new Map<string, ResourceItem<T>>();
  // A first name, such as an id, wins over an alias of another item.
  for (const field of type.names)
    for (const item of items) {
      const name = namesOfResource({ names: [field] }, item.value)[0];
      if (name !== undefined && !byName.has(name)) byName.set(name, item);
    }
  const names = (): Iterable<string> => byName.keys();
  return { items, find: (name) => byName.get(name), names, nearest: createNearest(byName.keys()) };
}
