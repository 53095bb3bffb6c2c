import { findDuplicateKeys } from '../../core/document/duplicate-keys.ts';
import { buildRecoveredGraph } from '../../core/graph/graph.ts';
import { resourceUsesOf } from '../../core/graph/resource-uses.ts';
import { eventNameOf } from '../../core/model/config.ts';
import type { Finding, Location } from '../../core/model/finding.ts';
import { addTo, countBy, isCountedAmong } from '../../core/model/groups.ts';
import { own } from '../../core/model/json.ts';
import { createNearest } from '../../core/model/nearest.ts';
import type { Document, EventDefinition, Workflow } from '../../core/model/nodes.ts';
import { referencesOf } from '../../core/model/references.ts';
import { namesOfResource } from '../../core/model/resource.ts';
import { RESOURCE_TYPES, resourceTypeOf } from '../../core/resources/registry.ts';
import { meaningOf } from './fields.ts';

/** A document as it was, or as it is. */
interface Version {
  readonly document: Document;
  readonly text: string;
}

type Item = Document | Workflow | EventDefinition;

/**
 * The changes between two states of some files, and what depends on them.
 * @param before the documents of files that were changed or removed.
 * @param after all documents. `isSame`: the file is unchanged.
 */
export function changesBetween(
  before: readonly Version[],
  after: readonly (Version & { readonly isSame: boolean })[],
) {
  const edited = after.filter(({ isSame }) => !isSame);
  const changed = new Set<Item>(newItems(before, edited));
  const documents = after.map(({ document }) => document);
  const workflows = documents.flatMap((document) => document.workflows);
  const events = documents.flatMap((document) => document.events);
  const known = new Set(events.flatMap(({ name }) => name ?? []));
  const dependsOnChange = createDependsOn(redefined(before, edited), known);
  for (const workflow of workflows) if (dependsOnChange(workflow)) changed.add(workflow);
  // An event that a changed workflow no longer uses may now be unused.
  const [usedThen, usedNow] = [usedEvents(before), usedEvents(edited)];
  for (const event of events) {
    const { name } = event;
    if (name !== undefined && usedThen.has(name) && !usedNow.has(name)) changed.add(event);
  }
  const isCounted = isCountedAmong(workflows, ({ id }) => id);
  const isChanged = (item: Item | undefined): boolean => item !== undefined && changed.has(item);
  return {
    /** The number of workflows that changed, or depend on an event or a resource that did. */
    workflows: workflows.filter((each) => changed.has(each) && isCounted(each)).length,
    /** Whether a finding is about a change or depends on one. */
    concerns: ({ location, related }: Finding): boolean =>
      isChanged(itemAt(documents, location)) ||
      related
        .map((other) => itemAt(documents, other.location))
        .some((item) => !isDocument(item) && isChanged(item)),
  };
}

const isDocument = (item: Item | undefined): boolean => item !== undefined && 'form' in item;

/** The items without an earlier item of the same content: each accounts for one. */
function newItems(before: readonly Version[], edited: readonly Version[]): readonly Item[] {
  const earlier = before.flatMap((version) => [...contentsOf(version).values()]);
  const left = countBy(earlier, (content) => content);
  return edited
    .flatMap((version) => [...contentsOf(version)])
    .filter(([, content]) => {
      const count = left.get(content) ?? 0;
      left.set(content, count - 1);
      return count <= 0;
    })
    .map(([item]) => item);
}

/** The contents of a document, and of its workflows and events, without place and layout. */
function contentsOf({ document, text }: Version): ReadonlyMap<Item, string> {
  const { form, lists, problems, workflows, events } = document;
  if (form === 'broken') return new Map([[document, text]]);
  const twice = findDuplicateKeys(text, document).map(({ place }) => place.pointer);
  // The value has a duplicate key only once, so the content adds the pointers of duplicates.
  const contents = [...workflows, ...events].map((item): [Item, string] => {
    const { raw, pointer } = item;
    const within = twice.filter((each) => each === pointer || each.startsWith(`${pointer}/`));
    const inside = within.map((each) => each.slice(pointer.length));
    return [item, `${meaningOf(raw)} ${inside.join()}`];
  });
  const rest = [
    lists.map(({ raw }) => meaningOf(raw)),
    problems.map(({ rule, place, message }) => [rule, place.pointer, message]),
    twice,
  ];
  const whole = JSON.stringify([form, contents.map(([, content]) => content), rest]);
  return new Map<Item, string>([[document, whole], ...contents]);
}

const EVENT = 'event ';
const nameOf = (kind: string, name: string): string => `${kind} ${name}`;

/** The events with another schema, and the resources with another content: see `nameOf`. */
function redefined(before: readonly Version[], edited: readonly Version[]): ReadonlySet<string> {
  const [then, now] = [definitionsIn(before), definitionsIn(edited)];
  const names = [...then.keys(), ...now.keys()];
  return new Set(
    names.filter((name) => then.get(name)?.sort().join() !== now.get(name)?.sort().join()),
  );
}

function definitionsIn(versions: readonly Version[]): Map<string, string[]> {
  const defined = new Map<string, string[]>();
  for (const { document } of versions) {
    for (const { name, raw } of document.events)
      if (name !== undefined) addTo(defined, EVENT + name, meaningOf(own(raw, 'schema')));
    for (const { of, value } of document.resources) {
      const type = resourceTypeOf(of);
      const names = type === undefined ? [] : namesOfResource(type, value);
      for (const name of names) addTo(defined, nameOf(of, name), meaningOf(value));
    }
  }
  return defined;
}

const usedEvents = (versions: readonly Version[]): ReadonlySet<string> =>
  new Set(
    versions.flatMap(({ document }) => document.workflows.flatMap((each) => [...eventsOf(each)])),
  );

/** The workflow or event at a place, else the document. */
function itemAt(documents: readonly Document[], { source, region, pointer }: Location) {
  const inSource = documents.filter(({ ref }) => ref.source === source);
  // Several documents in one source are on separate lines.
  const document =
    inSource.length > 1 ? inSource.find(({ ref }) => ref.line === region?.startLine) : inSource[0];
  if (document === undefined) return undefined;
  const isAround = (item: Workflow | EventDefinition): boolean =>
    pointer === item.pointer || pointer.startsWith(`${item.pointer}/`);
  return [...document.workflows, ...document.events].find(isAround) ?? document;
}

/**
 * Whether a workflow uses what was changed. A misspelt event counts as the one with a near name, as in rules.
 * @param known the names of all current events.
 */
function createDependsOn(
  changed: ReadonlySet<string>,
  known: ReadonlySet<string>,
): (workflow: Workflow) => boolean {
  const names = [...changed];
  const events = names.filter((name) => name.startsWith(EVENT));
  const near = createNearest(events.map((name) => name.slice(EVENT.length)));
  const isMisspelt = (name: string): boolean => !known.has(name) && near(name) !== undefined;
  const usesResource = (workflow: Workflow): boolean => {
    const uses = resourceUsesOf(buildRecoveredGraph(workflow));
    return RESOURCE_TYPES.some((type) =>
      type.usedBy(uses).some((name) => changed.has(nameOf(type.name, name))),
    );
  };
  return (workflow) =>
    [...eventsOf(workflow)].some((name) => changed.has(EVENT + name)) ||
    workflow.steps.some((step) => isMisspelt(eventNameOf(step) ?? '')) ||
    (events.length < names.length && usesResource(workflow));
}

/** The names of the events a workflow starts with, waits for or refers to. */
function eventsOf({ steps }: Workflow): ReadonlySet<string> {
  const names = new Set<string>();
  for (const step of steps) {
    const name = eventNameOf(step);
    if (name !== undefined) names.add(name);
    for (const reference of referencesOf(step)) {
      if (reference.kind !== 'wait_events') continue;
      // Names of events have dots in them, so any part up to a dot may be the name.
      const parts = reference.name.split('.', 9);
      for (let n = 1; n < parts.length; n++) names.add(parts.slice(0, n).join('.'));
    }
  }
  return names;
}
