/** What the page and its worker say to each other: plain data, SVG and HTML. */
import type { Region, Severity } from '../../core/model/finding.ts';
import type { Preset } from '../../core/rule.ts';

export interface NamedText {
  readonly name: string;
  readonly text: string;
}

export interface ShownEdit {
  readonly region: Region;
  readonly text: string;
}

export interface ShownFix {
  readonly label: string;
  /** In the text of the finding. All are made, or none. */
  readonly edits: readonly ShownEdit[];
}

/** A finding for the editor. Its texts are escaped for a line, not for HTML. */
export interface ShownFinding {
  readonly source: string;
  /** Absent where the text has no such place. */
  readonly region: Region | undefined;
  readonly severity: Severity;
  readonly message: string;
  readonly help: string;
  readonly rule: string;
  readonly fixes: readonly ShownFix[];
}

export interface Checked {
  readonly headline: string;
  /** All, by their number. */
  readonly findings: readonly ShownFinding[];
  /** The list of findings; its buttons have `data-finding`, and of a fix `data-fix`. */
  readonly html: string;
  /** Names of events, for the timeline; first those that start a workflow. */
  readonly events: readonly string[];
}

/** What the worker does. `draw` and `simulate` are about the texts of the last check. */
export interface Calls {
  check(texts: readonly NamedText[], preset: Preset): Checked;
  /** The workflows of a text. */
  draw(source: string): Drawn;
  simulate(event: string, isAll: boolean): Drawn;
  /** The ids of rules with an example. */
  examples(): readonly string[];
  example(rule: string): Example | undefined;
}

export interface Example {
  readonly texts: readonly NamedText[];
  /** In which the rule is. */
  readonly preset: Preset;
}

/** A picture, and HTML below it. */
export interface Drawn {
  /** Blank: there is nothing to draw. */
  readonly svg: string;
  readonly html: string;
}

export interface Question {
  readonly id: number;
  readonly call: keyof Calls;
  readonly given: readonly unknown[];
}

export type Answer =
  | { readonly id: number; readonly value: unknown }
  | { readonly id: number; readonly error: string };
