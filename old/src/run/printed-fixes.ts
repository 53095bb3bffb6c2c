import { statSync } from 'node:fs';
import type { SourceInfo, SourceItem } from '../core/document/split.ts';
import type { Finding, Fix, Result } from '../core/model/finding.ts';
import type { FixSafety } from '../core/model/nodes.ts';
import { changeableDocuments, type FixSettings, tryFixes } from './fix.ts';

/** Findings for people, and how many have fixes that were not tried. */
export type Printed = Pick<Result, 'findings' | 'untried'>;

/**
 * The findings with the fix that `--fix` makes of theirs, else that of `--fix-unsafe`. Other fixes are left out, and in many
 * documents those that are not decided after a few checks.
 */
export function keepMadeFixes(
  findings: readonly Finding[],
  items: readonly SourceItem[],
  settings: FixSettings,
  canChange = canFix,
): Printed {
  const made = new Set<string>();
  const untried = new Set<string>();
  const documents = changeableDocuments(items, canChange);
  const checks = Math.max(8, Math.round(4000 / documents.size));
  for (const wanted of ['safe', 'unsafe'] as const) {
    if (!findings.some(({ fixes }) => fixes.some(({ safety }) => safety === wanted))) continue;
    const tried = tryFixes(items, settings, { documents, wanted, checks });
    for (const { finding, fix } of tried.made)
      made.add(`${wanted} ${finding.fingerprint} ${fix.title}`);
    for (const { fingerprint } of tried.untried) untried.add(fingerprint);
  }
  const printed = findings.map((finding) => {
    const { fingerprint, fixes } = finding;
    if (fixes.length === 0) return finding;
    const isMade = (wanted: FixSafety) => (fix: Fix) =>
      made.has(`${wanted} ${fingerprint} ${fix.title}`);
    const fix = fixes.find(isMade('safe')) ?? fixes.find(isMade('unsafe'));
    return { ...finding, fixes: fix === undefined ? [] : [fix] };
  });
  const left = printed.filter(
    ({ fixes, fingerprint }) => fixes.length === 0 && untried.has(fingerprint),
  );
  return { findings: printed, untried: left.length };
}

/** Whether `--fix` changes a source. */
export const canFix = (from: SourceInfo): boolean =>
  isPlainFile(from) && lockOf(from.path) === undefined;

export function isPlainFile(from: SourceInfo): from is SourceInfo & { readonly path: string } {
  const { path, isLive } = from;
  return path !== undefined && isLive !== true && !path.toLowerCase().endsWith('.gz');
}

/** Why a file cannot be replaced by another with the same names, owner and mode. */
export function lockOf(path: string): string | undefined {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return undefined;
  if ((found.mode & 0o222) === 0) return 'the file is read-only';
  return found.nlink > 1 ? 'the file has other hard links' : undefined;
}
