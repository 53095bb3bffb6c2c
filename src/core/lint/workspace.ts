import { buildGraph, type Graph } from '../graph/graph.ts';
import type { NotChecked } from '../model/finding.ts';
import { createNearest, nearest } from '../model/nearest.ts';
import type {
  ApiCall,
  Document,
  EventDefinition,
  ResourceItem,
  Workflow,
} from '../model/workflow.ts';
import { resourceOf } from '../resources/registry.ts';
import type { Cases } from '../run/case.ts';
import { casesOf } from '../run/cases.ts';
import type { Collection, Completeness, Need, Workspace } from '../workspace.ts';
import { completenessOf, type Gaps } from './complete.ts';
import { isSound, isTooLarge } from './sound.ts';

/** The fixed events of the service: they start and end waits, and lists do not have them. */
export const SYSTEM_EVENTS: readonly string[] = (
  ['opened', 'clicked', 'bounced', 'delivered', 'complained', 'failed', 'suppressed'] as const
).map((name) => `resend:email.${name}`);

/** The event of the service that a wrong name means. All begin alike, so the last words count. */
export function systemEventMeant(name: string): string | undefined {
  const wordOf = (event: string): string => event.slice(event.search(/[^.:_-]*$/));
  const byWord = new Map(SYSTEM_EVENTS.map((event) => [wordOf(event), event]));
  const word = wordOf(name);
  return byWord.get(word) ?? byWord.get(nearest(word, byWord.keys()) ?? '');
}

/** What each rule could not check is noted by its id. */
export type Note = (entry: NotChecked) => void;

/** The workspace of documents. `forRule` gives the view of a rule, which notes what the rule could not check. */
export function buildWorkspace(documents: readonly Document[], gaps: Gaps) {
  const index = new Index(documents, gaps);
  return {
    index,
    forRule: (rule: string, note: Note): Workspace => new View(index, rule, note),
  };
}

/** Everything that all rules ask, once. */
export class Index {
  readonly documents: readonly Document[];
  readonly workflows: readonly Workflow[];
  readonly events: readonly EventDefinition[];
  readonly calls: readonly ApiCall[];
  readonly completeness: ReadonlyMap<string, Completeness>;
  readonly #collections = new Map<string, Collection<unknown>>();
  readonly #graphs = new WeakMap<Workflow, Graph>();
  readonly #cases = new WeakMap<Workflow, Cases>();
  #sound: readonly Workflow[] | undefined;

  constructor(documents: readonly Document[], gaps: Gaps) {
    this.documents = documents;
    this.completeness = completenessOf(documents, gaps);
    this.workflows = distinctWorkflows(documents.flatMap(({ workflows }) => workflows));
    this.events = distinctEvents(documents.flatMap(({ events }) => events));
    this.calls = documents.flatMap(({ calls }) => calls);
  }

  collection(name: string): Collection<unknown> {
    let known = this.#collections.get(name);
    if (known === undefined) {
      known = buildCollection(this.#itemsOf(name), this.completeness.get(name) ?? 'absent');
      this.#collections.set(name, known);
    }
    return known;
  }

  #itemsOf(name: string): readonly Named[] {
    if (name === 'workflows')
      return this.workflows.map((item) => ({ item, names: [item.id, item.name] }));
    if (name === 'events') return this.events.map((item) => ({ item, names: [item.name] }));
    if (name === 'calls') return this.calls.map((item) => ({ item, names: [] }));
    const names = resourceOf(name)?.names ?? [];
    return this.documents.flatMap(({ items }) =>
      items
        .filter(({ of }) => of === name)
        .map((item) => ({ item, names: names.map((field) => textIn(item, field)) })),
    );
  }

  graphOf(workflow: Workflow): Graph {
    const graph = this.#graphs.get(workflow) ?? buildGraph(workflow);
    this.#graphs.set(workflow, graph);
    return graph;
  }

  casesOf(workflow: Workflow): Cases {
    const cases = this.#cases.get(workflow) ?? casesOf(this.graphOf(workflow));
    this.#cases.set(workflow, cases);
    return cases;
  }

  isSound(workflow: Workflow): boolean {
    return !isTooLarge(workflow) && isSound(workflow, this.graphOf(workflow));
  }

  get soundWorkflows(): readonly Workflow[] {
    this.#sound ??= this.workflows.filter((workflow) => this.isSound(workflow));
    return this.#sound;
  }
}

class View implements Workspace {
  readonly #index: Index;
  readonly #rule: string;
  readonly #note: Note;

  constructor(index: Index, rule: string, note: Note) {
    this.#index = index;
    this.#rule = rule;
    this.#note = note;
  }

  get documents() {
    return this.#index.documents;
  }
  get workflows() {
    return this.#index.workflows;
  }
  get soundWorkflows() {
    return this.#index.soundWorkflows;
  }

  ask(name: string, need: Need): never {
    const collection = this.#index.collection(name);
    const { completeness } = collection;
    if (completeness === 'complete' || (need === 'some' && completeness === 'partial'))
      return collection as never;
    this.#note({ is: 'collection', rule: this.#rule, collection: name, completeness });
    return undefined as never;
  }

  event(name: string): EventDefinition | undefined {
    return this.#index.collection('events').find(name)?.item as EventDefinition | undefined;
  }

  isSound(workflow: Workflow): boolean {
    return this.#index.isSound(workflow);
  }

  graphOf(workflow: Workflow): Graph {
    return this.#index.graphOf(workflow);
  }

  casesOf(workflow: Workflow): Cases | undefined {
    const cases = this.#index.casesOf(workflow);
    if (cases.isAll) return cases;
    const name = workflow.name ?? workflow.id ?? '';
    this.#note({ is: 'cases', workflow: name, rules: [this.#rule] });
    return undefined;
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
  const bound = new Map<string, string | undefined>();
  const bind = (name: string): string | undefined => {
    if (completeness !== 'complete') return undefined;
    // The names of the service are fixed: see the rule unknown-event.
    if (!bound.has(name)) bound.set(name, name.startsWith('resend:') ? undefined : near(name));
    return bound.get(name);
  };
  return {
    completeness,
    items: named.map(({ item }) => item),
    find(name) {
      const isBound = !byName.has(name);
      const meant = isBound ? bind(name) : name;
      const item = meant === undefined ? undefined : byName.get(meant);
      return item === undefined || meant === undefined ? undefined : { item, isBound, name: meant };
    },
  };
}

const textIn = ({ value }: ResourceItem, field: string): string | undefined => {
  const text = (value as Readonly<Record<string, unknown>>)[field];
  return typeof text === 'string' && text !== '' ? text : undefined;
};

/**
 * Each workflow once: the list form goes where the whole one is there, and what a source file creates is the same as its export,
 * by id, else by exact name.
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
    if (event.id === undefined) return true;
    const content = JSON.stringify([
      event.id,
      event.name,
      event.schema && [...event.schema].sort(),
    ]);
    const first = seen.get(content);
    if (first === undefined) seen.set(content, event);
    return first === undefined || first.document === event.document;
  });
}
