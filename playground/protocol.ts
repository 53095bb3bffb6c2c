import type { PresetName } from '../src/core/lint/settings.ts';
import type { Region } from '../src/core/model/finding.ts';
import type { PlainWorkflow } from '../src/core/model/plain.ts';
import type { Simulation, SimulationRequest } from '../src/core/model/simulation.ts';
import type { MarkData, ReportData } from '../src/core/report/page-data.ts';

// Messages between the page and its worker.

export interface NamedText {
  readonly name: string;
  readonly text: string;
}

export interface CheckOutcome {
  readonly data: ReportData;
  /** The place of each finding in the text of its source. */
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

interface TextPlace {
  readonly source: string;
  readonly region: Region;
}

export interface Calls {
  check(files: readonly NamedText[], preset: PresetName): CheckOutcome;
  /** These work on what was checked last. */
  simulate(request: SimulationRequest): Simulation;
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
