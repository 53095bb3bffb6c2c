import { type Finding, type Result, SEVERITIES } from '../model/finding.ts';
import { groupBy } from '../model/groups.ts';
import { takeFitting, uniqueNames } from '../model/text.ts';
import type { AnyRule } from '../rule.ts';
import type { ReportContext } from './reporter.ts';

/** With `quiet`, errors only. Counts do not depend on it. */
export function listedFindings({ findings }: Result, { quiet }: ReportContext): readonly Finding[] {
  return quiet ? findings.filter(({ severity }) => severity === 'error') : findings;
}

/** Includes suppressed findings and those in the baseline when requested. */
export function detailedFindings(result: Result, context: ReportContext): readonly Finding[] {
  return listedFindings({ ...result, findings: result.listed ?? result.findings }, context);
}

/** The `limit` worst findings; all of them in their original order if they fit. */
export function worstFindings(findings: readonly Finding[], limit: number): readonly Finding[] {
  return findings.length <= limit ? findings : bySeverity(findings).slice(0, limit);
}

/** The worst first, otherwise in their original order. */
export function bySeverity(findings: readonly Finding[]): readonly Finding[] {
  return SEVERITIES.flatMap((wanted) => findings.filter(({ severity }) => severity === wanted));
}

/** The worst findings that fit into a number of characters, in their original order. */
export function fittingFindings(
  findings: readonly Finding[],
  room: number,
  sizeOf: (finding: Finding) => number,
): readonly Finding[] {
  const kept = new Set(takeFitting(bySeverity(findings), room, sizeOf));
  return findings.filter((finding) => kept.has(finding));
}

/** Findings of one rule whose messages differ in names and numbers only. */
export interface FindingGroup {
  readonly first: Finding;
  readonly others: readonly Finding[];
}

/** The worst first, otherwise in the order of their first findings. */
export function groupAlike(findings: readonly Finding[]): readonly FindingGroup[] {
  const groups = groupBy(bySeverity(findings), keyOfShape);
  return [...groups.values()].map(([first, ...others]) => ({ first: first as Finding, others }));
}

/** Equal for findings that differ in names and numbers only. */
export const keyOfShape = ({
  severity,
  rule,
  message,
  suppressed,
}: Pick<Finding, 'severity' | 'rule' | 'message' | 'suppressed'>): string =>
  JSON.stringify([severity, rule, suppressed?.by, suppressed?.reason, shapeOf(message)]);

const NAMES = /"[^"]*"(?:(?:, | and | or | → )"[^"]*")*/g;
const AMOUNTS = /\d+(?:[.,]\d+)*(?: (?:second|minute|hour|day|week|month|year)s?\b)?/g;

/** The message without names and numbers. */
const shapeOf = (message: string): string => message.replace(NAMES, '""').replace(AMOUNTS, '#');

/** A workflow in a source, or the source itself. */
export interface FindingSubject {
  readonly source: string;
  readonly workflow: Finding['workflow'];
}

/** Grouped in the order of the first finding of each source, then of each workflow. */
export function groupBySubject(
  findings: readonly Finding[],
): readonly (readonly [FindingSubject, readonly Finding[]])[] {
  const bySource = groupBy(findings, ({ location }) => location.source);
  return [...bySource].flatMap(([source, own]) =>
    [...groupBy(own, keyOfWorkflow).values()].map(
      (group) => [{ source, workflow: group[0]?.workflow }, group] as const,
    ),
  );
}

const keyOfWorkflow = ({ workflow }: Finding): string =>
  workflow === undefined ? '' : JSON.stringify([workflow.id, workflow.name]);

/** The first finding keeps its fingerprint; others with the same one get a number. */
export function uniqueFingerprints(findings: readonly Finding[]): ReadonlyMap<Finding, string> {
  const unique = uniqueNames((fingerprint, n) => `${fingerprint}:${n}`);
  return new Map(findings.map((finding) => [finding, unique(finding.fingerprint)]));
}

export type RuleText = Pick<AnyRule, 'id' | 'severity' | 'summary' | 'why' | 'remedy'> &
  Partial<Pick<AnyRule, 'preset' | 'category' | 'whenOff'>>;

/** Rules by id, with a placeholder for each unknown one that a finding names. */
export function describedRules(
  findings: readonly Finding[],
  { rules }: ReportContext,
): readonly RuleText[] {
  const described = new Map<string, RuleText>(rules.map((rule) => [rule.id, rule]));
  for (const { rule: id, severity } of findings) {
    if (described.has(id)) continue;
    const summary = `A finding of the rule ${id}.`;
    described.set(id, { id, severity, summary, why: '', remedy: '' });
  }
  return [...described.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}
