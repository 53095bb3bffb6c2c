import type { Finding, Result, SuppressedBy } from '../model/finding.ts';
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
  readonly result: Result;
  /** Suppressions that match no finding. */
  readonly unused: readonly S[];
  /** Suppressions past their last day, with the number of findings that return. */
  readonly expired: ReadonlyMap<S, number>;
  readonly baselined: ReadonlySet<Finding>;
  /** Entries of the baseline that no finding has. */
  readonly unmatched: readonly BaselineEntry[];
}

/** Removes accepted findings. Every suppression is applied here. */
export function applySuppressions<S extends Suppression>(
  result: Result,
  acceptance?: Acceptance<S>,
): Applied<S> {
  const { suppressions = [], today = '', baseline } = acceptance ?? {};
  if (suppressions.length === 0 && baseline === undefined)
    return { result, unused: [], expired: new Map(), baselined: new Set(), unmatched: [] };
  const { by, unused, expired } = suppress(result.findings, suppressions, today);
  const others = result.findings.filter((finding) => !by.has(finding));
  const { known, changed, unmatched } = compareBaseline(others, baseline ?? []);
  const baselined =
    acceptance?.updatesBaseline === true && !result.crashed
      ? new Set(others.filter(({ rule }) => isSuppressible(rule)))
      : known;
  const accepted = new Map<Finding, SuppressedBy>(
    [...by].map(([finding, { reason }]) => [finding, { by: 'suppression', reason }]),
  );
  for (const finding of baselined) accepted.set(finding, { by: 'baseline' });
  const findings = result.findings.flatMap((finding) =>
    accepted.has(finding) ? [] : (changed.get(finding) ?? finding),
  );
  const { summary, ...counted } = withFindings(result, findings);
  return {
    result: {
      ...counted,
      summary: { ...summary, suppressed: by.size, baselined: baselined.size },
      ...(acceptance?.showSuppressed === true && {
        listed: result.findings.map((finding) => {
          const suppressed = accepted.get(finding);
          return suppressed === undefined ? finding : { ...finding, suppressed };
        }),
      }),
    },
    unused,
    expired,
    baselined,
    unmatched,
  };
}

/** The result with other findings and new counts. */
export function withFindings(result: Result, findings: readonly Finding[]): Result {
  return {
    ...result,
    summary: { ...result.summary, ...countBySeverity(findings) },
    findings,
    faultyWorkflows: countWorkflows(findings.map(({ workflow }) => workflow)),
  };
}

export function countBySeverity(
  findings: readonly Finding[],
): Pick<Result['summary'], 'errors' | 'warnings' | 'infos'> {
  const count = (severity: Finding['severity']) =>
    findings.filter((finding) => finding.severity === severity).length;
  return { errors: count('error'), warnings: count('warning'), infos: count('info') };
}

export function countWorkflows(workflows: readonly Finding['workflow'][]): number {
  const known = workflows.filter((workflow) => workflow !== undefined);
  return new Set(known.map(({ id, name }) => `${id} ${name}`)).size;
}
