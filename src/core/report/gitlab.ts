import { pathFromRoot, writeJson } from './escape.ts';
import { bySeverity, listedFindings } from './listing.ts';
import type { Reporter } from './reporter.ts';
import { wordFinding } from './words.ts';

const SEVERITY_NAMES = { error: 'critical', warning: 'major', info: 'info' } as const;

/** Code Quality. GitLab stops reading at the first entry that lacks a field or has an empty one. */
const gitlab: Reporter = (result, context) => {
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
      severity: SEVERITY_NAMES[finding.severity],
      location: locationOf(finding.location.source, finding.location.region?.startLine),
    })),
  ]);
};

export default gitlab;
