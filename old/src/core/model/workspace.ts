import type { ApiCall, EventDefinition, ResourceItem } from './nodes.ts';
import type { ResourceType } from './resource.ts';

/** How much of a collection was loaded. */
export type Completeness = 'complete' | 'partial' | 'absent';

/** Everything that was read, but the workflows. It is known before the first workflow is checked. */
export interface Workspace {
  readonly workflows: Completeness;
  readonly events: Completeness;
  /** All event definitions, in order of source and position. */
  readonly definitions: readonly EventDefinition[];
  /** The calls of application code, in order of file and position. */
  readonly calls: readonly ApiCall[];
  /** The definition of a name. Of several, the first, with a schema that allows what any of them allows. */
  definition(name: string): EventDefinition | undefined;
  /**
   * The same, or the only definition with a near name. A misspelt name has its own finding, so other checks of
   * the event use the defined event with the nearest name.
   */
  definitionMeant(name: string): EventDefinition | undefined;
  /** The items of a resource. */
  resources<T extends object>(type: ResourceType<T>): Resources<T>;
  /** What a function builds of the workspace, built once: for data that many workflows ask for. */
  memoized<V>(build: (workspace: Workspace) => V): V;
}

/** How much of a resource was loaded. */
export interface Resources<T extends object> {
  readonly completeness: Completeness;
  /** In order of source and position, each once. */
  readonly items: readonly ResourceItem<T>[];
  /** By any of its names. */
  find(name: string): ResourceItem<T> | undefined;
  /** All names of all items. */
  names(): Iterable<string>;
  /** The nearest name of any item. */
  nearest(name: string): string | undefined;
}

/** What every hook gets besides its node. */
export interface RuleContext {
  readonly workspace: Workspace;
  /**
   * Reports what could not be decided. Equal reasons are reported once a run; those with an item with the number of different
   * items: `2 templates are …`.
   */
  leaveUnchecked(reason: string, item?: { readonly noun: string; readonly name: string }): void;
}
