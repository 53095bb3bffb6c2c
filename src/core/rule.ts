/**
 * The contract of a rule. A rule is a value: its texts, and a pure check that reports by callback.
 * It does no I/O, keeps nothing between calls, and never throws for a bad workflow.
 */
import type { Graph } from './graph/graph.ts';
import type { Severity } from './model/finding.ts';
import type { Edit } from './model/fix.ts';
import type { At } from './model/place.ts';
import type { Node, Step, Workflow } from './model/workflow.ts';
import type { Workspace } from './workspace.ts';

export type { At } from './model/place.ts';
export type { Workspace } from './workspace.ts';

export type Preset = 'recommended' | 'strict';

/**
 * `readable`: on every document and workflow. `structure`: on workflows with steps.
 * `flow`: on workflows whose structure has no error that stops the flow.
 */
export type Stage = 'readable' | 'structure' | 'flow';

export interface Rule<O = object> {
  readonly id: string;
  readonly severity: Severity;
  readonly preset: Preset;
  readonly stage: Stage;
  /** A noun phrase naming the defect, with a full stop. */
  readonly summary: string;
  /** The effect on the sender or the contact: one sentence. */
  readonly why: string;
  /** The correction: an imperative sentence. */
  readonly remedy: string;
  readonly options?: Options<O>;
  /** It has no check: the engine reports the rules that threw under its id. */
  readonly isOfCrashes?: true;
  /** It reads single configs only: steps of a source file without a graph are checked too. */
  readonly isOfConfigs?: true;
  /** Some of its reports cannot be accepted, so that it cannot be switched off. */
  readonly isAlwaysOn?: true;
  document?(context: WorkspaceContext & Pick<Node, 'document'>, report: ReportFn, options: O): void;
  workflow?(context: WorkflowContext, report: ReportFn, options: O): void;
  /** Once: events, calls, templates, several workflows. */
  workspace?(context: WorkspaceContext, report: ReportFn, options: O): void;
}

export interface WorkflowContext {
  /** With steps, unless the stage is `readable`. */
  readonly workflow: Workflow;
  readonly steps: readonly Step[];
  /** The steps that send an email. */
  readonly emails: readonly Step[];
  readonly graph: Graph;
  readonly workspace: Workspace;
}

type WorkspaceContext = Pick<WorkflowContext, 'workspace'>;

export type ReportFn = (report: Report) => void;

/** What a rule says of one place. The engine joins equal ones of a workflow. */
export interface Report {
  readonly at: At;
  /** Mark the name of the field, not its value. */
  readonly mark?: 'key';
  /** Lower case, names in quotes, no full stop, at most 100 characters without names. */
  readonly message: string;
  readonly help?: string | undefined;
  readonly related?: readonly { readonly at: At; readonly message: string }[];
  /** Changes that correct it, best first. */
  readonly fixes?: readonly RuleFix[];
  /** Reports of a rule in a workflow with one habit are one finding, which begins with it. */
  readonly habit?: string;
  /** Told apart in the fingerprint: the written name. Default: the text at the place. */
  readonly name?: string;
  /** The smallest preset that has this report. Default: that of the rule. */
  readonly preset?: Preset;
  /** Emails that are never sent because of it. */
  readonly loses?: readonly Step[];
  /** Another effect, counted: `1 email is sent twice`. */
  readonly consequence?: string;
  /** Where it is less, or more, than the severity of the rule. */
  readonly severity?: Severity;
  /** It cannot be switched off, suppressed or accepted by a baseline. */
  readonly isMandatory?: true;
}

/** A change of documents that corrects a report; all edits are applied, or none. */
export interface RuleFix {
  readonly title: string;
  readonly safety: 'safe' | 'unsafe';
  readonly edits: readonly Edit[];
}

// biome-ignore lint/suspicious/noExplicitAny: rules have different options
export type AnyRule = Rule<any>;

/** Of the preset `recommended`, unless it names the other one. */
export const defineRule = <O = object>(
  rule: Omit<Rule<O>, 'preset'> & Partial<Pick<Rule<O>, 'preset'>>,
): Rule<O> => ({ preset: 'recommended', ...rule });

/** The options of a rule: defaults, and a JSON Schema (draft-07) of each. */
export interface Options<O> {
  readonly defaults: O;
  readonly schema: { readonly [K in keyof O]: OptionSchema };
}

export interface OptionSchema {
  readonly description: string;
  /** A value of it only takes findings away: JSON reports list the rule under `silenced`. */
  readonly exempts?: true;
  readonly [keyword: string]: unknown;
}

export interface Option<T> {
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
    description,
    type: 'string',
    pattern: '^[1-9][0-9]{0,5} (second|minute|hour|day|week|month|year)s?$',
  },
});

export const countOption = (
  value: number,
  [minimum, maximum]: readonly [number, number],
  description: string,
): Option<number> => ({
  default: value,
  schema: { description, type: 'integer', minimum, maximum },
});

/** Names that add to what the rule knows or reports. */
export const namesOption = (
  description: string,
  more: Pick<OptionSchema, 'exempts'> = {},
): Option<readonly string[]> => ({
  default: [],
  schema: {
    ...{ description, type: 'array', items: { type: 'string', minLength: 1 }, uniqueItems: true },
    ...more,
  },
});

/** Names that are not reported. */
export const exemptOption = (description: string): Option<readonly string[]> =>
  namesOption(description, { exempts: true });
