import type { Fact, KnownWorkflow, Workspace } from '../../rule.ts';
import { createDefinitions, type Definitions, isSameSchema } from '../model/definitions.ts';
import { groupBy } from '../model/groups.ts';
import { isCountedAmong } from '../model/identity.ts';
import { createNearNames, isSameSeries } from '../model/nearest.ts';
import type { EventDefinition } from '../model/nodes.ts';
import type { CompletenessReport } from './completeness.ts';
import { compareAt } from './order.ts';
import type { Part, PartWorkflow } from './part.ts';
import { createResources } from './resources.ts';
import { indexOwners } from './step-owners.ts';

interface WholeRun {
  /** Workflows with steps, and workflows known in list form only. */
  readonly workflows: number;
  readonly summaries: number;
  workspace(completeness: CompletenessReport): Workspace;
  /** The facts of a rule, in order of source and position. */
  factsOf(rule: string): readonly Fact<unknown>[];
}

export function joinParts(parts: readonly Part[]): WholeRun {
  const rows = parts.flatMap((part) => part.workflows);
  const isCounted = isCountedAmong(rows, ({ workflow }) => workflow.id);
  const counted = rows.filter(isCounted);
  const summaries = counted.filter(({ summaryOnly }) => summaryOnly).length;

  return {
    workflows: counted.length - summaries,
    summaries,
    workspace(completeness) {
      const resources = createResources(parts.flatMap((part) => part.resources));
      const definitions = countedDefinitions(
        parts.flatMap((part) => part.definitions).sort(compareAt),
      );
      const byName = createDefinitions();
      definitions.forEach(byName.add);
      const isWhole = completeness.of('events') === 'complete';
      const onlyNear = createOnlyNear(byName);
      const ownerOf = indexOwners(() => parts.flatMap((part) => part.stepOwners));
      return {
        workflows: completeness.of('workflows'),
        events: completeness.of('events'),
        definitions,
        calls: parts.flatMap(({ calls = [] }) => calls).sort(compareAt),
        definition: byName.get,
        definitionMeant: (name) =>
          byName.get(name) ??
          (isWhole && !name.startsWith(SERVICE_PREFIX) ? onlyNear(name) : undefined),
        alike: (by) => groupAlike(counted, by),
        resources: (type) => ({
          completeness: completeness.of(type.name),
          ...resources(type),
        }),
        ownerOfStep(key, notIn) {
          const owner = ownerOf(key);
          return owner === undefined || (owner.id === notIn.id && owner.name === notIn.name)
            ? undefined
            : (owner.name ?? owner.id);
        },
      };
    },
    factsOf(rule) {
      const facts: Fact<unknown>[] = [];
      for (const part of parts) {
        const kept = part.facts.get(rule);
        for (const [i, fact] of kept?.facts.entries() ?? []) {
          const known = part.workflows[kept?.rows[i] as number] as PartWorkflow;
          const { workflow, document, pointer } = known;
          if (isCounted(known)) facts.push({ workflow, document, pointer, fact });
        }
      }
      return facts.sort(compareAt);
    },
  };
}

const SERVICE_PREFIX = 'resend:';

/** Without documents of their own that are also items of a list. */
function countedDefinitions(definitions: readonly EventDefinition[]): readonly EventDefinition[] {
  const items = new Map<string | undefined, EventDefinition>();
  for (const event of definitions)
    if (event.pointer !== '' && event.id !== undefined) items.set(event.id, event);
  const isCounted = (event: EventDefinition): boolean => {
    const item = event.pointer === '' ? items.get(event.id) : undefined;
    return item === undefined || item.name !== event.name || !isSameSchema(item, event);
  };
  return definitions.filter(isCounted);
}

/** The only definition with a near name, for each of many names. */
function createOnlyNear(defined: Definitions): (name: string) => EventDefinition | undefined {
  let nearNames: ReturnType<typeof createNearNames> | undefined;
  const known = new Map<string, EventDefinition | undefined>();
  return (name) => {
    if (known.has(name)) return known.get(name);
    nearNames ??= createNearNames(defined.all().map((definition) => definition.name as string));
    const [first, second] = nearNames(name)
      .filter((near) => near.distance === 0 || !isSameSeries(near.name, name))
      .sort((a, b) => a.distance - b.distance);
    const isOnly =
      first !== undefined && (second === undefined || first.distance < second.distance);
    const meant = isOnly ? defined.get(first.name) : undefined;
    known.set(name, meant);
    return meant;
  };
}

function groupAlike(
  workflows: readonly PartWorkflow[],
  by: 'id' | 'name',
): readonly (readonly KnownWorkflow[])[] {
  const named = workflows.filter(({ workflow }) => workflow[by] !== undefined);
  const groups = [...groupBy(named, ({ workflow }) => workflow[by]).values()];
  return groups.filter(({ length }) => length > 1).map((group) => group.sort(compareAt));
}
