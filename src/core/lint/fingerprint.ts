import type { Finding } from '../model/finding.ts';
import type { Located } from './part.ts';

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
export function withFingerprints(located: readonly Located[]): readonly Finding[] {
  const seen = new Map<string, number>();
  return located.map((found) => {
    const { rule, fingerprintKey: { names, detail = '' } = {} } = found;
    const parts = names === undefined ? [rule, ...namesOf(found), detail] : [rule, names, detail];
    const base = fingerprint(parts);
    const twins = seen.get(base) ?? 0;
    seen.set(base, twins + 1);
    return findingOf(found, twins === 0 ? base : fingerprint([...parts, String(twins)]));
  });
}

function namesOf({
  subject: { workflow, step = '', edge = '', event = '' },
}: Located): readonly string[] {
  return [workflow?.id ?? workflow?.name ?? '', step, edge, event];
}

// Field by field: there may be tens of thousands, and spreading small objects takes five times as long.
function findingOf(
  { rule, severity, message, help, consequence, subject, location, related, fixes, names }: Located,
  own: string,
): Finding {
  const { workflow, step, edge, event } = subject;
  const finding: Partial<Writable<Finding>> = { rule, severity, message };
  if (help !== undefined) finding.help = help;
  if (consequence !== undefined) finding.consequence = consequence;
  finding.fingerprint = own;
  finding.location = location;
  if (workflow !== undefined) finding.workflow = workflow;
  if (step !== undefined) finding.step = step;
  if (edge !== undefined) finding.edge = edge;
  if (event !== undefined) finding.event = event;
  if (names !== undefined) finding.names = names;
  finding.related = related;
  finding.fixes = fixes ?? NO_FIXES;
  return finding as Finding;
}

const NO_FIXES: Finding['fixes'] = [];

type Writable<T> = { -readonly [K in keyof T]: T[K] };
