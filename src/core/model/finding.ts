import type { Document, Input } from './workflow.ts';

export type Severity = 'error' | 'warning' | 'info';

/** The worst first. */
export const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];

/** 1-based lines and columns in the file, end exclusive, columns in UTF-16 units. */
export interface Region {
  readonly startLine: number;
  readonly startColumn: number;
  readonly endLine: number;
  readonly endColumn: number;
}

export interface Location {
  readonly source: string;
  /** RFC 6901, from the root of the document (in JSON Lines: of the value of the line). */
  readonly pointer: string;
  /** Absent where there is no text, as for a workflow of the account. */
  readonly region?: Region;
}

export interface Fix {
  readonly title: string;
  /** `safe`: the meaning cannot change. */
  readonly safety: 'safe' | 'unsafe';
  /** In the source of the finding. All edits are applied, or none. */
  readonly edits: readonly TextEdit[];
}

/** Replaces a span of the text of an input by another text. */
export interface TextEdit {
  readonly pointer: string;
  /** UTF-16 offsets in the text of the input: of its file, or of its line in JSON Lines. */
  readonly startOffset: number;
  readonly endOffset: number;
  /** Absent in merged reports. */
  readonly region?: Region;
  readonly text: string;
}

export interface Finding {
  readonly rule: string;
  readonly severity: Severity;
  /** May contain text from the input, which reporters escape. */
  readonly message: string;
  readonly help?: string;
  /** What is lost, counted: `2 later emails are never sent`. */
  readonly consequence?: string;
  readonly location: Location;
  readonly input: Input;
  readonly related: readonly { readonly location: Location; readonly message: string }[];
  readonly fixes: readonly Fix[];
  /** Stable: rule, workflow, names of nodes, field and written name; never a line. */
  readonly fingerprint: string;
  /** Of all reports that it joins: a baseline accepts each. */
  readonly fingerprints: readonly string[];
  /** The names of what it is about, as far as they apply. */
  readonly workflow?: { readonly id?: string; readonly name?: string; readonly status?: string };
  readonly step?: string;
  readonly edge?: string;
  readonly event?: string;
  /** It cannot be suppressed or accepted by a baseline. */
  readonly isMandatory?: true;
  readonly accepted?: { readonly by: 'suppression' | 'baseline'; readonly reason?: string };
}

export interface Result {
  /** Sorted by source, position and rule; accepted ones too. */
  readonly findings: readonly Finding[];
  readonly notChecked: readonly NotChecked[];
  /** What could not be read (exit 2) or fetched (exit 3). */
  readonly failures: readonly Failure[];
  readonly skipped: readonly Skipped[];
  readonly counts: Counts;
  /** Of merged reports, which may list only a part of their findings. */
  readonly summary?: Summary;
  /** For excerpts and pictures. */
  readonly documents: readonly Document[];
}

export interface Failure {
  readonly source: string;
  readonly message: string;
  readonly exit: 2 | 3;
}

export interface Skipped {
  readonly source: string;
  readonly reason: string;
  /** It may be a damaged export: reports for people name it. */
  readonly isDoubtful?: true;
}

/** Numbers of findings. Accepted ones count apart. */
export type Summary = Readonly<
  Record<'errors' | 'warnings' | 'infos' | 'suppressed' | 'baselined', number>
>;

export type Counts = Readonly<
  Record<'sources' | 'workflows' | 'steps' | 'edges' | 'events', number>
>;

/** A collection by name: `workflows`, `events`, `calls`, or that of a resource. */
export type CollectionName = string;

export interface NotChecked {
  /** Empty where it is not only some. */
  readonly rules: readonly string[];
  /** The workflow, account or place that it is about, where it is one. */
  readonly of?: string;
  /** That is absent or partial. */
  readonly collection?: CollectionName;
  readonly reason: string;
}
