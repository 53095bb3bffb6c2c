import { buildRecoveredGraph } from '../../core/graph/graph.ts';
import { resourceUsesOf } from '../../core/graph/resource-uses.ts';
import { eventNameOf } from '../../core/model/config.ts';
import type { Finding, Location } from '../../core/model/finding.ts';
import { addTo } from '../../core/model/groups.ts';
import { isCountedAmong } from '../../core/model/identity.ts';
import { own } from '../../core/model/json.ts';
import { createNearest } from '../../core/model/nearest.ts';
import type { Document, DuplicateKey, EventDefinition, Workflow } from '../../core/model/nodes.ts';
import { referencesOf } from '../../core/model/references.ts';
import { namesOfResource } from '../../core/model/resource.ts';
import { RESOURCE_TYPES, resourceTypeOf } from '../../core/resources/registry.ts';
import { meaningOf } from './fields.ts';

/** Finds changes between two states of some files, and what depends on them. */
interface ChangeTracker {
  /** A current document. `textOf` is read if its file has changed. */
  addNow(document: Document, isSameFile: boolean, textOf: TextOf): void;
  /** An earlier document of a file that was changed or removed. */
  addThen(document: Document, textOf: TextOf): void;
  finish(): Changes;
}

export interface TextOf {
  readonly text: string;
  duplicates(): readonly DuplicateKey[];
}

interface Changes {
  /** Workflows that changed, or depend on an event or a resource that did. */
  readonly workflows: number;
  /** Whether a finding is about a change or depends on one. */
  concerns(finding: Finding): boolean;
}

/** A current document, workflow or event. */
interface Item {
  readonly key: string;
  /** `undefined` in an unchanged file. */
  readonly content: string | undefined;
}
interface WorkflowItem extends Item, Pick<Workflow, 'id' | 'summaryOnly'> {
  readonly workflow: Workflow;
}
interface EventItem extends Item {
  readonly name: string | undefined;
}

export function createChangeTracker(): ChangeTracker {
  /** The number of items with each content. */
  const contentsThen = new Map<string, number>();
  const definedThen = new Map<string, string[]>();
  const definedNow = new Map<string, string[]>();
  const usedThen = new Set<string>();
  const now: Current = { documents: [], workflows: [], events: [], lines: new Map() };
  return {
    addNow(document, isSameFile, textOf) {
      addCurrent(now, document, isSameFile ? undefined : contentsOf(document, textOf));
      if (!isSameFile) noteDefinitions(document, definedNow);
    },
    addThen(document, textOf) {
      const contents = contentsOf(document, textOf);
      for (const content of [contents.whole, ...contents.workflows, ...contents.events])
        contentsThen.set(content, (contentsThen.get(content) ?? 0) + 1);
      for (const workflow of document.workflows)
        for (const name of eventsOf(workflow)) usedThen.add(name);
      noteDefinitions(document, definedThen);
    },
    finish() {
      const names = [...definedThen.keys(), ...definedNow.keys()].filter(
        (name) => definedThen.get(name)?.sort().join() !== definedNow.get(name)?.sort().join(),
      );
      return findChanges(now, { contents: contentsThen, used: usedThen, defined: new Set(names) });
    },
  };
}

/** The current state. */
interface Current {
  readonly documents: Item[];
  readonly workflows: WorkflowItem[];
  readonly events: EventItem[];
  /** The lines of the documents of a source. */
  readonly lines: Map<string, number[]>;
}

/** What the current state is compared with. */
interface Earlier {
  /** Counts that are used up. */
  readonly contents: Map<string, number>;
  /** The events of earlier workflows. */
  readonly used: ReadonlySet<string>;
  /** The events with another schema, and the resources with another content: see `nameOf`. */
  readonly defined: ReadonlySet<string>;
}

interface Contents {
  readonly whole: string;
  readonly workflows: readonly string[];
  readonly events: readonly string[];
}

/** The contents of a document, and of its workflows and events, without place and layout. */
function contentsOf(document: Document, { text, duplicates }: TextOf): Contents {
  const { form, lists, problems } = document;
  const twice = form === 'broken' ? [] : duplicates().map(({ place }) => place.pointer);
  // The value has a duplicate key only once, so the content adds the pointers of duplicates.
  const contentOfItem = ({ kind, raw, pointer }: Workflow | EventDefinition): string => {
    const within = twice.filter((each) => each === pointer || each.startsWith(`${pointer}/`));
    const inside = within.map((each) => each.slice(pointer.length));
    return `${kind} ${meaningOf(raw)} ${inside.join()}`;
  };
  const parts = {
    workflows: document.workflows.map(contentOfItem),
    events: document.events.map(contentOfItem),
  };
  const rest = [
    lists.map(({ raw }) => meaningOf(raw)),
    problems.map(({ rule, place, message }) => [rule, place.pointer, message]),
    twice,
    form === 'broken' ? text : '',
  ];
  return { ...parts, whole: JSON.stringify([form, parts, rest]) };
}

const EVENT = 'event ';
const nameOf = (kind: string, name: string): string => `${kind} ${name}`;

function noteDefinitions({ events, resources }: Document, into: Map<string, string[]>): void {
  for (const { name, raw } of events)
    if (name !== undefined) addTo(into, EVENT + name, meaningOf(own(raw, 'schema')));
  for (const { of, value } of resources) {
    const type = resourceTypeOf(of);
    const names = type === undefined ? [] : namesOfResource(type, value);
    for (const name of names) addTo(into, nameOf(of, name), meaningOf(value));
  }
}

function addCurrent(now: Current, document: Document, contents: Contents | undefined): void {
  const { source, line } = document.ref;
  addTo(now.lines, source, line);
  now.documents.push({ key: keyOf(source, line, ''), content: contents?.whole });
  for (const [i, workflow] of document.workflows.entries()) {
    const { id, summaryOnly, pointer } = workflow;
    const item = { key: keyOf(source, line, pointer), content: contents?.workflows[i] };
    now.workflows.push({ ...item, id, summaryOnly, workflow });
  }
  for (const [i, { name, pointer }] of document.events.entries())
    now.events.push({ key: keyOf(source, line, pointer), content: contents?.events[i], name });
}

function findChanges(now: Current, earlier: Earlier): Changes {
  const { documents, workflows, events } = now;
  /** Each earlier item accounts for one later item. */
  const isNew = ({ content }: Item): boolean => {
    if (content === undefined) return false;
    const left = earlier.contents.get(content) ?? 0;
    earlier.contents.set(content, left - 1);
    return left <= 0;
  };
  const dependsOnChange = createDependsOn(
    earlier.defined,
    new Set(events.flatMap(({ name }) => name ?? [])),
  );
  const changed = workflows.filter((item) => isNew(item) || dependsOnChange(item.workflow));
  const changedFiles = workflows.filter(({ content }) => content !== undefined);
  const usedNow = new Set(changedFiles.flatMap(({ workflow }) => [...eventsOf(workflow)]));
  // An event that a changed workflow no longer uses may now be unused.
  const isLeft = ({ name }: EventItem): boolean =>
    name !== undefined && earlier.used.has(name) && !usedNow.has(name);
  const changedEvents = events.filter((event) => isNew(event) || isLeft(event));
  const affected = new Set([...changed, ...changedEvents].map(({ key }) => key));
  const newDocuments = new Set(documents.filter(isNew).map(({ key }) => key));
  const items = new Set([...workflows, ...events].map(({ key }) => key));

  // Several documents in one source are on separate lines.
  const lineOf = ({ source, region }: Location): number | undefined => {
    const lines = now.lines.get(source);
    return lines?.length === 1 ? lines[0] : region?.startLine;
  };
  const itemAt = (location: Location): string | undefined => {
    const line = lineOf(location);
    for (let path = location.pointer; ; path = path.slice(0, path.lastIndexOf('/'))) {
      const key = keyOf(location.source, line, path);
      if (items.has(key)) return key;
      if (path === '') return undefined;
    }
  };
  const isAffected = (location: Location): boolean => {
    const item = itemAt(location);
    if (item !== undefined) return affected.has(item);
    return newDocuments.has(keyOf(location.source, lineOf(location), ''));
  };
  return {
    workflows: changed.filter(isCountedAmong(workflows, ({ id }) => id)).length,
    concerns: ({ location, related }) =>
      isAffected(location) ||
      related.some((other) => itemAt(other.location) !== undefined && isAffected(other.location)),
  };
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

const keyOf = (source: string, line: number | undefined, pointer: string): string =>
  `${line} ${pointer}\n${source}`;
