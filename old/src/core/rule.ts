/**
 * The contract of a rule. A rule is a value: its names and texts, and one pure check.
 * It does no I/O, keeps nothing between calls, and never throws for a bad workflow.
 */
import type { Graph } from './graph/graph.ts';
import type { FingerprintKey, Severity } from './model/finding.ts';
import type {
  ApiCall,
  Document,
  DocumentRef,
  DuplicateKey,
  EventDefinition,
  NodeFix,
  Place,
  Workflow,
  WorkflowRef,
} from './model/nodes.ts';
import type { Target } from './model/place.ts';
import type { RuleContext } from './model/workspace.ts';

export type { Target } from './model/place.ts';
export type { Completeness, Resources, RuleContext, Workspace } from './model/workspace.ts';

/** The smallest preset that has the rule; `off`: only on when configured. */
export type Preset = 'correctness' | 'recommended' | 'strict' | 'off';
export type Category = 'document' | 'references' | 'graph' | 'time' | 'email' | 'events';

/** Where the calls of a run are from: application code, or a program that is run. */
export type CallSource = 'code' | 'record';

/** A report of a rule: a place, the fault, and the help. */
export interface Report {
  /** The node, a field below it (`[step, 'config', 'event_name']`), or a place kept in a summary. */
  readonly at: Target | Place;
  /** Lower case, quotes the name the user gave, no full stop. */
  readonly message: string;
  /** The remedy of this finding, such as the nearest valid name. */
  readonly help?: string | undefined;
  readonly related?: readonly { readonly at: Target | Place; readonly message: string }[];
  /** The effect in this workflow, counted: `2 later emails are never sent`. */
  readonly consequence?: string | undefined;
  /** Changes that correct it, best first: see `core/model/fix.ts`. */
  readonly fixes?: readonly NodeFix[] | undefined;
  /** Default: the names of the place. */
  readonly fingerprintKey?: FingerprintKey | undefined;
  /**
   * The names of a fault that a workflow has in many places. The fingerprint does not have them: a baseline keeps them, and a new
   * one is reported as a change of the accepted finding.
   */
  readonly names?: readonly string[] | undefined;
  /** The rule that reports the same fault. Where it is on, this report is dropped. */
  readonly explainedBy?: string | undefined;
  /** The highest severity of this finding: `info` for a fault of a disabled workflow, `warning` for what may be no fault. */
  readonly maxSeverity?: Severity | undefined;
}

export type ReportFn = (report: Report) => void;

/** A workflow of the run, without its steps. */
export interface KnownWorkflow {
  readonly workflow: WorkflowRef;
  /** The place of the workflow: see `placeIn`. */
  readonly document: DocumentRef;
  readonly pointer: string;
}

/** What a rule keeps of one workflow, to compare it with others. */
export interface WorkflowSummary<S> extends KnownWorkflow {
  readonly summary: S;
}

export interface RuleMeta<O> {
  readonly id: string;
  readonly severity: Severity;
  readonly preset: Preset;
  readonly category: Category;
  /** The first version with the rule, unless it is 0.1.0. */
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
  readonly options?: Options<O>;
  /** The required option: at its default, the rule is listed as not checked. */
  readonly requires?: keyof O & string;
  /**
   * The collections it reads: `workflows`, `events`, `calls` (of application code) and resources. `partly`: it checks what is there,
   * and the report names what is missing. `any`: the same, but not checked when absent. `complete`: not checked when partial either.
   */
  readonly needs?: Readonly<Record<string, 'partly' | 'any' | 'complete'>>;
  /**
   * The commands that run a rule about calls: for those of application code, for those of a program that is run. Default: code. With it, the
   * hook `call` also gets calls that neither send nor create: `define`, `request` and `result`.
   */
  readonly callsOf?: readonly CallSource[];
  /** Its findings explain others of the same workflow, and are listed before them. */
  readonly isCause?: boolean;
  /** Its hooks also see workflows in list form, which have a name and a status but no steps. */
  readonly listForm?: boolean;
  /** Its `workflow` hook takes time in proportion to the steps and edges, so it also checks workflows that are too large for others. */
  readonly linear?: boolean;
  /** Cannot be switched off or lowered, so that unchecked input is not reported as clean. */
  readonly mandatory?: boolean;
}

export interface WorkflowContext extends RuleContext {
  readonly workflow: Workflow;
  readonly graph: Graph;
  /** The place of a node or a field, for a summary. */
  place(at: Target): Place;
}

export interface Rule<O = unknown, S = unknown> extends RuleMeta<O> {
  /** Once per document: lists and problems. `duplicateKeys` reads its text; it is empty without text. */
  document?(
    context: RuleContext & {
      readonly document: Document;
      duplicateKeys(): readonly DuplicateKey[];
    },
    report: ReportFn,
    options: O,
  ): void;
  /** Once per event definition. */
  event?(
    context: RuleContext & { readonly event: EventDefinition },
    report: ReportFn,
    options: O,
  ): void;
  /** Once per call of application code, or request of a program. */
  call?(context: RuleContext & { readonly call: ApiCall }, report: ReportFn, options: O): void;
  /** Once per workflow. It reads no other workflow. */
  workflow?(context: WorkflowContext, report: ReportFn, options: O): void;
  /** Once per run, for what belongs to no workflow. */
  workspace?(context: RuleContext, report: ReportFn, options: O): void;
  /**
   * Once per workflow: what `compare` needs of it, or `undefined`. Plain data as JSON has it, since it may come from another
   * machine: strings, numbers, booleans, null, arrays, objects without a class, and places. A field that is `undefined` counts as
   * missing. Rules with the same function share what it returns.
   */
  summarize?(context: WorkflowContext, options: O): S | undefined;
  /** Once per run, over the summaries of all workflows in order of source and position. */
  compare?(
    context: RuleContext & { readonly summaries: readonly WorkflowSummary<S>[] },
    report: ReportFn,
    options: O,
  ): void;
}

/** Declares a rule; the types of its options and summaries are inferred. */
export function defineRule<O = Record<never, never>, S = never>(rule: Rule<O, S>): Rule<O, S> {
  return rule;
}

/** Whether a rule is about application code or programs, so that only `edgewise code` or `edgewise record` runs it. */
export const isAboutCode = ({ call, needs }: AnyRule): boolean =>
  call !== undefined || needs?.['calls'] !== undefined;

/** Whether a rule runs where the calls are from there; `undefined`: a run without calls. */
export const runsWith = (rule: AnyRule, calls: CallSource | undefined): boolean =>
  !isAboutCode(rule) || (calls !== undefined && (rule.callsOf ?? ['code']).includes(calls));

/** Any rule. Options and summaries of different rules have different types; the engine passes them through. */
// biome-ignore lint/suspicious/noExplicitAny: see above
export type AnyRule = Rule<any, any>;

/** A JSON Schema (draft-07) of one option. */
export interface OptionSchema {
  readonly description: string;
  readonly [keyword: string]: unknown;
}

/** The options of a rule: their defaults and schemas by name. */
export interface Options<O> {
  readonly defaults: O;
  readonly schema: { readonly [K in keyof O]: OptionSchema };
}

interface Option<T> {
  readonly default: T;
  readonly schema: OptionSchema;
}

export function optionsOf<O>(options: { readonly [K in keyof O]: Option<O[K]> }): Options<O> {
  const entries = Object.entries<Option<unknown>>(options);
  return {
    defaults: Object.fromEntries(entries.map(([name, option]) => [name, option.default])),
    schema: Object.fromEntries(entries.map(([name, option]) => [name, option.schema])),
  } as Options<O>;
}

/** A length of time, such as "3 days". */
export const durationOption = (value: string, description: string): Option<string> => ({
  default: value,
  schema: {
    type: 'string',
    pattern: '^[1-9][0-9]{0,5} (second|minute|hour|day|week|month|year)s?$',
    description,
  },
});

export const countOption = (
  value: number,
  [minimum, maximum]: readonly [number, number?],
  description: string,
): Option<number> => ({
  default: value,
  schema: { type: 'integer', minimum, ...(maximum && { maximum }), description },
});

export const namesOption = (
  value: readonly string[],
  description: string,
  items: object = { type: 'string', minLength: 1 },
): Option<readonly string[]> => ({
  default: value,
  schema: { description, type: 'array', items, uniqueItems: true },
});
