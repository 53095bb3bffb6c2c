import type { LintResult } from '../core/lint/lint.ts';
import type { Failure, Severity } from '../core/model/finding.ts';
import { summaryOf } from '../core/report/listing.ts';

export const EXIT = { clean: 0, findings: 1, failed: 2, incomplete: 3 } as const;

export interface Threshold {
  /** The least severity that fails the run; default `error`. */
  readonly failOn?: Severity | 'never';
  readonly maxWarnings?: number;
}

/** The exit code for several reasons. */
export const worstOf = (codes: readonly (number | false)[]): number =>
  [EXIT.failed, EXIT.findings, EXIT.incomplete].find((code) => codes.includes(code)) ?? EXIT.clean;

/** The exit code of what could not be read. */
export const unreadCode = (failures: readonly Failure[]): number =>
  worstOf(failures.map(({ exit }) => exit));

/** The exit code of a run, the same for every format. */
export function exitCode(
  result: Pick<LintResult, 'findings' | 'failures' | 'crashed'>,
  { failOn = 'error', maxWarnings = Number.POSITIVE_INFINITY }: Threshold = {},
): number {
  const { errors, warnings, infos } = summaryOf(result);
  const counted = {
    ...{ error: errors, warning: errors + warnings, info: errors + warnings + infos },
    never: 0,
  };
  const isOver = counted[failOn] > 0 || warnings > maxWarnings;
  const isCrashed = result.crashed.length > 0;
  const unread = unreadCode(result.failures);
  return worstOf([isCrashed && EXIT.failed, unread, isOver && EXIT.findings]);
}
