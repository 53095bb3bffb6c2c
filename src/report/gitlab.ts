import type { Finding, Result } from '../model/finding.ts';
import type { AnyRule } from '../rule.ts';
import { listedFindings, uniqueFingerprints } from './listing.ts';
import type { ReportContext, Reporter } from './reporter.ts';
import { sourcePath } from './uri.ts';
import { messageOf } from './words.ts';
import { writeJson } from './write-json.ts';

/** GitLab's Code Quality report: an array, read up to the first entry that lacks something. */
export const gitlab: Reporter = (result, context) => writeJson(entries(result, context));

function* entries(result: Result, context: ReportContext): Iterable<object> {
  const rules = new Map(context.rules.map((rule) => [rule.id, rule]));
  // Nothing is known of what could not be read, and there is no other place to say so.
  for (const [i, { source, message }] of result.failures.entries()) {
    yield entry(`not read: ${message}`, 'not-read', `not-read:${i}:${source}`, 'blocker', sourcePath(source, context.folder), 1);
  }
  const findings = listedFindings(result, context);
  const fingerprints = uniqueFingerprints(findings);
  for (const finding of findings) {
    const { rule, location } = finding;
    const path = sourcePath(location.source, context.folder);
    yield entry(messageOf(finding), rule, fingerprints.get(finding) as string, severityOf(finding, rules.get(rule)), path, location.region?.startLine ?? 1);
  }
}

function entry(description: string, check_name: string, fingerprint: string, severity: string, path: string, begin: number): object {
  // An empty text is taken for a missing one.
  return { description: description || check_name, check_name, fingerprint, severity, location: { path, lines: { begin } } };
}

/** Five levels from three: errors about what was not understood block, and what only `strict` has is minor. */
function severityOf({ severity }: Finding, rule: AnyRule | undefined): string {
  if (severity === 'error') return rule?.category === 'document' ? 'blocker' : 'critical';
  if (severity === 'warning') return rule?.preset === 'strict' || rule?.preset === 'off' ? 'minor' : 'major';
  return 'info';
}
