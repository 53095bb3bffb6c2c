import { groupBy } from '../model/groups.ts';
import { groupIdentity } from '../model/identity.ts';
import { quote } from '../model/label.ts';
import { createNearest } from '../model/nearest.ts';
import type { Place } from '../model/nodes.ts';
import { atFirst } from '../model/place.ts';
import { namesOfResource, type ResourceItem, type ResourceType } from '../model/resource.ts';
import type { NamedUse, ResourceUses } from '../model/resource-uses.ts';
import { placeOfUse, type UsesFact } from './template-uses.ts';

interface Known<T extends object> {
  readonly items: readonly ResourceItem<T>[];
  find(name: string): ResourceItem<T> | undefined;
  names(): Iterable<string>;
}

/** A finding for each name in a workflow that no item of a resource has. */
export function findUnknownNames<T extends { readonly name?: string | null }>(
  type: ResourceType<T>,
  known: Known<T>,
  facts: readonly UsesFact[],
  usesOf: (uses: ResourceUses) => readonly NamedUse[],
  users = 'steps',
) {
  const near = createNearest(known.names());
  const byTitle = new Map(known.items.map((item) => [item.value.name, item]));
  const [field = 'id'] = type.names;
  const adviseOn = (name: string): string => {
    const titled = byTitle.get(name);
    const own = titled === undefined ? undefined : namesOfResource(type, titled.value)[0];
    const meant = near(name);
    if (own !== undefined) return `this is the name of a ${type.noun}; write its ${field} "${own}"`;
    return meant !== undefined
      ? `did you mean "${meant}"?`
      : `write the ${type.names.join(' or ')} of an existing ${type.noun}, or create it`;
  };
  return facts.flatMap((fact) =>
    [...groupBy(usesOf(fact.fact), ({ name }) => name)].flatMap(([name, uses]) => {
      if (known.find(name) !== undefined) return [];
      const places = uses.map((use) => placeOfUse(fact, use, use.at));
      const where = places.length === 1 ? '' : `, in ${places.length} ${users}`;
      return {
        ...atFirst(places as [Place, ...Place[]]),
        message: `${type.noun} ${quote(name)} does not exist${where}`,
        help: adviseOn(name),
        detail: name,
        identity: groupIdentity(fact.workflow, places),
      };
    }),
  );
}
