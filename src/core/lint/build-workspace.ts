import { buildGraph, firstBy, groupBy } from '../graph/graph.ts';
import { eventNameOf } from '../model/config.ts';
import type { NotChecked } from '../model/finding.ts';
import { asString, type JsonObject, own } from '../model/json.ts';
import { createNearest } from '../model/nearest.ts';
import { latest, once } from '../model/once.ts';
import { isTrigger } from '../model/step-type.ts';
import { quote } from '../model/text.ts';
import type { Document, EventDefinition, ResourceItem, Workflow } from '../model/workflow.ts';
import { resourceOf } from '../resources/registry.ts';
import { casesOf } from '../run/cases.ts';
import { idleEmailsIn } from '../run/emails.ts';
import type { Collection, Completeness, Need, Workspace } from '../workspace.ts';
import { completenessOf, type Gaps } from './complete.ts';
import { isSound, isTooLarge } from './sound.ts';

/** The fixed events of the service: they start and end waits, and lists do not have them. */
export const SYSTEM_EVENTS: readonly string[] = (
  ['opened', 'clicked', 'bounced', 'delivered', 'complained', 'failed', 'suppressed'] as const
).map((name) => `resend:email.${name}`);

/** What could not be checked; the rules are added. */
export type Gap = Omit<NotChecked, 'rules'>;

/** Everything that all rules ask, once. @param note keeps what the rule that asks cannot check. */
export function buildWorkspace(
  documents: readonly Document[],
  gaps: Gaps,
  note: (gap: Gap) => void,
): Workspace {
  const completeness = completenessOf(documents, gaps);
  const workflows = distinctWorkflows(documents.flatMap((each) => each.workflows));
  // Of one workflow at a time: a large export has too many to keep their graphs.
  const graphOf = latest(buildGraph);
  const isSoundIn = once(
    (workflow: Workflow) => !isTooLarge(workflow) && isSound(workflow, graphOf(workflow)),
  );
  const collectionOf = once((name: string) => {
    const known = completeness.get(name) ?? 'absent';
    const reason = `${known === 'absent' ? 'no' : 'not all'} ${nounOf(name)} were loaded`;
    const items = itemsOf(name, documents, workflows);
    return { ...buildCollection(items, known), gap: { collection: name, reason } };
  });
  const event: Workspace['event'] = (name) =>
    collectionOf('events').find(name)?.item as EventDefinition | undefined;
  const derive = once((compute: (workspace: Workspace) => unknown) => compute(workspace));
  const workspace: Workspace = {
    documents,
    workflows,
    hasResources: documents.some(({ items }) => items.length > 0),
    event,
    isSound: isSoundIn,
    graphOf,
    derive: (compute) => derive(compute) as never,
    get soundWorkflows() {
      return workspace.derive(soundIn);
    },
    get rivals() {
      return workspace.derive(rivalsIn);
    },
    ...createExecutor(graphOf, note),
    ask(name: string, need: Need): never {
      const found = collectionOf(name);
      const { completeness: given } = found;
      if (given === 'complete' || (need === 'some' && given === 'partial')) return found as never;
      note(found.gap);
      return undefined as never;
    },
  };
  return workspace;
}

/** What contacts receive, where the cases are not too many. */
function createExecutor(
  graphOf: Workspace['graphOf'],
  note: (gap: Gap) => void,
): Pick<Workspace, 'casesOf' | 'idleEmailsOf'> {
  const casesIn = latest((workflow: Workflow) => {
    const found = casesOf(graphOf(workflow));
    return found.isAll ? found : undefined;
  });
  const idleIn = once((workflow: Workflow) => {
    const found = casesIn(workflow);
    return found && idleEmailsIn(found);
  });
  const noted = <T>(found: T | undefined, workflow: Workflow): T | undefined => {
    if (found === undefined)
      note({ of: nameOfWorkflow(workflow), reason: 'more than 1,000 cases' });
    return found;
  };
  return {
    casesOf: (workflow) => noted(casesIn(workflow), workflow),
    idleEmailsOf: (workflow) => noted(idleIn(workflow), workflow) ?? [],
  };
}

const soundIn = ({ workflows, isSound: test }: Workspace): readonly Workflow[] =>
  workflows.filter(test);

/** Of the sound workflows, one of each id: those that start on one event, by its meant name. */
function rivalsIn({ soundWorkflows, event }: Workspace): Workspace['rivals'] {
  const distinct = firstBy<Workflow, unknown>(soundWorkflows, (each) => each.id ?? each);
  const started = groupBy(distinct.values(), ({ steps = [] }) => {
    const trigger = steps.find(isTrigger);
    const name = trigger && eventNameOf(trigger);
    return name && (event(name)?.name ?? name);
  });
  return new Map(
    [...started].flatMap(([name, each]) => (name && each.length > 1 ? [[name, each]] : [])),
  );
}

const NOUNS = new Map([
  ['events', 'event definitions'],
  ['calls', 'source files'],
]);
const nounOf = (collection: string): string =>
  NOUNS.get(collection) ?? resourceOf(collection)?.plural ?? collection;

export const nameOfWorkflow = ({ name, id }: Workflow): string => quote(name ?? id ?? '');

interface Named {
  readonly item: unknown;
  readonly names: readonly (string | undefined)[];
}

/** The items of a collection with their names. */
function itemsOf(
  collection: string,
  documents: readonly Document[],
  workflows: readonly Workflow[],
): readonly Named[] {
  // By a name, only events and items of resources are asked for.
  if (collection === 'workflows') return workflows.map((item) => ({ item, names: [] }));
  if (collection === 'calls')
    return documents.flatMap(({ calls }) => calls).map((item) => ({ item, names: [] }));
  if (collection === 'events')
    return distinctEvents(documents.flatMap(({ events }) => events)).map((item) => ({
      item,
      names: [item.name],
    }));
  const fields = resourceOf(collection)?.names ?? [];
  const items = documents.flatMap((each) => each.items.filter(({ of }) => of === collection));
  const nameIn = ({ value }: ResourceItem, field: string) =>
    asString(own(value as JsonObject, field)) || undefined;
  return items.map((item) => ({ item, names: fields.map((field) => nameIn(item, field)) }));
}

function buildCollection(named: readonly Named[], completeness: Completeness): Collection<unknown> {
  const byName = new Map<string, unknown>();
  for (const { item, names } of named)
    for (const name of names) if (name !== undefined && !byName.has(name)) byName.set(name, item);
  const near = createNearest(byName.keys());
  // The names of the service are fixed: see the rule unknown-event.
  const bind = once((name: string) =>
    completeness === 'complete' && !name.startsWith('resend:') ? near(name) : undefined,
  );
  return {
    completeness,
    items: named.map(({ item }) => item),
    find(name) {
      const isBound = !byName.has(name);
      const meant = isBound ? bind(name) : name;
      return meant === undefined ? undefined : { item: byName.get(meant), isBound, name: meant };
    },
  };
}

/**
 * Each workflow once: the list form goes where the whole one is there, and what a source file
 * creates is the same as its export, by id, else by exact name.
 */
function distinctWorkflows(all: readonly Workflow[]): readonly Workflow[] {
  const whole = all.filter(({ isSummary, isFragment }) => !isSummary && !isFragment);
  const exported = whole.filter(({ origin }) => origin === undefined);
  if (exported.length === all.length) return all;
  const ids = new Set(whole.map(({ id }) => id));
  const exportedIds = new Set(exported.map(({ id }) => id));
  const exportedNames = new Set(exported.map(({ name }) => name));
  return all.filter(({ id, name, isSummary, isFragment, origin }) => {
    if (isFragment) return false;
    if (isSummary) return id === undefined || !ids.has(id);
    if (origin === undefined) return true;
    return id === undefined ? name === undefined || !exportedNames.has(name) : !exportedIds.has(id);
  });
}

/** Each definition once: it can stand in a list and in a document of its own. */
function distinctEvents(all: readonly EventDefinition[]): readonly EventDefinition[] {
  const seen = new Map<string, EventDefinition>();
  return all.filter((event) => {
    const { id, name, schema, document } = event;
    if (id === undefined) return true;
    const content = JSON.stringify([id, name, schema && [...schema].sort()]);
    const first = seen.get(content) ?? event;
    seen.set(content, first);
    return first === event || first.document === document;
  });
}
