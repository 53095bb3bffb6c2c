/**
 * The contract of a rule. A rule is a value: its names and texts, and one pure check.
 * It does no I/O, keeps nothing between calls, and never throws for a bad workflow.
 */
import type { Graph } from './core/graph/graph.ts';
import type { Severity } from './core/model/finding.ts';
import type { NodeFix } from './core/model/fix.ts';
import type {
  ApiCall,
  Document,
  DocumentRef,
  DuplicateKey,
  EventDefinition,
  Place,
  Workflow,
  WorkflowRef,
} from './core/model/nodes.ts';
import type { At } from './core/model/place.ts';
import type { ResourceItem, ResourceType } from './core/model/resource.ts';

export type { At } from './core/model/place.ts';

/** The smallest preset that has the rule; `off`: only on when configured. */
export type Preset = 'correctness' | 'recommended' | 'strict' | 'off';
export type Category = 'document' | 'references' | 'graph' | 'time' | 'email' | 'events';

/** A report of a rule: a place, the fault, and the help. */
export interface Report {
  /** The node, a field below it (`[step, 'config', 'event_name']`), or a place kept in a fact. */
  readonly at: At | Place;
  /** Lower case, quotes the name the user gave, no full stop. */
  readonly message: string;
  /** The remedy of this finding, such as the nearest valid name. */
  readonly help?: string | undefined;
  readonly related?: readonly { readonly at: At | Place; readonly message: string }[];
  /** The effect in this workflow, counted: `2 later emails are never sent`. */
  readonly consequence?: string | undefined;
  /** Changes that correct it, best first: see `core/model/fix.ts`. */
  readonly fixes?: readonly NodeFix[] | undefined;
  /** Distinguishes two findings of one rule at one step in the fingerprint: a name, never a position. */
  readonly detail?: string | undefined;
  /**
   * The name in the fingerprint instead of those of the place: of two equal things, the reported one depends on
   * file names.
   */
  readonly identity?: string | undefined;
  /** The input was incomplete, so this may be no fault: an error becomes a warning. */
  readonly uncertain?: boolean;
  /** The highest severity of this finding, such as `info` for a fault of a disabled workflow. */
  readonly atMost?: Severity;
}

export type ReportFn = (report: Report) => void;

/** How much of a collection was loaded. */
export type Completeness = 'complete' | 'partial' | 'absent';

/** The data kept for each workflow. */
export interface KnownWorkflow {
  readonly workflow: WorkflowRef;
  /** The place of the workflow: see `placeIn`. */
  readonly document: DocumentRef;
  readonly pointer: string;
}

/** The data of one workflow for a workspace rule. */
export interface Fact<F> extends KnownWorkflow {
  readonly fact: F;
}

/** The input of workspace rules, without the workflows themselves. */
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
  /** Workflows that share their id or name, in groups, each in order of source and position; those in list form among them. */
  alike(by: 'id' | 'name'): readonly (readonly KnownWorkflow[])[];
  /** The name of another workflow that has a step of this key, if indexed. */
  ownerOfStep(key: string, notIn: WorkflowRef): string | undefined;
  /** The items of a resource. */
  resources<T extends object>(type: ResourceType<T>): Resources<T>;
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
}

/** A JSON Schema (draft-07) of one option, and its default. */
export interface OptionSchema {
  readonly description: string;
  readonly [keyword: string]: unknown;
}

export interface RuleMeta<O> {
  readonly id: string;
  readonly severity: Severity;
  readonly preset: Preset;
  readonly category: Category;
  /** The first version with the rule. Optional for rules of plugins. */
  readonly since?: string;
  /** A noun phrase naming the defect, with a full stop. */
  readonly summary: string;
  /** The effect on the sender or the contact. */
  readonly why: string;
  /** An imperative: the correction. */
  readonly remedy: string;
  /** What it does not compare or count, and why. */
  readonly limits?: string;
  /** When to switch it off. Optional for rules of plugins. */
  readonly whenOff?: string;
  readonly options?: {
    readonly defaults: O;
    readonly schema: { readonly [K in keyof O]: OptionSchema };
  };
  /** The required option: at its default, the rule is listed as not checked. */
  readonly requires?: keyof O & string;
  /** Collections it needs: `workflows`, `events`, `calls` (of application code) and resources. `any`: not checked when absent. `complete`: not checked when partial either. */
  readonly needs?: Readonly<Record<string, 'any' | 'complete'>>;
  /** Its findings explain others of the same workflow, and are listed before them. */
  readonly isCause?: boolean;
  /** Its hooks also see workflows in list form, which have a name and a status but no steps. */
  readonly summaries?: boolean;
  /** Cannot be switched off or lowered, so that unchecked input is not reported as clean. */
  readonly mandatory?: boolean;
  /** Uses `workspace.ownerOfStep`, so that keys of steps are indexed. */
  readonly stepOwners?: boolean;
  /** Collections whose missing part leaves a gap, which the report names; for a rule with facts, no events at all are one as well. */
  readonly gaps?: readonly string[];
}

export interface Rule<O = unknown, F = unknown> extends RuleMeta<O> {
  /** Once per document: lists and problems. `duplicateKeys` reads its text; it is empty without text. */
  document?(
    context: { readonly document: Document; duplicateKeys(): readonly DuplicateKey[] },
    report: ReportFn,
    options: O,
  ): void;
  /** Once per event definition. */
  event?(context: { readonly event: EventDefinition }, report: ReportFn, options: O): void;
  /** Once per call of application code. */
  call?(context: { readonly call: ApiCall }, report: ReportFn, options: O): void;
  /** Once per workflow. */
  workflow?(
    context: { readonly workflow: Workflow; readonly graph: Graph },
    report: ReportFn,
    options: O,
  ): void;
  /**
   * Once per workflow: the data for the workspace check, or `undefined`. It is kept, so it must be small. Plain data as JSON
   * has it, since it may come from another machine: strings, numbers, booleans, null, arrays, objects without a class, and
   * places. A field that is `undefined` counts as missing. Rules with the same function share what it returns.
   */
  facts?(context: FactsContext, options: O): F | undefined;
  /** Once per run, over the facts of all workflows in order of source and position. */
  workspace?(context: WorkspaceContext<F>, report: ReportFn, options: O): void;
}

interface WorkspaceContext<F> {
  readonly facts: readonly Fact<F>[];
  readonly workspace: Workspace;
  /** Reports what could not be decided. */
  leaveUnchecked(reason: string): void;
}

export interface FactsContext {
  readonly workflow: Workflow;
  readonly graph: Graph;
  place(at: At): Place;
  /** Of the events loaded so far, for facts that need not be kept; others may be loaded later. */
  definition(event: string): EventDefinition | undefined;
  /** Whether a resource was read so far. When the first comes later, facts of rules that need resources are collected again. */
  readonly hasResources: boolean;
}

/** Declares a rule; the types of its options and facts are inferred. */
export function defineRule<O = Record<never, never>, F = never>(rule: Rule<O, F>): Rule<O, F> {
  return rule;
}

/** Whether a rule is about application code, so that only `edgewise code` runs it. */
export const isAboutCode = ({ call, needs }: AnyRule): boolean =>
  call !== undefined || needs?.['calls'] !== undefined;

/** Any rule. Options and facts of different rules have different types; the engine passes them through. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type AnyRule = Rule<any, any>;
