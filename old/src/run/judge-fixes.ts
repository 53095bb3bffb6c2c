/**
 * Whether fixes are made. Each workflow or event is a unit, since a fix rarely changes the findings of another. In each unit
 * the findings must become fewer or less severe, errors first; new ones must be less severe than every corrected one.
 */

import {
  type Finding,
  type Fix,
  type Result,
  SEVERITIES,
  type Severity,
} from '../core/model/finding.ts';

/** A fix on trial. */
export interface TriedFix {
  readonly id: string;
  readonly finding: Finding;
  readonly fix: Fix;
  readonly edits: readonly {
    readonly offset: number;
    readonly length: number;
    readonly text: string;
  }[];
  /** The key of its document. */
  readonly document: string;
  readonly unit: string;
}

export interface FixesVerdict {
  /** Units that get worse, with a new finding; `undefined` for one in which nothing gets better. */
  readonly worse: ReadonlyMap<string, Finding | undefined>;
  /** Units that may cause a new finding in a unit without fixes. */
  readonly suspects: ReadonlyMap<string, Finding>;
}

/** The rest of its document was not checked. */
export const isUnreadable = ({ rule }: Finding): boolean => rule === 'invalid-json';

/** Of any length, also none. */
const PLACE = /^(?:\/(?:workflows|automations|events|data)(?=\/)|\/\d+)*/;

/** The workflow or event of a finding: its source, line for JSON Lines, and the beginning of the pointer. */
export function unitOf({
  location: { source, pointer, region },
}: Pick<Finding, 'location'>): string {
  const [place] = PLACE.exec(pointer) as RegExpExecArray;
  const isLine = /\.(?:ndjson|jsonl)$/i.test(source);
  return `${isLine ? region?.startLine : ''} ${place} ${source}`;
}

export function judgeFixes(
  before: Result,
  after: Result,
  applied: readonly TriedFix[],
): FixesVerdict {
  const known = new Set(before.findings.map(({ fingerprint }) => fingerprint));
  const limits = new Map<string, number>();
  for (const { unit, finding } of applied)
    limits.set(unit, Math.max(limits.get(unit) ?? 0, rankOf(finding)));
  const sums = new Map<string, number[]>([...limits.keys()].map((unit) => [unit, [0, 0, 0]]));
  const count = (finding: Finding, change: number): void => {
    const sum = sums.get(unitOf(finding));
    if (sum !== undefined) sum[rankOf(finding)] = (sum[rankOf(finding)] ?? 0) + change;
  };
  for (const finding of before.findings) count(finding, -1);
  const worse = new Map<string, Finding | undefined>();
  const suspects = new Map<string, Finding>();
  for (const finding of after.findings) {
    count(finding, 1);
    if (known.has(finding.fingerprint)) continue;
    const unit = unitOf(finding);
    const limit = limits.get(unit);
    if (limit === undefined && suspects.size < limits.size)
      for (const cause of causesOf(finding, limits))
        if (!suspects.has(cause)) suspects.set(cause, finding);
    if (limit !== undefined && rankOf(finding) <= limit && !worse.has(unit))
      worse.set(unit, finding);
  }
  // The whole must get better too, so that fixes end.
  const total = SEVERITIES.map((severity) => countOf(after, severity) - countOf(before, severity));
  const isBetterInAll = suspects.size > 0 || isBetter(total);
  for (const [unit, sum] of sums)
    if (!worse.has(unit) && !(isBetterInAll && isBetter(sum))) worse.set(unit, undefined);
  return { worse, suspects };
}

/** The units with fixes that may cause a finding: those that it names, else all; not those of more severe findings. */
function causesOf(finding: Finding, limits: ReadonlyMap<string, number>): readonly string[] {
  const isPossible = (unit: string): boolean => (limits.get(unit) ?? -1) >= rankOf(finding);
  const named = finding.related.map(unitOf).filter(isPossible);
  return named.length > 0 ? named : [...limits.keys()].filter(isPossible);
}

const countOf = ({ findings }: Result, severity: Severity): number =>
  findings.filter((finding) => finding.severity === severity).length;

/** 0 for an error. */
const rankOf = ({ severity }: Finding): number => SEVERITIES.indexOf(severity);

/** @param sum the change of the number of errors, warnings and infos. */
const isBetter = (sum: readonly number[]): boolean => (sum.find((change) => change !== 0) ?? 0) < 0;
