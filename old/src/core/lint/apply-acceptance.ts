import type { Finding, SuppressedBy } from '../model/finding.ts';
import { type BaselineEntry, compareBaseline } from './baseline.ts';
import { isSuppressible, type Suppression, suppress } from './suppress.ts';

export interface Acceptance<S extends Suppression = Suppression> {
  readonly suppressions: readonly S[];
  /** As `2027-01-31`. */
  readonly today: string;
  readonly baseline?: readonly BaselineEntry[] | undefined;
  /** The baseline is rewritten: it accepts all findings that can be accepted. */
  readonly updatesBaseline?: boolean | undefined;
  /** Keep accepted findings in `listed`. */
  readonly showSuppressed?: boolean | undefined;
}

export interface Applied<S extends Suppression = Suppression> {
  /** Those that are not accepted. */
  readonly findings: readonly Finding[];
  /** All of them, on request. */
  readonly listed?: readonly Finding[] | undefined;
  /** The number of findings with a suppression. */
  readonly suppressed: number;
  /** Suppressions that match no finding. */
  readonly unused: readonly S[];
  /** Suppressions past their last day, with the number of findings that return. */
  readonly expired: ReadonlyMap<S, number>;
  readonly baselined: ReadonlySet<Finding>;
  /** Entries of the baseline that no finding has. */
  readonly unmatched: readonly BaselineEntry[];
}

/** Removes accepted findings. Every suppression is applied here. */
export function applyAcceptance<S extends Suppression>(
  findings: readonly Finding[],
  crashed: boolean,
  { suppressions, today, baseline, ...acceptance }: Acceptance<S> = { suppressions: [], today: '' },
): Applied<S> {
  const { by, unused, expired } = suppress(findings, suppressions, today);
  const others = findings.filter((finding) => !by.has(finding));
  const { known, changed, unmatched } = compareBaseline(others, baseline ?? []);
  const baselined =
    acceptance.updatesBaseline === true && !crashed
      ? new Set(others.filter(({ rule }) => isSuppressible(rule)))
      : known;
  const accepted = new Map<Finding, SuppressedBy>(
    [...by].map(([finding, { reason }]) => [finding, { by: 'suppression', reason }]),
  );
  for (const finding of baselined) accepted.set(finding, { by: 'baseline' });
  return {
    findings: findings.flatMap((finding) =>
      accepted.has(finding) ? [] : (changed.get(finding) ?? finding),
    ),
    listed:
      acceptance.showSuppressed === true
        ? findings.map((finding) => withReason(finding, accepted))
        : undefined,
    suppressed: by.size,
    unused,
    expired,
    baselined,
    unmatched,
  };
}

function withReason(finding: Finding, accepted: ReadonlyMap<Finding, SuppressedBy>): Finding {
  const suppressed = accepted.get(finding);
  return suppressed === undefined ? finding : { ...finding, suppressed };
}
