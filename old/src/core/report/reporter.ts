import type { Result } from '../model/finding.ts';
import type { PlainWorkflow } from '../model/plain.ts';
import type { AnyRule } from '../rule.ts';

type Paint = (text: string) => string;
type Style = 'red' | 'yellow' | 'blue' | 'cyan' | 'green' | 'bold' | 'dim';
export type Palette = Readonly<Record<Style, Paint>>;

const same: Paint = (text) => text;
export const PLAIN_PALETTE: Palette = {
  red: same,
  yellow: same,
  blue: same,
  cyan: same,
  green: same,
  bold: same,
  dim: same,
};

/** Input, time and settings of the run, as far as known. */
export interface RunInfo {
  /** `2026-11-22 14:15 UTC`. */
  readonly date?: string | undefined;
  readonly preset?: string | undefined;
  readonly command?: string | undefined;
  /** The command without its reports, to which `--fix` is added. */
  readonly fix?: string | undefined;
  /** The file of the baseline: findings that it does not hold are new. */
  readonly baseline?: string | undefined;
}

/** Context of a report. Nothing here changes which findings are reported. */
export interface ReportContext {
  readonly tool: { readonly name: string; readonly version: string };
  /** The rules that ran. */
  readonly rules: readonly AnyRule[];
  /** The documentation page of a rule in Markdown, when available. */
  readonly pageOf: (id: string) => string | undefined;
  readonly palette: Palette;
  /** Milliseconds; only the text report prints it. */
  readonly elapsed: number;
  /** List errors only; counts include everything. */
  readonly quiet: boolean;
  /** Columns of a line of text; 80 without it. */
  readonly width?: number | undefined;
  /** The number of groups of like findings that the text report prints; 0 is all of them, and 50 the default. */
  readonly maxFindings?: number | undefined;
  /** Path from the root of the repository to relative sources; absent when they start there. */
  readonly folder?: string | undefined;
  /** Only for reports that draw workflows. */
  readonly workflows?: readonly PlainWorkflow[] | undefined;
  readonly facts?: RunInfo | undefined;
}

/** Prints a report of a command other than lint. Pure: no clock, no environment. */
export type Printer<T> = (
  report: T,
  context: Pick<ReportContext, 'tool' | 'palette' | 'width'>,
) => Iterable<string>;

/** Pure: no clock, no environment, no sorting. */
export type Reporter = (result: Result, context: ReportContext) => Iterable<string>;
