import type { LintResult } from '../lint/lint.ts';
import type { AnyRule } from '../rule.ts';

type Style = 'red' | 'yellow' | 'blue' | 'cyan' | 'green' | 'bold' | 'dim';
export type Palette = Readonly<Record<Style, (text: string) => string>>;

const plain = (text: string): string => text;
export const PLAIN_PALETTE: Palette = {
  ...{ red: plain, yellow: plain, blue: plain, cyan: plain, green: plain },
  ...{ bold: plain, dim: plain },
};

/** What the configuration hides, besides suppressions. Ids of rules. */
export interface Silenced {
  /** Off, or left out by a smaller preset. */
  readonly rules: readonly string[];
  /** Off for some workflows or files. */
  readonly overrides: readonly string[];
  /** Files that `ignore` leaves out. */
  readonly files: readonly string[];
  /** With an option that exempts. */
  readonly options: readonly string[];
  /** Less severe. */
  readonly severities: readonly string[];
  /** No finding fails the run. */
  readonly failOn?: 'never';
}

export const NOTHING_SILENCED: Silenced = {
  ...{ rules: [], overrides: [], files: [], options: [], severities: [] },
};

/** Context of a report. Nothing here changes which findings there are. */
export interface ReportContext {
  readonly tool: { readonly name: string; readonly version: string };
  /** Those in force. */
  readonly rules: readonly AnyRule[];
  /** Of the run: JSON has it. */
  readonly exitCode: number;
  readonly palette: Palette;
  /** Milliseconds; only text prints it. */
  readonly elapsed: number;
  /** List errors only; counts include everything. */
  readonly quiet: boolean;
  /** List accepted findings too. */
  readonly showAccepted: boolean;
  /** Columns of a line of text. */
  readonly width: number;
  /** The number of groups of like findings that text prints; 0: all. */
  readonly maxFindings: number;
  /** Path from the root of the repository to relative sources; absent when they start there. */
  readonly folder?: string;
  readonly silenced: Silenced;
}

/** Pure: no clock, no environment, no sorting. The parts of the output, in order. */
export type Reporter = (result: LintResult, context: ReportContext) => Iterable<string>;
