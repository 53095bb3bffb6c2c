import type { Result, Severity } from '../core/model/finding.ts';

export const EXIT = { clean: 0, findings: 1, failed: 2, incomplete: 3 } as const;

interface Thresholds {
  /** Default: `error`. */
  readonly failOn?: Severity | 'never' | undefined;
  readonly maxWarnings?: number | undefined;
}

/** The exit code of a run, the same for every format. Precedence 2 > 1 > 3 > 0. */
export function exitCode(
  { summary, failures, crashed, complete }: Result,
  { failOn = 'error', maxWarnings }: Thresholds,
): number {
  if (crashed || failures.some(({ refused }) => refused)) return EXIT.failed;
  const counted = {
    error: summary.errors,
    warning: summary.errors + summary.warnings,
    info: summary.errors + summary.warnings + summary.infos,
    never: 0,
  };
  if (counted[failOn] > 0) return EXIT.findings;
  if (maxWarnings !== undefined && summary.warnings > maxWarnings) return EXIT.findings;
  return complete ? EXIT.clean : EXIT.incomplete;
}
