import type { Finding } from '../model/finding.ts';

/** A wanted silence, written by a person. Fields that are absent match anything. */
export interface Suppression {
  readonly rule: string;
  /** An id or a name. */
  readonly workflow?: string;
  readonly step?: string;
  readonly edge?: string;
  readonly event?: string;
  readonly reason: string;
  /** The last day on which it holds: `2027-01-31`. */
  readonly expires?: string;
  /** Its place, for notes: `edgewise.config.json:3:13`. */
  readonly from?: string;
}

export interface Acceptance {
  readonly suppressions: readonly Suppression[];
  /** Fingerprints of the baseline. */
  readonly baseline: ReadonlySet<string>;
  /** As `2027-01-31`. */
  readonly today: string;
}

export const NOTHING_ACCEPTED: Acceptance = { suppressions: [], baseline: new Set(), today: '' };

/** What is left to say of suppressions and baseline after a run. */
export interface Unused {
  readonly suppressions: readonly Suppression[];
  /** Past their last day, with the number of findings that return. */
  readonly expired: ReadonlyMap<Suppression, number>;
  readonly baseline: readonly string[];
}

/** Decides for one finding after the other. What is mandatory is never accepted. */
export function createAcceptance({ suppressions, baseline, today }: Acceptance) {
  const used = new Set<Suppression>();
  const expired = new Map<Suppression, number>();
  const matched = new Set<string>();
  return {
    of(finding: Finding, isMandatory: boolean): Finding['accepted'] {
      if (isMandatory) return undefined;
      for (const suppression of suppressions) {
        if (!matches(suppression, finding)) continue;
        used.add(suppression);
        const { expires, reason } = suppression;
        if (expires === undefined || expires >= today) return { by: 'suppression', reason };
        expired.set(suppression, (expired.get(suppression) ?? 0) + 1);
      }
      if (!baseline.has(finding.fingerprint)) return undefined;
      matched.add(finding.fingerprint);
      return { by: 'baseline' };
    },
    unused: (): Unused => ({
      suppressions: suppressions.filter((each) => !used.has(each)),
      expired,
      baseline: [...baseline].filter((each) => !matched.has(each)),
    }),
  };
}

function matches(suppression: Suppression, finding: Finding): boolean {
  const { rule, workflow } = suppression;
  const { id, name } = finding.workflow ?? {};
  return (
    rule === finding.rule &&
    (workflow === undefined || workflow === id || workflow === name) &&
    (['step', 'edge', 'event'] as const).every(
      (field) => suppression[field] === undefined || suppression[field] === finding[field],
    )
  );
}
