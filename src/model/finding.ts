import type { Source, WorkflowRef } from './nodes.ts';

export type Severity = 'error' | 'warning' | 'info';

/** 1-based lines and columns, end exclusive, columns in UTF-16 units. */
export interface Region {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}

/** The lines of text a region starts on: long lines (one-line exports) are cut to what a screen shows. */
export interface Excerpt {
  /** 1-based number of the first line. */
  readonly startLine: number;
  /** One line for a value on one line, else the first few of the value. */
  readonly lines: readonly string[];
  /** UTF-16 offsets within the first line: the value, or its part on that line. */
  readonly markStart: number;
  readonly markEnd: number;
  /** The first line goes on before or after what is shown. */
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
}

export interface Fix {
  readonly title: string;
  readonly safety: 'safe' | 'unsafe';
}

export interface Finding {
  /** Id of the rule. */
  readonly rule: string;
  readonly severity: Severity;
  /** Lower case, names quoted, no full stop. Raw text of the workflow may stand in it: reporters escape. */
  readonly message: string;
  readonly help?: string;
  /** Rule + workflow id + step, edge or event key + detail, hashed: survives moved lines, reformatting and renamed files. */
  readonly fingerprint: string;
  readonly location: Location;
  readonly workflow?: WorkflowRef;
  readonly step?: string;
  readonly edge?: string;
  readonly event?: string;
  readonly related: readonly Related[];
  readonly fixes: readonly Fix[];
  /** Why it does not count. */
  readonly suppressed?: Silence;
}

export interface Silence {
  readonly by: 'suppression' | 'baseline';
  readonly reason?: string | undefined;
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

/** What a rule could not decide, and why. `rule` is `*` when it concerns every rule about steps. */
export interface NotChecked {
  readonly rule: string;
  readonly reason: string;
}

/** Something that was asked for and could not be read. */
export interface Failure {
  readonly source: Source;
  readonly message: string;
  /** The input itself is to blame or out of reach, rather than a passing fault of a server: the run exits with 2, not 3. */
  readonly refused: boolean;
}

/** What a run found: all that a reporter is given. Sorted, and the same for the same input. */
export interface Result {
  readonly summary: Summary;
  /** Everything asked for was read, whole. */
  readonly complete: boolean;
  readonly notChecked: readonly NotChecked[];
  readonly failures: readonly Failure[];
  readonly findings: readonly Finding[];
  /** The findings with those that do not count, in the same order; only when they are asked for. */
  readonly listed?: readonly Finding[];
  /** What is to be said of the suppressions and the baseline themselves. */
  readonly notes?: readonly string[];
  /** Documents read, in order: also the ones without findings. */
  readonly sources: readonly Source[];
  /** Files found in folders and left out because they hold no workflows or events. */
  readonly skipped: number;
  /** Workflows with at least one finding. */
  readonly faultyWorkflows: number;
  /** A rule threw: the answer cannot be trusted as a whole. */
  readonly crashed: boolean;
}
