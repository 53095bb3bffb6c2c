import { eventNameOf } from '../model/config.ts';
import type { Finding, Location } from '../model/finding.ts';
import { own } from '../model/json.ts';
import type { Document, DuplicateKey, EventDefinition, Workflow } from '../model/nodes.ts';
import { referencesOf } from '../model/references.ts';
import { createInterner } from './interner.ts';

/** Finds what changed between two states of some files, and what depends on it. Of what did not change, names are all it keeps. */
export interface ChangeTracker {
  /** A document as it is now. `text` and `duplicates` are asked for when its file is not as it was. */
  addNow(document: Document, isSameFile: boolean, textOf: TextOf): void;
  /** A document as it was, of a file that changed or is gone. */
  addThen(document: Document, textOf: TextOf): void;
  finish(): Changes;
}

export interface TextOf {
  readonly text: string;
  duplicates(): readonly DuplicateKey[];
}

export interface Changes {
  /** Workflows that changed, or depend on an event that did. */
  readonly workflows: number;
  /** Whether a finding is about what changed or depends on it. */
  concerns(finding: Finding): boolean;
}

interface Item {
  readonly key: string;
  /** The number of its content; `undefined` in a file that is as it was. */
  readonly content: number | undefined;
}
interface WorkflowItem extends Item {
  readonly id: string | undefined;
  readonly summary: boolean;
  readonly events: ReadonlySet<string>;
}
interface EventItem extends Item {
  readonly name: string | undefined;
}

/** The content of a document, so that one that only moved or was laid out anew is the same. */
interface Contents {
  readonly whole: number;
  readonly workflows: readonly number[];
  readonly events: readonly number[];
}

export function createChangeTracker(): ChangeTracker {
  const interner = createInterner();
  const then = { wholes: new Map<number, number>(), workflows: new Map<number, number>(), events: new Map<number, number>() };
  const schemas = { before: new Map<string, number[]>(), after: new Map<string, number[]>() };
  const usedThen = new Set<string>();
  const documents: Item[] = [];
  const workflows: WorkflowItem[] = [];
  const events: EventItem[] = [];
  /** How many documents a source has, and the line of the first. */
  const sources = new Map<string, { documents: number; readonly line: number }>();

  /** Like the value itself, but for keys that stand twice, which the value has only once. */
  const contentOf = ({ raw, pointer }: Workflow | EventDefinition, duplicates: readonly DuplicateKey[]): number => {
    const own = duplicates.filter(({ place }) => isWithin(place.pointer, pointer)).map(({ place }) => place.pointer.slice(pointer.length));
    return interner.idOfText(`${interner.idOf(raw)} ${own.join()}`);
  };
  const contentsOf = (document: Document, { text, duplicates }: TextOf): Contents => {
    const twice = document.form === 'broken' ? [] : duplicates();
    const parts = {
      workflows: document.workflows.map((workflow) => contentOf(workflow, twice)),
      events: document.events.map((event) => contentOf(event, twice)),
    };
    const rest = [
      document.lists.map(({ raw }) => interner.idOf(raw)),
      document.problems.map(({ rule, place, message }) => [rule, place.pointer, message]),
      twice.map(({ place }) => place.pointer),
      document.form === 'broken' ? text : '',
    ];
    return { ...parts, whole: interner.idOfText(JSON.stringify([document.form, parts, rest])) };
  };
  const noteSchemas = (definitions: readonly EventDefinition[], into: Map<string, number[]>): void => {
    for (const { name, raw } of definitions) {
      if (name === undefined) continue;
      const group = into.get(name);
      if (group === undefined) into.set(name, [interner.idOf(own(raw, 'schema'))]);
      else group.push(interner.idOf(own(raw, 'schema')));
    }
  };
  const changedEvents = (): ReadonlySet<string> => {
    const looks = (of: readonly number[] | undefined): string => [...(of ?? [])].sort((a, b) => a - b).join();
    return new Set([...schemas.before.keys(), ...schemas.after.keys()].filter((name) => looks(schemas.before.get(name)) !== looks(schemas.after.get(name))));
  };

  return {
    addNow(document, isSameFile, textOf) {
      const { ref } = document;
      const known = sources.get(ref.source);
      if (known === undefined) sources.set(ref.source, { documents: 1, line: ref.line });
      else known.documents++;
      const contents = isSameFile ? undefined : contentsOf(document, textOf);
      documents.push({ key: keyOf(ref.source, ref.line, ''), content: contents?.whole });
      for (const [i, workflow] of document.workflows.entries()) {
        const { id, summaryOnly, pointer } = workflow;
        const key = keyOf(ref.source, ref.line, pointer);
        workflows.push({ key, content: contents?.workflows[i], id, summary: summaryOnly, events: eventsOf(workflow) });
      }
      for (const [i, { name, pointer }] of document.events.entries())
        events.push({ key: keyOf(ref.source, ref.line, pointer), content: contents?.events[i], name });
      if (!isSameFile) noteSchemas(document.events, schemas.after);
    },

    addThen(document, textOf) {
      const contents = contentsOf(document, textOf);
      count(then.wholes, contents.whole);
      for (const content of contents.workflows) count(then.workflows, content);
      for (const content of contents.events) count(then.events, content);
      for (const workflow of document.workflows) for (const name of eventsOf(workflow)) usedThen.add(name);
      noteSchemas(document.events, schemas.before);
    },

    finish() {
      const names = changedEvents();
      const isNew = ({ content }: Item, old: Map<number, number>): boolean => content !== undefined && !take(old, content);
      const changed = workflows.filter((workflow) => isNew(workflow, then.workflows) || [...workflow.events].some((name) => names.has(name)));
      const usedNow = new Set(workflows.filter(({ content }) => content !== undefined).flatMap((workflow) => [...workflow.events]));
      // An event that a changed workflow no longer uses may be used by nobody.
      const isLeft = ({ name }: EventItem): boolean => name !== undefined && usedThen.has(name) && !usedNow.has(name);
      const affected = new Set([...changed, ...events.filter((event) => isNew(event, then.events) || isLeft(event))].map(({ key }) => key));
      const newDocuments = new Set(documents.filter((document) => isNew(document, then.wholes)).map(({ key }) => key));
      const items = new Set([...workflows, ...events].map(({ key }) => key));
      const full = new Set(workflows.filter(({ summary }) => !summary).map(({ id }) => id));

      // Of several documents in one source, each has a line of its own.
      const lineOf = ({ source, region }: Location): number => {
        const known = sources.get(source);
        return known !== undefined && known.documents > 1 ? (region?.startLine ?? known.line) : (known?.line ?? 1);
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
        workflows: changed.filter(({ summary, id }) => !summary || id === undefined || !full.has(id)).length,
        concerns: ({ location, related }) =>
          isAffected(location) || related.some((other) => itemAt(other.location) !== undefined && isAffected(other.location)),
      };
    },
  };
}

/** The names of the events a workflow starts with, waits for or refers to. */
function eventsOf(workflow: Workflow): ReadonlySet<string> {
  const names = new Set<string>();
  for (const step of workflow.steps) {
    const name = eventNameOf(step);
    if (name !== undefined) names.add(name);
    for (const reference of referencesOf(step)) if (reference.kind === 'wait_events') for (const prefix of prefixesOf(reference.name)) names.add(prefix);
  }
  return names;
}

/** Names of events have dots in them, so any part up to a dot may be the name. */
function* prefixesOf(name: string): Iterable<string> {
  for (let dot = name.indexOf('.'), n = 0; dot !== -1 && n < MAX_DOTS; dot = name.indexOf('.', dot + 1), n++) yield name.slice(0, dot);
}

const MAX_DOTS = 8;

const keyOf = (source: string, line: number, pointer: string): string => `${line} ${pointer}\n${source}`;

const isWithin = (pointer: string, outer: string): boolean => pointer.startsWith(outer) && (pointer.length === outer.length || pointer[outer.length] === '/');

function count(counts: Map<number, number>, content: number): void {
  counts.set(content, (counts.get(content) ?? 0) + 1);
}

/** Each thing that was stands for one that is. */
function take(counts: Map<number, number>, content: number): boolean {
  const left = counts.get(content) ?? 0;
  if (left > 0) counts.set(content, left - 1);
  return left > 0;
}
