import { expect } from 'vitest';
import { type Finding, SEVERITIES } from '../../src/core/model/finding.ts';

const rankOf = ({ severity }: Finding): number => SEVERITIES.indexOf(severity);

/** New findings are less severe than one that is gone, and the findings are fewer, errors first. */
export function expectBetter(before: readonly Finding[], after: readonly Finding[]): void {
  const notIn = (others: readonly Finding[]) => {
    const known = new Set(others.map(({ fingerprint }) => fingerprint));
    return ({ fingerprint }: Finding): boolean => !known.has(fingerprint);
  };
  const worst = Math.min(...before.filter(notIn(after)).map(rankOf));
  for (const finding of after.filter(notIn(before))) expect(rankOf(finding)).toBeGreaterThan(worst);
  if (after.some(notIn(before))) expect(sumsOf(after) < sumsOf(before)).toBe(true);
}

/** The numbers of errors, warnings and infos, as a text that sorts as they do. */
const sumsOf = (findings: readonly Finding[]): string =>
  SEVERITIES.map((severity) =>
    String(findings.filter((each) => each.severity === severity).length).padStart(5, '0'),
  ).join(' ');
