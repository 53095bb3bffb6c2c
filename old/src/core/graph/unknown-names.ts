import { writeFix } from '../model/fix.ts';
import { groupBy, groupIdentity } from '../model/groups.ts';
import { quote, suggestName } from '../model/label.ts';
import type { Workflow } from '../model/nodes.ts';
import { atFirst, type Target } from '../model/place.ts';
import { namesOfResource, type ResourceType } from '../model/resource.ts';
import type { NamedUse } from '../model/resource-uses.ts';
import { inSeveral } from '../model/text.ts';
import type { Resources, Workspace } from '../model/workspace.ts';

/** A finding for each name in a workflow that no item of a resource has. */
export function findUnknownNames<T extends { readonly name?: string | null }>(
  type: ResourceType<T>,
  workspace: Workspace,
  workflow: Workflow,
  named: readonly NamedUse[],
) {
  const known = workspace.resources(type);
  return [...groupBy(named, ({ name }) => name)].flatMap(([name, uses]) => {
    if (known.find(name) !== undefined) return [];
    const places = uses.map(({ step, path }): Target => [step, ...path]);
    const users = type.name === 'templates' ? 'emails' : 'steps';
    return {
      ...atFirst(places),
      message: `${type.noun} ${quote(name)} does not exist${inSeveral(places.length, users)}`,
      help: adviseOn(name, type, known),
      fixes: writeFix(places, namedBy(name, type, known) ?? known.nearest(name), 'unsafe'),
      fingerprintKey: { names: groupIdentity(workflow.ref), detail: name },
      // It may be the one that is meant.
      explainedBy: known.items.some(({ isFaulty }) => isFaulty) ? 'invalid-shape' : undefined,
    };
  });
}

function adviseOn<T extends { readonly name?: string | null }>(
  name: string,
  type: ResourceType<T>,
  known: Resources<T>,
): string {
  const [field = 'id'] = type.names;
  const own = namedBy(name, type, known);
  if (own !== undefined) return `this is the name of a ${type.noun}; write its ${field} "${own}"`;
  return (
    suggestName(known.nearest(name)) ??
    `write the ${type.names.join(' or ')} of an existing ${type.noun}, or create it`
  );
}

/** The id of the item whose title is used in place of it. */
function namedBy<T extends { readonly name?: string | null }>(
  name: string,
  type: ResourceType<T>,
  known: Resources<T>,
): string | undefined {
  const titled = known.items.findLast((item) => item.value.name === name);
  return titled === undefined ? undefined : namesOfResource(type, titled.value)[0];
}
