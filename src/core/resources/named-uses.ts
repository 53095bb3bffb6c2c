import { groupBy } from '../model/groups.ts';
import { createNearest } from '../model/nearest.ts';
import { namesOfResource, type ResourceItem, type ResourceType } from '../model/resource.ts';
import type { NamedUse } from '../model/resource-uses.ts';

interface Known<T extends object> {
  readonly items: readonly ResourceItem<T>[];
  find(name: string): ResourceItem<T> | undefined;
  names(): Iterable<string>;
}

interface UnknownName<U> {
  readonly name: string;
  readonly uses: readonly [U, ...U[]];
  /** The help of the finding. */
  readonly help: string;
}

/** Finds the names that no item has. Call it once for many workflows: the search for near names has bounded work. */
export function createUnknownNames<T extends { readonly name?: string | null }>(
  type: ResourceType<T>,
  known: Known<T>,
): <U extends Pick<NamedUse, 'name'>>(uses: readonly U[]) => readonly UnknownName<U>[] {
  const near = createNearest(known.names());
  const byTitle = new Map(known.items.map((item) => [item.value.name, item]));
  const [field = 'id'] = type.names;
  return <U extends Pick<NamedUse, 'name'>>(uses: readonly U[]) =>
    [...groupBy(uses, ({ name }) => name)].flatMap(([name, group]): UnknownName<U>[] => {
      if (known.find(name) !== undefined) return [];
      const titled = byTitle.get(name);
      const own = titled === undefined ? undefined : namesOfResource(type, titled.value)[0];
      const meant = near(name);
      const help =
        own !== undefined
          ? `this is the name of a ${type.noun}; write its ${field} "${own}"`
          : meant !== undefined
            ? `did you mean "${meant}"?`
            : `write the ${type.names.join(' or ')} of an existing ${type.noun}, or create it`;
      return [{ name, uses: group as [U, ...U[]], help }];
    });
}
