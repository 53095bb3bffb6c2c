import { groupBy } from '../graph/graph.ts';
import type { LintResult } from '../lint/lint.ts';
import { type Finding, type Result, SEVERITIES, type Summary } from '../model/finding.ts';
import type { ReportContext } from './reporter.ts';

export function summaryOf(result: Pick<Result, 'findings' | 'summary'>): Summary {
  if (result.summary !== undefined) return result.summary;
  const count = (wanted: string): number =>
    result.findings.filter(({ severity, accepted }) => (accepted?.by ?? severity) === wanted)
      .length;
  return {
    ...{ errors: count('error'), warnings: count('warning'), infos: count('info') },
    ...{ suppressed: count('suppression'), baselined: count('baseline') },
  };
}

/** Everything was read, and every rule ended. */
export const isComplete = (result: Pick<LintResult, 'failures' | 'crashed'>): boolean =>
  result.failures.length === 0 && result.crashed.length === 0;

/** Those that count, and accepted ones where a report has them; with `quiet`, errors only. */
export const listedFindings = (
  { findings }: Pick<Result, 'findings'>,
  { quiet, showAccepted }: ReportContext,
  hasAccepted = false,
): readonly Finding[] =>
  findings.filter(
    ({ accepted, severity }) =>
      (accepted === undefined || (hasAccepted && showAccepted)) && (!quiet || severity === 'error'),
  );

/** Errors first; otherwise in their order. */
export const bySeverity = (findings: readonly Finding[]): readonly Finding[] =>
  SEVERITIES.flatMap((wanted) => findings.filter(({ severity }) => severity === wanted));

/** A comment of GitHub holds 65,536 characters, and a language model reads no more either. */
const MOST_LISTED = 100;

/** The worst findings, for a report that must stay short, and the number of the others. */
export function worstFindings(result: LintResult, context: ReportContext) {
  const findings = bySeverity(listedFindings(result, context));
  const kept = findings.slice(0, MOST_LISTED);
  return { kept, omitted: findings.length - kept.length };
}

/** Findings of one rule whose messages differ in names and numbers only. */
export type FindingGroup = readonly [Finding, ...Finding[]];

/** Errors first, otherwise in the order of their first findings. */
export const groupAlike = (findings: readonly Finding[]): readonly FindingGroup[] => [
  ...groupBy(bySeverity(findings), keyOfShape).values(),
];

const keyOfShape = ({ severity, rule, message, accepted }: Finding): string =>
  JSON.stringify([severity, rule, accepted?.by, accepted?.reason, shapeOf(message)]);

const NAMES = /"[^"]*"(?:(?:, | and | or | → )"[^"]*")*/g;
const AMOUNTS = /\d+(?:[.,]\d+)*(?: (?:second|minute|hour|day|week|month|year)s?\b)?/g;

/** The message without names and numbers. */
const shapeOf = (message: string): string => message.replace(NAMES, '""').replace(AMOUNTS, '#');
