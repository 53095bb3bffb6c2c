import type { Finding, FingerprintKey } from '../model/finding.ts';
import type { Found } from './part.ts';

/**
 * Identifies a finding across runs: by its rule and names, never by a line, file name or message.
 * 64 bits as 16 hex digits, from two multiply-and-rotate hashes. Not a secret.
 */
export function fingerprint(parts: readonly string[]): string {
  let a = 0xdeadbeef;
  let b = 0x41c6ce57;
  for (const part of parts) {
    for (let i = 0; i < part.length; i++) {
      const unit = part.charCodeAt(i);
      a = Math.imul(a ^ unit, 2654435761);
      b = Math.imul(b ^ unit, 1597334677);
    }
    // A separator that no text contains.
    a = Math.imul(a ^ 0x10000, 2654435761);
    b = Math.imul(b ^ 0x10000, 1597334677);
  }
  a = Math.imul(a ^ (a >>> 16), 2246822507) ^ Math.imul(b ^ (b >>> 13), 3266489909);
  b = Math.imul(b ^ (b >>> 16), 2246822507) ^ Math.imul(a ^ (a >>> 13), 3266489909);
  return hex(b) + hex(a);
}

const hex = (word: number): string => (word >>> 0).toString(16).padStart(8, '0');

/** Equal findings are numbered in order. */
export function withFingerprints(findings: readonly Found[]): readonly Finding[] {
  const seen = new Map<string, number>();
  return findings.map(({ document: _, fingerprintKey, ...finding }) => {
    const parts = partsOf(finding, fingerprintKey);
    const base = fingerprint(parts);
    const twins = seen.get(base) ?? 0;
    seen.set(base, twins + 1);
    return {
      ...finding,
      fingerprint: twins === 0 ? base : fingerprint([...parts, String(twins)]),
    };
  });
}

function partsOf(
  { rule, workflow, step = '', edge = '', event = '' }: Omit<Finding, 'fingerprint'>,
  { names, detail = '' }: FingerprintKey = {},
): readonly string[] {
  return names === undefined
    ? [rule, workflow?.id ?? workflow?.name ?? '', step, edge, event, detail]
    : [rule, names, detail];
}
