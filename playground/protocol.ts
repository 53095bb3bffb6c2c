import type { PresetName } from '../src/lint/settings.ts';
import type { Region } from '../src/model/finding.ts';
import type { PlainWorkflow } from '../src/model/plain.ts';
import type { Simulation, SimulationRequest } from '../src/model/simulation.ts';
import type { MarkData, ReportData } from '../src/report/page-data.ts';

// What the page and the thread that checks say to each other.

export interface NamedText {
  readonly name: string;
  readonly text: string;
}

export type Preset = PresetName;

export interface Checked {
  readonly data: ReportData;
  /** Of each finding, where it stands in the text of its source. */
  readonly regions: readonly (Region | null)[];
  /** What pictures are made of, in the order of `data.workflows`. */
  readonly plain: readonly PlainWorkflow[];
  readonly headline: string;
  /** What was not read or not checked. */
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

export interface Calls {
  check(files: readonly NamedText[], preset: Preset): Checked;
  /** These work on what was checked last. */
  simulate(request: SimulationRequest): Simulation;
  placeOf(spot: Spot): TextPlace | undefined;
  spotAt(source: string, line: number, column: number): Spot | undefined;
}

export interface Request {
  readonly id: number;
  readonly call: keyof Calls;
  readonly given: readonly unknown[];
}

export type Answer = { readonly id: number; readonly value?: unknown } | { readonly id: number; readonly error: string };
