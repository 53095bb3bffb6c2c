import { chmodSync, realpathSync, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import type { Runtime } from '../command.ts';
import type { SourceInfo, SourceItem } from '../core/document/split.ts';
import type { ReadText } from '../core/lint/drafts.ts';
import { count } from '../core/model/duration.ts';
import { addTo } from '../core/model/groups.ts';
import { readWhole } from '../load/file.ts';
import {
  type Corrections,
  type FixedDocument,
  type FixSettings,
  fixItems,
  holdItems,
  readerOf,
} from '../run/fix.ts';
import { diffOf, fixedBytes } from '../run/fixed-bytes.ts';
import { writeStream } from '../run/output.ts';
import { OutputError } from '../run/user-error.ts';
import { explainWriteError, replaceFile } from '../run/write-file.ts';

export interface FixFlags {
  readonly fix: boolean;
  readonly fixUnsafe: boolean;
  readonly dryRun: boolean;
}

interface Corrected {
  /** What is checked and reported: as it is after the run. */
  readonly items: AsyncIterable<SourceItem>;
  readonly readText: ReadText;
  /** A unified diff of the files, with `--dry-run`. */
  readonly diff?: string;
}

/** `--fix`: corrects the files, or shows how. Standard input, compressed files and live accounts are only checked. */
export async function fixFiles(
  items: AsyncIterable<SourceItem>,
  settings: FixSettings,
  { fixUnsafe, dryRun }: FixFlags,
  { stderr }: Pick<Runtime, 'stderr'>,
): Promise<Corrected> {
  const held = await holdItems(items);
  const fixed = fixItems(held, settings, fixUnsafe ? 'unsafe' : 'safe', isWritable);
  const files = new Map<string, FixedDocument[]>();
  for (const each of fixed.changed) addTo(files, each.from.path as string, each);
  const diffs: string[] = [];
  for (const [path, documents] of files) {
    const before = readWhole(path);
    const after = fixedBytes(before, documents, path);
    const name = documents[0]?.document.ref.source as string;
    if (dryRun) diffs.push(await diffOf(name, before, after));
    else replaceText(path, after);
  }
  await writeStream(stderr, [summarize(fixed, files.size, dryRun)]);
  const checked = dryRun ? held : fixed.items;
  return {
    items: Readable.from(checked),
    readText: readerOf(checked),
    ...(dryRun && { diff: diffs.join('') }),
  };
}

const isWritable = ({ path, isLive }: SourceInfo): boolean =>
  path !== undefined && isLive !== true && !path.toLowerCase().endsWith('.gz');

function summarize({ made, refused }: Corrections, files: number, dryRun: boolean): string {
  const where = made === 0 ? '' : ` in ${count(files, 'file')}`;
  const left =
    refused === 0
      ? ''
      : `; ${count(refused, 'fix').replace(/fixs$/, 'fixes')} would cause other findings`;
  const what = `${count(made, 'finding')} ${dryRun ? 'would be' : made === 1 ? 'was' : 'were'} fixed`;
  return `edgewise: ${what}${where}${left}\n`;
}

/** The whole new file or the whole old one; links are followed, and the mode is kept. */
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
