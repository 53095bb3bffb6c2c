import { createResources } from '../../core/lint/resources.ts';
import { isCountedAmong } from '../../core/model/groups.ts';
import type { JsonObject } from '../../core/model/json.ts';
import type { Document } from '../../core/model/nodes.ts';
import { namesOfResource } from '../../core/model/resource.ts';
import { RESOURCE_TYPES } from '../../core/resources/registry.ts';
import type { Samples } from './samples.ts';

export interface Item {
  readonly id: string;
  readonly name: string | undefined;
  readonly status: string | undefined;
  /** As stored, with an id added if it had none. */
  readonly raw: JsonObject;
  /** The item in a list: a workflow without steps and edges. */
  readonly listed: JsonObject;
}

export interface Collection {
  readonly items: readonly Item[];
  readonly byId: ReadonlyMap<string, number>;
}

export interface Catalogue {
  readonly workflows: Collection;
  readonly events: Collection;
  /** Lists of anything else, by the path of the read API. */
  readonly others: ReadonlyMap<string, Collection>;
  readonly named: number;
  /** Items left out because an earlier one has the same id. */
  readonly shadowed: number;
}

const STEP_FIELDS = ['steps', 'edges', 'connections'];

/** A workflow in a list and in full is one workflow: the full form is served. */
export function buildCatalogue(documents: readonly Document[], samples: Samples): Catalogue {
  const counts = { named: 0, shadowed: 0 };
  const taken = new Set<string>();
  for (const { workflows, events } of documents) {
    for (const { id } of [...workflows, ...events]) if (id !== undefined) taken.add(id);
  }
  const isServed = isCountedAmong(
    documents.flatMap(({ workflows }) => workflows),
    ({ id }) => id,
  );
  const workflows = createCollection(counts, taken);
  const events = createCollection(counts, taken);
  for (const document of documents) {
    for (const workflow of document.workflows) {
      if (isServed(workflow)) workflows.add(workflow.raw, 'workflow', withoutSteps);
    }
    for (const { raw } of document.events) events.add(raw, 'event', (stored) => stored);
  }
  const others = new Map([...resourcesOf(documents), ...listsOf(samples, workflows)]);
  return { workflows, events, others, ...counts };
}

/** Runs and logs. With runs of one workflow, another one without has had none. */
function* listsOf(
  { runs, logs }: Samples,
  workflows: Collection,
): Iterable<readonly [string, Collection]> {
  const listOf = (items: readonly JsonObject[], object: string, details: readonly string[]) => {
    const list = createCollection({ named: 0, shadowed: 0 }, new Set());
    for (const item of items)
      list.add({ object, ...item }, object, (raw) => without(raw, ['object', ...details]));
    return list;
  };
  if (logs !== undefined) yield ['logs', listOf(logs, 'log', ['request_body', 'response_body'])];
  if (runs.size === 0) return;
  for (const { id } of workflows.items)
    yield [`automations/${id}/runs`, listOf(runs.get(id) ?? [], 'automation_run', ['steps'])];
}

/** Those in the export: an empty list would mean that there are none. */
function resourcesOf(documents: readonly Document[]): ReadonlyMap<string, Collection> {
  const held = new Set(
    documents.flatMap(({ resources, lists }) => [...resources, ...lists].map(({ of }) => of)),
  );
  const itemsOf = createResources(documents.flatMap(({ resources }) => resources));
  return new Map(
    RESOURCE_TYPES.filter(({ name }) => held.has(name)).map((type) => {
      const collection = createCollection({ named: 0, shadowed: 0 }, new Set());
      for (const { value } of itemsOf(type).items) {
        const [id] = namesOfResource(type, value);
        const raw = { object: type.object, id, ...type.served, ...value };
        collection.add(raw, type.path, (stored) =>
          without(stored, ['object', ...(type.details ?? [])]),
        );
      }
      // An id wins over an alias of another item.
      for (const [i, { raw }] of collection.items.entries())
        for (const name of namesOfResource(type, raw))
          if (!collection.byId.has(name)) collection.byId.set(name, i);
      return [type.path, collection];
    }),
  );
}

function createCollection(
  counts: { named: number; shadowed: number },
  taken: ReadonlySet<string>,
): Collection & {
  readonly byId: Map<string, number>;
  add(stored: JsonObject, kind: string, list: (raw: JsonObject) => JsonObject): void;
} {
  let made = 0;
  const items: Item[] = [];
  const byId = new Map<string, number>();
  return {
    items,
    byId,
    add(stored, kind, list) {
      let raw = stored;
      if (typeof stored['id'] !== 'string' || stored['id'] === '') {
        do made++;
        while (taken.has(`${kind}-${made}`));
        raw = { id: `${kind}-${made}`, ...without(stored, ['id']) };
        counts.named++;
      }
      const id = raw['id'] as string;
      if (byId.has(id)) {
        counts.shadowed++;
        return;
      }
      byId.set(id, items.length);
      const { name, status } = raw;
      items.push({
        id,
        name: typeof name === 'string' ? name : undefined,
        status: typeof status === 'string' ? status : undefined,
        raw,
        listed: list(raw),
      });
    },
  };
}

const withoutSteps = (raw: JsonObject): JsonObject => without(raw, STEP_FIELDS);

// fromEntries defines a field named __proto__, which an assignment would not.
export function without(raw: JsonObject, fields: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(raw).filter(([field]) => !fields.includes(field)));
}
