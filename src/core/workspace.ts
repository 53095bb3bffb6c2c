/** One account: everything that was read, and how much of it. Rules ask it. */
import type { Graph } from './graph/graph.ts';
import type { CollectionName } from './model/finding.ts';
import type {
  ApiCall,
  Document,
  EventDefinition,
  ResourceItem,
  Workflow,
} from './model/workflow.ts';
import type { Cases } from './run/case.ts';
import type { IdleEmail } from './run/emails.ts';

export type Completeness = 'complete' | 'partial' | 'absent';

export interface Workspace {
  readonly documents: readonly Document[];
  /**
   * Each once, also those in list form: a workflow in a source file and its export are one, and the
   * export stands for both. In order of source and position.
   */
  readonly workflows: readonly Workflow[];
  /** An item of a resource was read, such as a template. */
  readonly hasResources: boolean;
  /** Those whose structure has no error that stops the flow. */
  readonly soundWorkflows: readonly Workflow[];
  /** A collection by its name; undefined, and noted for the rule that asks, where it has less. */
  ask(collection: 'workflows', need: Need): Collection<Workflow> | undefined;
  ask(collection: 'events', need: Need): Collection<EventDefinition> | undefined;
  ask(collection: 'calls', need: Need): Collection<ApiCall> | undefined;
  ask<T extends object>(of: CollectionName, need: Need): Collection<ResourceItem<T>> | undefined;
  /** The definition of an event name, or the only near one of a complete list. Notes nothing. */
  event(name: string): EventDefinition | undefined;
  /** Of the sound ones, one of each id: those that start on one event, where there are several. */
  readonly rivals: ReadonlyMap<string, readonly Workflow[]>;
  /** What a function makes of the workspace, once: for what does not depend on a workflow. */
  derive<T>(compute: (workspace: Workspace) => T): T;
  isSound(workflow: Workflow): boolean;
  graphOf(workflow: Workflow): Graph;
  /** What a contact receives, in each case; undefined, and noted, where these are too many. */
  casesOf(workflow: Workflow): Cases | undefined;
  /** The emails to a contact who does nothing; none where the cases are too many. */
  idleEmailsOf(workflow: Workflow): readonly IdleEmail[];
}

/** `all`: the complete collection. `some`: what was read of it. */
export type Need = 'some' | 'all';

export interface Collection<T> {
  readonly completeness: Completeness;
  readonly items: readonly T[];
  /**
   * By any of its names, or, in a complete collection, by a near one: then `isBound`, and `name` is
   * the near one.
   */
  find(
    name: string,
  ): { readonly item: T; readonly isBound: boolean; readonly name: string } | undefined;
}
