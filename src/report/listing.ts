import type { Finding, Result, Severity } from '../model/finding.ts';
import type { AnyRule } from '../rule.ts';
import type { ReportContext } from './reporter.ts';

/** The findings a report lists: with `quiet` errors only. What is counted does not depend on it. */
export function listedFindings({ findings }: Result, { quiet }: ReportContext): readonly Finding[] {
  return quiet ? findings.filter(({ severity }) => severity === 'error') : findings;
}

/** The same, and those that are suppressed or in the baseline when they are asked for: each says so itself. */
export function detailedFindings(result: Result, context: ReportContext): readonly Finding[] {
  return listedFindings(result.listed === undefined ? result : { ...result, findings: result.listed }, context);
}

/** The first `limit` findings, the worst ones first; in their own order when none is left out. */
export function worstFirst(findings: readonly Finding[], limit: number): readonly Finding[] {
  return findings.length <= limit ? findings : bySeverity(findings).slice(0, limit);
}

function bySeverity(findings: readonly Finding[]): readonly Finding[] {
  const of = (wanted: Severity) => findings.filter(({ severity }) => severity === wanted);
  return [...of('error'), ...of('warning'), ...of('info')];
}

/** The findings that fit into so many characters together, in their own order. `sizeOf` is asked worst first, until there is no room. */
export function fittingFindings(findings: readonly Finding[], room: number, sizeOf: (finding: Finding) => number): readonly Finding[] {
  const kept = new Set<Finding>();
  let left = room;
  for (const finding of bySeverity(findings)) {
    left -= sizeOf(finding);
    if (left < 0) break;
    kept.add(finding);
  }
  return kept.size === findings.length ? findings : findings.filter((finding) => kept.has(finding));
}

/** What findings are about together: a workflow in a source, or the source itself. */
export interface Subject {
  readonly source: string;
  readonly workflow: Finding['workflow'];
}

/** Findings of one workflow in one source stand together, the groups in order of their first finding. */
export function groupBySubject(findings: readonly Finding[]): ReadonlyMap<Subject, readonly Finding[]> {
  const bySource = new Map<string, Map<string, { subject: Subject; findings: Finding[] }>>();
  let last: { subject: Subject; findings: Finding[] } | undefined;
  for (const finding of findings) {
    const { source } = finding.location;
    const { workflow } = finding;
    // Neighbours mostly share the very object.
    if (last?.subject.source === source && last.subject.workflow === workflow) {
      last.findings.push(finding);
      continue;
    }
    let groups = bySource.get(source);
    if (groups === undefined) bySource.set(source, (groups = new Map()));
    const key = workflow === undefined ? '' : JSON.stringify([workflow.id, workflow.name]);
    last = groups.get(key);
    if (last === undefined) groups.set(key, (last = { subject: { source, workflow }, findings: [] }));
    last.findings.push(finding);
  }
  return new Map([...bySource.values()].flatMap((groups) => [...groups.values()].map((group) => [group.subject, group.findings] as const)));
}

/** A name for every finding that no other of the report has: the first keeps the fingerprint, its like get a number. */
export function uniqueFingerprints(findings: readonly Finding[]): ReadonlyMap<Finding, string> {
  const times = new Map<string, number>();
  return new Map(
    findings.map((finding) => {
      const nth = (times.get(finding.fingerprint) ?? 0) + 1;
      times.set(finding.fingerprint, nth);
      return [finding, nth === 1 ? finding.fingerprint : `${finding.fingerprint}:${nth}`];
    }),
  );
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
