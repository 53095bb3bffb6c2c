import type { Finding } from '../model/finding.ts';
import type { AnyRule } from '../rule.ts';
import { pathFromRoot, writeJson } from './escape.ts';
import { bySeverity, listedFindings } from './listing.ts';
import type { Reporter } from './reporter.ts';
import { wordFinding } from './words.ts';

/** Code Quality. GitLab stops reading at the first entry that lacks a field or has an empty one. */
const gitlab: Reporter = (result, context) => {
  const rules = new Map(context.rules.map((rule) => [rule.id, rule]));
  const locationOf = (source: string, line = 1): object => ({
    path: pathFromRoot(source, context.folder),
    lines: { begin: line },
  });
  return writeJson([
    ...result.failures.map(({ source, message }, i) => ({
      description: `not read: ${message}`,
      ...{ check_name: 'not-read', fingerprint: `not-read:${i}:${source}`, severity: 'blocker' },
      location: locationOf(source),
    })),
    ...bySeverity(listedFindings(result, context)).map((finding) => ({
      description: wordFinding(finding) || finding.rule,
      check_name: finding.rule,
      fingerprint: finding.fingerprint,
      severity: severityOf(finding, rules.get(finding.rule)),
      location: locationOf(finding.location.source, finding.location.region?.startLine),
    })),
  ]);
};

function severityOf({ severity }: Finding, rule: AnyRule | undefined): string {
  if (severity === 'error') return rule?.stage === 'readable' ? 'blocker' : 'critical';
  if (severity === 'info') return 'info';
  return rule?.preset === 'strict' ? 'minor' : 'major';
}

export default gitlab;
