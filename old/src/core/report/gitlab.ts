import type { Finding, Result } from '../model/finding.ts';
import type { AnyRule } from '../rule.ts';
import { bySeverity, listedFindings, uniqueFingerprints } from './listing.ts';
import type { ReportContext, Reporter } from './reporter.ts';
import { sourcePath } from './uri.ts';
import { messageWithCreator } from './words.ts';
import { writeJson } from './write-json.ts';

/** GitLab stops reading at the first entry that lacks a field. */
const gitlab: Reporter = (result, context) => writeJson([...entries(result, context)]);

function* entries(result: Result, context: ReportContext): Iterable<object> {
  const rules = new Map(context.rules.map((rule) => [rule.id, rule]));
  for (const [i, { source, message }] of result.failures.entries()) {
    yield {
      description: `not read: ${message}`,
      check_name: 'not-read',
      fingerprint: `not-read:${i}:${source}`,
      severity: 'blocker',
      location: { path: sourcePath(source, context.folder), lines: { begin: 1 } },
    };
  }
  const findings = bySeverity(listedFindings(result, context));
  const fingerprints = uniqueFingerprints(findings);
  for (const finding of findings) {
    const { rule, location } = finding;
    yield {
      // GitLab treats an empty text as missing.
      description: messageWithCreator(finding) || rule,
      check_name: rule,
      fingerprint: fingerprints.get(finding),
      severity: severityOf(finding, rules.get(rule)),
      location: {
        path: sourcePath(location.source, context.folder),
        lines: { begin: location.region?.startLine ?? 1 },
      },
    };
  }
}

function severityOf({ severity }: Finding, rule: AnyRule | undefined): string {
  if (severity === 'error') return rule?.category === 'document' ? 'blocker' : 'critical';
  if (severity === 'warning')
    return rule?.preset === 'strict' || rule?.preset === 'off' ? 'minor' : 'major';
  return 'info';
}

export default gitlab;
