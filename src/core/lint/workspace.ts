import { buildGraph } from '../graph/graph.ts';
import type { NotChecked } from '../model/finding.ts';
import { asString, type JsonObject, own } from '../model/json.ts';
import { createNearest } from '../model/nearest.ts';
import { once } from '../model/once.ts';
import { quote } from '../model/text.ts';
import type { Document, EventDefinition, ResourceItem, Workflow } from '../model/workflow.ts';
import { resourceOf } from '../resources/registry.ts';
import { casesOf } from '../run/cases.ts';
import type { Collection, Completeness, Need, Workspace } from '../workspace.ts';
import { completenessOf, type Gaps } from './complete.ts';
import { isSound, isTooLarge } from './sound.ts';

/** The fixed events of the service: they start and end waits, and lists do not have them. */
export const SYSTEM_EVENTS: readonly string[] = (
  ['opened', 'clicked', 'bounced', 'delivered', 'complained', 'failed', 'suppressed'] as const
).map((name) => `resend:email.${name}`);

/** What each rule could not check is noted by its id. */
export type Note = (entry: NotChecked) => void;

/** Workflows whose graphs and cases are kept: a large export has too many for memory. */
const KEPT = 1000;

/** Everything that all rules ask, once. `forRule` notes what that rule could not check. */
export function buildWorkspace(documents: readonly Document[], gaps: Gaps) {
  const completeness = completenessOf(documents, gaps);
  const workflows = distinctWorkflows(documents.flatMap((each) => each.workflows));
  const graphOf = once((workflow: Workflow) => buildGraph(workflow), KEPT);
  const casesIn = once((workflow: Workflow) => casesOf(graphOf(workflow)), KEPT);
  const isSoundAt = (workflow: Workflow): boolean =>
    !isTooLarge(workflow) && isSound(workflow, graphOf(workflow));
  const collection = once((name: string) =>
    buildCollection(itemsOf(name, documents, workflows), completeness.get(name) ?? 'absent'),
  );
  const hasResources = documents.some(({ items }) => items.length > 0);
  const index = { documents, workflows, hasResources, graphOf, isSound: isSoundAt };
  let sound: readonly Workflow[] | undefined;

  const forRule = (rule: string, note: Note): Workspace => {
    // Rules ask at each step.
    const lacking = new Set<string>();
    return {
      ...index,
      get soundWorkflows() {
        sound ??= workflows.filter(isSoundAt);
        return sound;
      },
      ask(name: string, need: Need): never {
        const found = collection(name);
        const { completeness: given } = found;
        const isEnough = given === 'complete' || (need === 'some' && given === 'partial');
        if (isEnough) return found as never;
        const amount = given === 'absent' ? 'no' : 'not all';
        if (!lacking.has(name))
          note({
            rules: [rule],
            collection: name,
            reason: `${amount} ${nounOf(name)} were loaded`,
          });
        lacking.add(name);
        return undefined as never;
      },
      event: (name) => collection('events').find(name)?.item as EventDefinition | undefined,
      casesOf(workflow) {
        const cases = casesIn(workflow);
        if (cases.isAll) return cases;
        note({ rules: [rule], of: nameOfWorkflow(workflow), reason: 'more than 1,000 cases' });
        return undefined;
      },
    };
  };
  return { index, forRule };
}

const NOUNS = new Map([
  ['events', 'event definitions'],
  ['calls', 'source files'],
]);
const nounOf = (collection: string): string =>
  NOUNS.get(collection) ?? resourceOf(collection)?.plural ?? collection;

export const nameOfWorkflow = ({ name, id }: Workflow): string => quote(name ?? id ?? '');

/** The items of a collection with their names. */
function itemsOf(
  collection: string,
  documents: readonly Document[],
  workflows: readonly Workflow[],
): readonly Named[] {
  switch (collection) {
    case 'workflows':
      return workflows.map((item) => ({ item, names: [item.id, item.name] }));
    case 'events': {
      const events = distinctEvents(documents.flatMap((each) => each.events));
      return events.map((item) => ({ item, names: [item.name] }));
    }
    case 'calls':
      return documents.flatMap(({ calls }) => calls).map((item) => ({ item, names: [] }));
    default: {
      const fields = resourceOf(collection)?.names ?? [];
      const items = documents.flatMap((each) => each.items.filter(({ of }) => of === collection));
      const nameIn = ({ value }: ResourceItem, field: string) =>
        asString(own(value as JsonObject, field)) || undefined;
      return items.map((item) => ({ item, names: fields.map((field) => nameIn(item, field)) }));
    }
  }
}

interface Named {
  readonly item: unknown;
  readonly names: readonly (string | undefined)[];
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
  const ids = new Set(whole.map(({ id }) => id));
  const exported = whole.filter(({ origin }) => origin === undefined);
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
