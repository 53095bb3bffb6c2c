import type { PresetName } from '../src/core/lint/settings.ts';
import type { Fix, Region, Severity } from '../src/core/model/finding.ts';
import type { PlainWorkflow } from '../src/core/model/plain.ts';
import type { Simulation, SimulationRequest } from '../src/core/model/simulation.ts';
import type { MarkData, ReportData } from '../src/core/report/page-data.ts';

// Messages between the page and its worker.

export interface NamedText {
  readonly name: string;
  readonly text: string;
}

/** The properties of an event, and their types. */
export type EventSchema = readonly (readonly [property: string, type: string | undefined])[];

export interface CheckOutcome {
  readonly data: ReportData;
  /** The place of each finding in the text of its source. */
  readonly regions: readonly (Region | null)[];
  /** The fixes of each finding. */
  readonly fixes: readonly (readonly Fix[])[];
  /** The data of pictures, in the order of `data.workflows`. */
  readonly plain: readonly PlainWorkflow[];
  /** The schemas of the defined events, as far as they name properties. */
  readonly schemas: readonly (readonly [event: string, schema: EventSchema])[];
  readonly headline: string;
  /** Parts that were not read or not checked. */
  readonly remarks: readonly { readonly label: string; readonly text: string }[];
  readonly elapsed: number;
}

/** A step or edge of a workflow of the last check, or the workflow. */
export interface Spot {
  readonly workflow: number;
  readonly mark: MarkData | undefined;
}

export interface TextPlace {
  readonly source: string;
  readonly region: Region;
}

export type ChosenSetting = readonly [severity: Severity | 'off', options?: object];

/** The preset, and the rules that have another severity. Those of an example of a rule may have options. */
export interface RuleSettings {
  readonly preset: PresetName;
  readonly rules: readonly (readonly [id: string, ...setting: ChosenSetting])[];
}

/** The content of a link. */
export interface Shared {
  readonly files: readonly NamedText[];
  readonly settings: RuleSettings;
}

interface CompletionOption {
  /** JSON. */
  readonly text: string;
  readonly detail?: string | undefined;
}

/** They replace a range of the text. */
export interface Completions {
  readonly from: number;
  readonly to: number;
  readonly options: readonly CompletionOption[];
}

export interface RuleRow {
  readonly id: string;
  readonly summary: string;
  readonly severity: Severity;
  /** Its severity cannot be changed. */
  readonly mandatory: boolean;
  readonly hasExample: boolean;
}

export interface Calls {
  listRules(): readonly RuleRow[];
  check(files: readonly NamedText[], settings: RuleSettings): CheckOutcome;
  /** The example on the page of a rule. */
  exampleOf(id: string): Shared | undefined;
  complete(source: string, text: string, offset: number): Completions | undefined;
  /** Without a value, the text is not one JSON value. */
  format(text: string): string | undefined;
  /** These use the last check. */
  simulate(request: SimulationRequest): Simulation;
  /** The last check as a report. */
  print(format: 'json' | 'sarif'): string;
  placeOf(spot: Spot): TextPlace | undefined;
  spotAt(source: string, line: number, column: number): Spot | undefined;
}

export interface WorkerRequest {
  readonly id: number;
  readonly call: keyof Calls;
  readonly given: readonly unknown[];
}

export type WorkerReply =
  | { readonly id: number; readonly value?: unknown }
  | { readonly id: number; readonly error: string };
