import type { LintResult } from '../core/lint/lint.ts';
import type { Failure, Severity } from '../core/model/finding.ts';
import { summaryOf } from '../core/report/listing.ts';

export const EXIT = { clean: 0, findings: 1, failed: 2, incomplete: 3 } as const;

export interface Threshold {
  /** The least severity that fails the run; default `error`. */
  readonly failOn?: Severity | 'never';
  readonly maxWarnings?: number;
}

/** The exit code of a run, the same for every format. Precedence 2 > 1 > 3 > 0. */
export function exitCode(
  result: Pick<LintResult, 'findings' | 'failures' | 'crashed'>,
  { failOn = 'error', maxWarnings = Number.POSITIVE_INFINITY }: Threshold = {},
): number {
  const unread = unreadCode(result.failures);
  if (result.crashed.length > 0 || unread === EXIT.failed) return EXIT.failed;
  const { errors, warnings, infos } = summaryOf(result);
  const counted = {
    ...{ error: errors, warning: errors + warnings, info: errors + warnings + infos },
    never: 0,
  };
  if (counted[failOn] > 0 || warnings > maxWarnings) return EXIT.findings;
  return unread;
}

/** The exit code of what could not be read. */
export function unreadCode(failures: readonly Failure[]): number {
  if (failures.some(({ exit }) => exit === EXIT.failed)) return EXIT.failed;
  return failures.length > 0 ? EXIT.incomplete : EXIT.clean;
}
