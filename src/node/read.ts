import type { Failure, Skipped } from '../core/model/finding.ts';
import type { Input } from '../core/model/workflow.ts';

/** What a plan names, in memory. */
export interface Reading {
  /** Each file once, in order of name; each line of JSON Lines. */
  readonly inputs: readonly Input[];
  /** What could not be read, and files that may be exports and are not read. */
  readonly failures: readonly Failure[];
  /** Files that are not read by their names, with the reason. */
  readonly skipped: readonly Skipped[];
  /** Files that `ignore` leaves out. */
  readonly ignored: readonly string[];
}
