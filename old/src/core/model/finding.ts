import type { FixSafety, Source, WorkflowRef } from './nodes.ts';

export type Severity = 'error' | 'warning' | 'info';

/** The worst first. */
export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];

/** 1-based lines and columns, end exclusive, columns in UTF-16 units. */
export interface Region {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** The lines a region starts on. Long lines (one-line exports) are cut. */
export interface Excerpt {
  /** 1-based number of the first line. */
  readonly startLine: number;
  /** All lines of the value, up to a few. */
  readonly lines: readonly string[];
  /** UTF-16 offsets within the first line: the value, or its part on that line. */
  readonly markStart: number;
  readonly markEnd: number;
  /** The first line is cut at its start or end. */
  readonly cutBefore: boolean;
  readonly cutAfter: boolean;
}

export interface Location {
  readonly source: Source;
  /** RFC 6901, from the root of the document (in NDJSON: of the line's value). */
  readonly pointer: string;
  /** Absent when there is no text, as for a workflow of the live API. */
  readonly region?: Region;
  readonly excerpt?: Excerpt;
}

export interface Related {
  readonly message: string;
  readonly location: Location;
  /** The call of a program that created the workflow. */
  readonly isCreator?: true;
}

export interface Fix {
  readonly title: string;
  readonly safety: FixSafety;
  /** In the source of the finding. All edits are applied, or none. */
  readonly edits: readonly Edit[];
}

/** Replaces a span of the text of a document by another text. */
export interface Edit {
  readonly pointer: string;
  /** UTF-16 offsets from the start of the document: of its file, without a byte order mark; of its line in NDJSON. */
  readonly startOffset: number;
  readonly endOffset: number;
  readonly region: Region;
  readonly text: string;
}

export interface Finding {
  /** Id. */
  readonly rule: string;
  readonly severity: Severity;
  /** Lower case, names quoted, no full stop. May contain untrusted text, which reporters escape. */
  readonly message: string;
  readonly help?: string | undefined;
  /** The lost effect, counted. */
  readonly consequence?: string | undefined;
  /** Hash of rule, workflow id, key and detail: independent of lines, formatting and file names. */
  readonly fingerprint: string;
  readonly location: Location;
  readonly workflow?: WorkflowRef | undefined;
  readonly step?: string | undefined;
  readonly edge?: string | undefined;
  readonly event?: string | undefined;
  /** The names of a fault in many places: a baseline keeps them. */
  readonly names?: readonly string[] | undefined;
  readonly related: readonly Related[];
  readonly fixes: readonly Fix[];
  /** Why it is not counted. */
  readonly suppressed?: SuppressedBy;
}

/** What the fingerprint of a finding has besides its rule. */
export interface FingerprintKey {
  /**
   * In place of the names of the place: of two equal things, and of several places of one fault, the first one depends on
   * the order of files and lists.
   */
  readonly names?: string | undefined;
  /** Distinguishes two findings of one rule at one step: a name, never a position. */
  readonly detail?: string | undefined;
}

export interface SuppressedBy {
  readonly by: 'suppression' | 'baseline';
  readonly reason?: string | undefined;
}

/** Of a baseline, which keeps no more of a finding. */
interface GoneFinding {
  readonly rule: string;
  readonly message?: string | undefined;
  readonly source?: string | undefined;
  readonly workflow?: string | undefined;
}

export interface Summary {
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
  readonly suppressed: number;
  readonly baselined: number;
  readonly sources: number;
  readonly workflows: number;
  readonly steps: number;
  readonly edges: number;
  readonly events: number;
}

/** `rule` is `*` when it concerns every rule about steps. */
export interface NotChecked {
  readonly rule: string;
  readonly reason: string;
  /** The resource that was not loaded, such as "templates"; text reports list such rules in one line. */
  readonly absent?: string;
  /** The rule has findings, so the rest of the input was checked. */
  readonly inPart?: true;
}

export interface Failure {
  readonly source: Source;
  readonly message: string;
  /** The fault is in the input, not a temporary one of a server: exit code 2, not 3. */
  readonly refused: boolean;
}

/** What the configuration removes from the report, besides suppressions. */
export interface Silenced {
  /** Rules of the preset that are off everywhere, also by a smaller preset. */
  readonly rules: readonly string[];
  /** Rules that are off for some workflows or files. */
  readonly overrides: readonly string[];
  /** Files that `ignore` leaves out. */
  readonly files: readonly Source[];
  /** Rules with an option that exempts names. */
  readonly options: readonly string[];
  /** Rules with a lower severity than their own. */
  readonly severities: readonly string[];
  /** No finding fails the run. */
  readonly failOn?: 'never' | undefined;
}

export interface SkippedFile {
  readonly source: Source;
  /** The content of the file, as a noun phrase. */
  readonly reason: string;
}

/** The result of a run, sorted and deterministic. */
export interface Result {
  readonly summary: Summary;
  /** Every input was read completely. */
  readonly complete: boolean;
  readonly notChecked: readonly NotChecked[];
  readonly failures: readonly Failure[];
  readonly findings: readonly Finding[];
  /** Including suppressed findings, in the same order; only on request. */
  readonly listed?: readonly Finding[];
  /** About suppressions and the baseline. */
  readonly notes?: readonly string[];
  /** Findings of the baseline that no longer occur. */
  readonly gone?: readonly GoneFinding[] | undefined;
  /** The number of calls of the service in the code. */
  readonly calls?: number;
  /** Documents read, in order, with or without findings. */
  readonly sources: readonly Source[];
  /** Files in folders without workflows or events, in order. */
  readonly skipped: readonly SkippedFile[];
  readonly silenced?: Silenced | undefined;
  /** Findings with a fix that was not tried, for want of time. */
  readonly untried?: number;
  /** Workflows with at least one finding. */
  readonly faultyWorkflows: number;
  /** A rule threw, so the result is not reliable. */
  readonly crashed: boolean;
}
