import type { Finding, Result, Severity } from '../model/finding.ts';
import type { AnyRule } from '../rule.ts';
import type { ReportContext } from './reporter.ts';

/** The findings a report lists: with `quiet` errors only. What is counted does not depend on it. */
export function listedFindings({ findings }: Result, { quiet }: ReportContext): readonly Finding[] {
  return quiet ? findings.filter(({ severity }) => severity === 'error') : findings;
}

/** The first `limit` findings, the worst ones first; in their own order when none is left out. */
export function worstFirst(findings: readonly Finding[], limit: number): readonly Finding[] {
  if (findings.length <= limit) return findings;
  const of = (wanted: Severity) => findings.filter(({ severity }) => severity === wanted);
  return [...of('error'), ...of('warning'), ...of('info')].slice(0, limit);
}

export type RuleText = Pick<AnyRule, 'id' | 'severity' | 'summary' | 'why' | 'remedy'> & Partial<Pick<AnyRule, 'preset' | 'category'>>;

/** What a report says of its rules: those that ran, and a name for any other a finding is of; by id. */
export function describedRules(findings: readonly Finding[], { rules }: ReportContext): readonly RuleText[] {
  const described = new Map<string, RuleText>(rules.map((rule) => [rule.id, rule]));
  for (const { rule: id, severity } of findings) {
    if (!described.has(id)) described.set(id, { id, severity, summary: `A finding of the rule ${id}.`, why: '', remedy: '' });
  }
  return [...described.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}
