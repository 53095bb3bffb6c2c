import { compareText } from '../lint/finish.ts';
import type { Finding } from '../model/finding.ts';
import { asString, isObject } from '../model/json.ts';

/** An accepted finding. Only the fingerprint is compared; the rest is for reviewers. */
export interface BaselineEntry {
  readonly fingerprint: string;
  readonly rule: string;
  readonly message?: string;
  readonly source?: string;
  readonly workflow?: string;
}

/** An entry for each report that a finding joins. What is mandatory or suppressed has none. */
export function entriesOf(findings: readonly Finding[]): readonly BaselineEntry[] {
  return findings
    .filter(({ isMandatory, accepted }) => !isMandatory && accepted?.by !== 'suppression')
    .flatMap(({ fingerprints, rule, message, location, workflow }) => {
      const name = workflow?.name ?? workflow?.id;
      const { source } = location;
      return fingerprints.map((fingerprint) => ({
        ...{ fingerprint, rule, message, source },
        ...(name !== undefined && { workflow: name }),
      }));
    });
}

/** In an order that does not depend on files and lines. */
export function printBaseline(entries: readonly BaselineEntry[]): string {
  const unique = new Map(entries.map((entry) => [entry.fingerprint, entry]));
  const findings = [...unique.values()].sort(
    (a, b) => compareText(a.rule, b.rule) || compareText(a.fingerprint, b.fingerprint),
  );
  return `${JSON.stringify({ version: 1, findings }, null, 2)}\n`;
}

/** The entries, or why the text is no baseline. */
export function parseBaseline(text: string): readonly BaselineEntry[] | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'it is not JSON';
  }
  if (!isObject(value) || typeof value['version'] !== 'number') return 'it has no "version": 1';
  const { version, findings } = value;
  if (version !== 1) return `it has version ${version}, which this program does not read`;
  if (!Array.isArray(findings)) return 'it has no array "findings"';
  const entries: BaselineEntry[] = [];
  for (const [i, entry] of (findings as unknown[]).entries()) {
    const { fingerprint, rule, message, source, workflow } = isObject(entry) ? entry : {};
    if (typeof fingerprint !== 'string' || typeof rule !== 'string')
      return `entry ${i + 1} has no "fingerprint" or no "rule"`;
    const texts = Object.entries({ message, source, workflow }).flatMap(([name, given]) => {
      const known = asString(given);
      return known === undefined ? [] : [[name, known] as const];
    });
    entries.push({ fingerprint, rule, ...Object.fromEntries(texts) });
  }
  return entries;
}
