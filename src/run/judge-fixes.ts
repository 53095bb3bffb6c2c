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
  /** A new finding in another unit. */
  readonly elsewhere: Finding | undefined;
}

/** The rest of its document was not checked. */
export const isUnreadable = ({ rule }: Finding): boolean => rule === 'invalid-json';

/** The workflow or event of a finding: its source, line for JSON Lines, and the beginning of the pointer. */
export function unitOf({ location: { source, pointer, region } }: Finding): string {
  const [place] = /^(?:\/(?:workflows|automations|events|data)(?=\/)|\/\d+)*/.exec(pointer) ?? [''];
  const isLine = /\.(?:ndjson|jsonl)$/i.test(source);
  return `${isLine ? region?.startLine : ''} ${place} ${source}`;
}

export function judgeFixes(
  before: Result,
  after: Result,
  applied: readonly TriedFix[],
): FixesVerdict {
  const known = new Set(before.findings.map(({ fingerprint }) => fingerprint));
  const least = new Map<string, number>();
  for (const { unit, finding } of applied)
    least.set(unit, Math.max(least.get(unit) ?? 0, rankOf(finding)));
  const leastOfAll = Math.max(0, ...least.values());
  const sums = new Map<string, number[]>([...least.keys()].map((unit) => [unit, [0, 0, 0]]));
  const count = (finding: Finding, change: number): void => {
    const sum = sums.get(unitOf(finding));
    if (sum !== undefined) sum[rankOf(finding)] = (sum[rankOf(finding)] ?? 0) + change;
  };
  for (const finding of before.findings) count(finding, -1);
  const worse = new Map<string, Finding | undefined>();
  let elsewhere: Finding | undefined;
  for (const finding of after.findings) {
    count(finding, 1);
    if (known.has(finding.fingerprint)) continue;
    const unit = unitOf(finding);
    const limit = least.get(unit);
    if (rankOf(finding) > (limit ?? leastOfAll)) continue;
    if (limit === undefined) elsewhere ??= finding;
    else if (!worse.has(unit)) worse.set(unit, finding);
  }
  // The whole must get better too, so that fixes end.
  const total = SEVERITIES.map((severity) => countOf(after, severity) - countOf(before, severity));
  for (const [unit, sum] of sums)
    if (!worse.has(unit) && (!isBetter(sum) || !isBetter(total))) worse.set(unit, undefined);
  return { worse, elsewhere };
}

const countOf = ({ findings }: Result, severity: Severity): number =>
  findings.filter((finding) => finding.severity === severity).length;

/** 0 for an error. */
const rankOf = ({ severity }: Finding): number => SEVERITIES.indexOf(severity);

/** @param sum the change of the number of errors, warnings and infos. */
const isBetter = (sum: readonly number[]): boolean => (sum.find((change) => change !== 0) ?? 0) < 0;
