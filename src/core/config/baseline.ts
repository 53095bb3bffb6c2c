import { compareText } from '../lint/order.ts';
import type { Finding } from '../model/finding.ts';
import { isObject } from '../model/json.ts';
import { writeJson } from '../report/escape.ts';

/** An accepted finding. Only the fingerprint is compared; the rest is for reviewers. */
export interface BaselineEntry {
  readonly fingerprint: string;
  readonly rule: string;
  readonly message?: string;
  readonly source?: string;
}

/** An entry for each report that a finding joins. What is mandatory or suppressed has none. */
export const entriesOf = (findings: readonly Finding[]): readonly BaselineEntry[] =>
  findings
    .filter(({ isMandatory, accepted }) => !isMandatory && accepted?.by !== 'suppression')
    .flatMap(({ fingerprints, rule, message, location: { source } }) =>
      fingerprints.map((fingerprint) => ({ fingerprint, rule, message, source })),
    );

/** In an order that does not depend on files and lines. */
export function printBaseline(entries: readonly BaselineEntry[]): string {
  const unique = new Map(entries.map((entry) => [entry.fingerprint, entry]));
  const findings = [...unique.values()].sort(
    (a, b) => compareText(a.rule, b.rule) || compareText(a.fingerprint, b.fingerprint),
  );
  // Messages have names from the input.
  return [...writeJson({ version: 1, findings })].join('');
}

/** The entries, or why the text is no baseline. */
export function parseBaseline(text: string): readonly BaselineEntry[] | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'it is not JSON';
  }
  const { version, findings } = isObject(value) ? value : {};
  const isEntry = (each: unknown): each is BaselineEntry =>
    isObject(each) && [each['fingerprint'], each['rule']].every((name) => typeof name === 'string');
  if (version === 1 && Array.isArray(findings) && findings.every(isEntry)) return findings;
  return 'it needs "version": 1, and "findings" with "fingerprint" and "rule"';
}
