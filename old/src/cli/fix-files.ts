import { realpathSync, rmSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Runtime } from '../command.ts';
import type { SourceItem } from '../core/document/split.ts';
import { fingerprint } from '../core/lint/fingerprint.ts';
import type { Finding, Fix, Result } from '../core/model/finding.ts';
import { groupBy } from '../core/model/groups.ts';
import type { FixSafety } from '../core/model/nodes.ts';
import { pluralize, takeFirst, truncateWords } from '../core/model/text.ts';
import { escapeText } from '../core/report/escape.ts';
import { type Corrections, type FixSettings, fixItems, type RefusedFix } from '../run/fix.ts';
import { diffOf, fixedFiles } from '../run/fixed-bytes.ts';
import { writeStream } from '../run/output.ts';
import { canFix, isPlainFile, lockOf } from '../run/printed-fixes.ts';
import { OutputError } from '../run/user-error.ts';
import { explainWriteError, replaceFile } from '../run/write-file.ts';

export interface FixFlags {
  readonly fix: boolean;
  readonly fixUnsafe: boolean;
  readonly dryRun: boolean;
}

interface Corrected {
  /** The checked and reported content, after the run. */
  readonly items: readonly SourceItem[];
  /** A unified diff of the files, with `--dry-run`. */
  readonly diff?: string;
}

/** `--fix`: corrects the files, or shows the changes. Standard input, compressed files and live accounts are only checked. */
export async function fixFiles(
  items: readonly SourceItem[],
  settings: FixSettings,
  { fixUnsafe, dryRun }: FixFlags,
  { stderr }: Pick<Runtime, 'stderr'>,
): Promise<Corrected> {
  const wanted = fixUnsafe ? 'unsafe' : 'safe';
  const fixed = fixItems(items, settings, wanted, canFix);
  const diffs: string[] = [];
  let files = 0;
  for (const file of fixedFiles(fixed.changed)) {
    files++;
    if (dryRun) diffs.push(await diffOf(file));
    else replaceText(file.path as string, file.after);
  }
  await writeStream(stderr, [
    summarize(fixed, files, dryRun),
    ...describeRefused(fixed.refused),
    ...describeLocked(items, fixed.result, wanted),
  ]);
  return { items: dryRun ? items : fixed.items, ...(dryRun && { diff: diffs.join('') }) };
}

function summarize({ made, refused }: Corrections, files: number, dryRun: boolean): string {
  const where = made.length === 0 ? '' : ` in ${pluralize(files, 'file')}`;
  const what = `${pluralize(made.length, 'finding')} ${dryRun ? 'would be' : made.length === 1 ? 'was' : 'were'} fixed`;
  const left =
    refused.length === 0
      ? ''
      : `; ${refused.length} ${refused.length === 1 ? 'fix is' : 'fixes are'} not made`;
  return `edgewise: ${what}${where}${left}${refused.length === 0 ? '' : ':'}\n`;
}

/** Refused fixes, and findings that prevent them, that are named. */
const NAMED = 10;

function describeRefused(refused: readonly RefusedFix[]): readonly string[] {
  const { first, more } = takeFirst(refused, NAMED);
  const lines = first.map(({ finding, fix, cause }) => {
    const why =
      cause === undefined
        ? 'it makes nothing better'
        : `it would cause ${cause.rule} at ${printPlace(cause)}: ${cause.message}`;
    return `${printPlace(finding)}: ${fix.title} (${finding.rule}): ${why}`;
  });
  return [...lines, ...(more > 0 ? [`and ${more} more`] : [])].map(
    (line) => `          ${escapeText(truncateWords(line))}\n`,
  );
}

const printPlace = ({ location: { source, region } }: Finding): string =>
  region === undefined ? source : `${source}:${region.startLine}`;

/** The files with fixes that are not changed, a line for each reason. */
function describeLocked(
  items: readonly SourceItem[],
  { findings }: Result,
  wanted: FixSafety,
): readonly string[] {
  const paths = new Map(
    items.flatMap((item) =>
      'documents' in item && isPlainFile(item.from)
        ? [...item.documents].map(({ ref }) => [ref.source, item.from.path as string] as const)
        : [],
    ),
  );
  const isWanted = ({ safety }: Fix): boolean => safety === 'safe' || wanted === 'unsafe';
  const fixable = new Set(
    findings.filter(({ fixes }) => fixes.some(isWanted)).map(({ location: { source } }) => source),
  );
  const lockOfSource = (source: string): string | undefined => {
    const path = paths.get(source);
    return path === undefined ? undefined : lockOf(path);
  };
  return [...groupBy(fixable, lockOfSource)].flatMap(([lock, locked]) => {
    if (lock === undefined) return [];
    const { first, more } = takeFirst(locked, 3);
    const names = first.map((source) => `"${escapeText(source)}"`).join(', ');
    const others = more > 0 ? ` and ${more} more` : '';
    return `edgewise: ${names}${others} ${locked.length === 1 ? 'is' : 'are'} not corrected: ${lock}\n`;
  });
}

/**
 * Writes the new file completely or keeps the old one; links are followed, owner and mode are kept. The temporary file has one
 * name for each file, so that of a killed run is replaced.
 */
function replaceText(path: string, content: Buffer): void {
  try {
    const target = realpathSync(path);
    const like = statSync(target);
    const name = `.edgewise-${fingerprint([basename(target)])}.tmp`;
    rmSync(join(dirname(target), name), { force: true });
    replaceFile(target, [content], { name, like, mode: 0o600, isSynced: true });
  } catch (error) {
    throw new OutputError(`cannot write "${path}": ${explainWriteError(error)}`);
  }
}
