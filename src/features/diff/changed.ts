import { eventNameOf } from '../../core/model/config.ts';
import type { Finding, Location } from '../../core/model/finding.ts';
import { addTo } from '../../core/model/groups.ts';
import { isCountedAmong } from '../../core/model/identity.ts';
import { own } from '../../core/model/json.ts';
import type { Document, DuplicateKey, EventDefinition, Workflow } from '../../core/model/nodes.ts';
import { referencesOf } from '../../core/model/references.ts';
import { meaningOf } from './fields.ts';

/** Finds changes between two states of some files, and what depends on them. Of unchanged parts, only names are kept. */
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
  /** Workflows that changed, or depend on an event that did. */
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
  readonly events: ReadonlySet<string>;
}
interface EventItem extends Item {
  readonly name: string | undefined;
}

export function createChangeTracker(): ChangeTracker {
  /** The number of items with each content. */
  const contentsThen = new Map<string, number>();
  const schemasThen = new Map<string, string[]>();
  const schemasNow = new Map<string, string[]>();
  const usedThen = new Set<string>();
  const now: Current = { documents: [], workflows: [], events: [], lines: new Map() };
  return {
    addNow(document, isSameFile, textOf) {
      addCurrent(now, document, isSameFile ? undefined : contentsOf(document, textOf));
      if (!isSameFile) noteSchemas(document.events, schemasNow);
    },
    addThen(document, textOf) {
      const contents = contentsOf(document, textOf);
      for (const content of [contents.whole, ...contents.workflows, ...contents.events])
        contentsThen.set(content, (contentsThen.get(content) ?? 0) + 1);
      for (const workflow of document.workflows)
        for (const name of eventsOf(workflow)) usedThen.add(name);
      noteSchemas(document.events, schemasThen);
    },
    finish() {
      const names = [...schemasThen.keys(), ...schemasNow.keys()].filter(
        (name) => schemasThen.get(name)?.sort().join() !== schemasNow.get(name)?.sort().join(),
      );
      return findChanges(now, { contents: contentsThen, used: usedThen, schemas: new Set(names) });
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
  /** The events with another schema. */
  readonly schemas: ReadonlySet<string>;
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

function noteSchemas(definitions: readonly EventDefinition[], into: Map<string, string[]>): void {
  for (const { name, raw } of definitions)
    if (name !== undefined) addTo(into, name, meaningOf(own(raw, 'schema')));
}

function addCurrent(now: Current, document: Document, contents: Contents | undefined): void {
  const { source, line } = document.ref;
  addTo(now.lines, source, line);
  now.documents.push({ key: keyOf(source, line, ''), content: contents?.whole });
  for (const [i, workflow] of document.workflows.entries()) {
    const { id, summaryOnly, pointer } = workflow;
    const item = { key: keyOf(source, line, pointer), content: contents?.workflows[i] };
    now.workflows.push({ ...item, id, summaryOnly, events: eventsOf(workflow) });
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
  const changed = workflows.filter(
    (item) => isNew(item) || [...item.events].some((name) => earlier.schemas.has(name)),
  );
  const changedFiles = workflows.filter(({ content }) => content !== undefined);
  const usedNow = new Set(changedFiles.flatMap((item) => [...item.events]));
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
