import type { Result } from '../model/finding.ts';
import type { PlainWorkflow } from '../model/plain.ts';
import type { AnyRule } from '../rule.ts';
import { encodeSegment } from './uri.ts';

/** Colours as functions; identity functions when there is to be no colour. */
export interface Palette {
  readonly red: Paint;
  readonly yellow: Paint;
  readonly blue: Paint;
  readonly cyan: Paint;
  readonly green: Paint;
  readonly bold: Paint;
  readonly dim: Paint;
}
type Paint = (text: string) => string;

/** What a reporter may know besides the result. Nothing here changes which findings there are. */
export interface ReportContext {
  readonly tool: { readonly name: string; readonly version: string; readonly homepage: string };
  /** The rules that ran, for their metadata. */
  readonly rules: readonly AnyRule[];
  /** A rule's documentation page in Markdown, when it can be had. */
  readonly pageOf: (id: string) => string | undefined;
  readonly palette: Palette;
  /** Milliseconds the run took; only the text for people prints it. */
  readonly elapsed: number;
  /** Show errors only; counts are of everything. */
  readonly quiet: boolean;
  /** Where relative sources start, as a path from the repository's root; absent when they start there. */
  readonly folder?: string | undefined;
  /** The workflows that were read, for reports that draw them. Only kept when such a report is asked for. */
  readonly workflows?: readonly PlainWorkflow[] | undefined;
}

/** Prints a result as chunks of text. Pure: no clock, no environment, no sorting. */
export type Reporter = (result: Result, context: ReportContext) => Iterable<string>;

/** The stable address of a rule's page. */
export function ruleUrl(context: ReportContext, id: string): string {
  // Of rules of plugins there is one page for all.
  if (id.includes('/')) return `${context.tool.homepage}/plugins.md`;
  return `${context.tool.homepage}/rules/${encodeSegment(id)}.md`;
}
