import type { Finding } from '../model/finding.ts';
import { describeKind, isObject, own } from '../model/json.ts';
import { quote } from '../model/label.ts';
import { compare } from './order.ts';
import { isSuppressible } from './suppress.ts';

/** An accepted finding. Only the fingerprint is compared; the rest is for reviewers. */
export interface BaselineEntry {
  readonly fingerprint: string;
  readonly rule: string;
  readonly message?: string | undefined;
  readonly source?: string | undefined;
  readonly workflow?: string | undefined;
  /** Of a fault in many places. A finding with another name is not accepted. */
  readonly names?: readonly string[] | undefined;
}

interface Compared {
  readonly known: ReadonlySet<Finding>;
  /** Accepted findings with a new name, and how they are reported. */
  readonly changed: ReadonlyMap<Finding, Finding>;
  readonly unmatched: readonly BaselineEntry[];
}

export function compareBaseline(
  findings: readonly Finding[],
  entries: readonly BaselineEntry[],
): Compared {
  const accepted = new Map(entries.map((entry) => [entry.fingerprint, entry]));
  const matching = findings.filter(
    ({ rule, fingerprint }) => isSuppressible(rule) && accepted.has(fingerprint),
  );
  const known = new Set(
    matching.filter((finding) => newNames(finding, accepted.get(finding.fingerprint)).length === 0),
  );
  const matched = new Set(matching.map(({ fingerprint }) => fingerprint));
  const changed = new Map<Finding, Finding>();
  for (const finding of matching) {
    const [name, ...more] = newNames(finding, accepted.get(finding.fingerprint));
    if (name === undefined) continue;
    const others = more.length === 0 ? '' : ` and ${more.length} more`;
    const message = `${finding.message} (changed: ${quote(name)}${others} not in the baseline)`;
    changed.set(finding, { ...finding, message });
  }
  return {
    known,
    changed,
    unmatched: entries.filter(({ fingerprint }) => !matched.has(fingerprint)),
  };
}

/**
 * Entries of findings and further ones, in an order independent of files and lines.
 * @param nameOf the name of a source in the baseline.
 */
export function entriesOf(
  findings: readonly Finding[],
  kept: readonly BaselineEntry[],
  nameOf = (source: string): string => source,
): readonly BaselineEntry[] {
  const entries = findings
    .filter(({ rule }) => isSuppressible(rule))
    .map(({ fingerprint, rule, message, location, workflow, names }) => ({
      fingerprint,
      rule,
      message,
      source: nameOf(location.source),
      workflow: workflow?.name ?? workflow?.id,
      names,
    }));
  const all = new Map([...kept, ...entries].map((entry) => [entry.fingerprint, entry]));
  return [...all.values()].sort(
    (a, b) => compare(a.rule, b.rule) || compare(a.fingerprint, b.fingerprint),
  );
}

export function printBaseline(entries: readonly BaselineEntry[]): string {
  return `${JSON.stringify({ version: 1, findings: entries }, null, 2)}\n`;
}

/** The entries, or why the file is invalid. */
export function parseBaseline(text: string): readonly BaselineEntry[] | string {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return 'it is not JSON';
  }
  if (!isObject(value)) return `it holds ${describeKind(value)}, not an object`;
  const version = own(value, 'version');
  if (version !== 1)
    return typeof version === 'number' && version > 1
      ? `it is of version ${version}, which is newer than this program`
      : 'it has no "version": 1';
  const findings = own(value, 'findings');
  if (!Array.isArray(findings)) return 'it has no array "findings"';
  const entries: BaselineEntry[] = [];
  for (const [i, entry] of (findings as unknown[]).entries()) {
    if (!isObject(entry)) return `entry ${i + 1} is ${describeKind(entry)}, not an object`;
    const [fingerprint, rule] = [own(entry, 'fingerprint'), own(entry, 'rule')];
    if (typeof fingerprint !== 'string' || typeof rule !== 'string')
      return `entry ${i + 1} has no "fingerprint" or no "rule"`;
    const names = namesIn(entry);
    entries.push({
      fingerprint,
      rule,
      message: textIn(entry, 'message'),
      source: textIn(entry, 'source'),
      workflow: textIn(entry, 'workflow'),
      ...(names !== undefined && { names }),
    });
  }
  return entries;
}

/** The names that the accepted finding did not have; none when the entry keeps no names. */
const newNames = ({ names = [] }: Finding, entry: BaselineEntry | undefined): readonly string[] =>
  entry?.names === undefined ? [] : names.filter((name) => !entry.names?.includes(name));

function namesIn(entry: { readonly [key: string]: unknown }): readonly string[] | undefined {
  const names = own(entry, 'names');
  return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : undefined;
}

function textIn(entry: { readonly [key: string]: unknown }, key: string): string | undefined {
  const value = own(entry, key);
  return typeof value === 'string' ? value : undefined;
}
