import { chmodSync, realpathSync, statSync } from 'node:fs';
import type { Runtime } from '../command.ts';
import type { SourceInfo, SourceItem } from '../core/document/split.ts';
import { pluralize } from '../core/model/text.ts';
import { type Corrections, type FixSettings, fixItems } from '../run/fix.ts';
import { diffOf, fixedFiles } from '../run/fixed-bytes.ts';
import { writeStream } from '../run/output.ts';
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
  const fixed = fixItems(items, settings, fixUnsafe ? 'unsafe' : 'safe', isWritable);
  const diffs: string[] = [];
  let files = 0;
  for (const file of fixedFiles(fixed.changed)) {
    files++;
    if (dryRun) diffs.push(await diffOf(file));
    else replaceText(file.path as string, file.after);
  }
  await writeStream(stderr, [summarize(fixed, files, dryRun)]);
  return { items: dryRun ? items : fixed.items, ...(dryRun && { diff: diffs.join('') }) };
}

const isWritable = ({ path, isLive }: SourceInfo): boolean =>
  path !== undefined && isLive !== true && !path.toLowerCase().endsWith('.gz');

function summarize({ made, refused }: Corrections, files: number, dryRun: boolean): string {
  const where = made === 0 ? '' : ` in ${pluralize(files, 'file')}`;
  const left =
    refused === 0
      ? ''
      : `; ${pluralize(refused, 'fix').replace(/fixs$/, 'fixes')} would cause other findings`;
  const what = `${pluralize(made, 'finding')} ${dryRun ? 'would be' : made === 1 ? 'was' : 'were'} fixed`;
  return `edgewise: ${what}${where}${left}\n`;
}

/** Writes the new file completely or keeps the old one; links are followed, and the mode is kept. */
function replaceText(path: string, content: Buffer): void {
  try {
    const target = realpathSync(path);
    const { mode } = statSync(target);
    replaceFile(target, [content], { mode, isSynced: true });
    chmodSync(target, mode);
  } catch (error) {
    throw new OutputError(`cannot write "${path}": ${explainWriteError(error)}`);
  }
}
