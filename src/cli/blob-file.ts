import { createHash } from 'node:crypto';
import { closeSync, createReadStream, existsSync, openSync, readFileSync, readSync, rmSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { createGunzip, gzipSync } from 'node:zlib';
import { BadBlob, type Blob, type BlobHead, printBlob, readBlob } from '../check/blob.ts';
import type { Shard } from '../check/shard.ts';
import type { Collected } from '../check/sources.ts';
import { packPart } from '../lint/pack.ts';
import { UnportableFact } from '../lint/pack-facts.ts';
import { reasonOf } from '../load/refusal.ts';
import type { Args } from './args.ts';
import type { ReportTarget } from './formats.ts';
import type { Program } from './main.ts';
import { writeFileWhole } from './output.ts';
import type { Settled } from './setup.ts';
import { UserError } from './user-error.ts';

const MEMBER = 4 * 1024 * 1024;
const MAX_LINE = 256 * 1024 * 1024;

export interface BlobRun {
  readonly settled: Settled;
  readonly args: Args;
  readonly shard: Shard | undefined;
}

/** Takes blobs of an earlier run away, so that none of them is merged when this one fails. */
export function removeBlobs(targets: readonly ReportTarget[], program: Program): void {
  for (const path of pathsOf(targets, program)) if (existsSync(path) && isZipped(path)) rmSync(path);
}

const pathsOf = (targets: readonly ReportTarget[], program: Program): readonly string[] => targets.map(({ file }) => resolve(program.cwd(), file as string));

/** Prepares to write what a run finds out, packed, whole or not at all. */
export function openBlobs(
  targets: readonly ReportTarget[],
  { settled, args, shard = { index: 1, total: 1 } }: BlobRun,
  program: Program,
): (collected: Collected, names: ReadonlySet<string>) => void {
  const settings = settingsOf(settled, args, program);
  return ({ parts, empty, skipped, inputs }, names) => {
    const head: BlobHead = { shard, settings, scope: scopeOf(args), empty, skipped };
    try {
      const blob: Blob = { head, inputs: inputs(), names: [...names], parts: parts.map(packPart) };
      for (const path of pathsOf(targets, program)) writeFileWhole(path, zipped(printBlob(blob, program.tool.version)));
    } catch (error) {
      if (!(error instanceof UnportableFact)) throw error;
      throw new UserError(error.message, 'facts of a rule must be plain data to leave this run: see docs/plugins.md');
    }
  };
}

const scopeOf = ({ positional, events, workflow, status, live }: Args): BlobHead['scope'] => ({
  paths: positional,
  events,
  workflow,
  status: status ?? null,
  live,
});

/** Gzip members one after the other, so that no blob is held as a whole. */
function* zipped(lines: Iterable<string>): Iterable<Uint8Array> {
  let pending = '';
  for (const line of lines) {
    pending += line;
    if (pending.length < MEMBER) continue;
    yield gzipSync(pending, { level: 3 });
    pending = '';
  }
  yield gzipSync(pending, { level: 3 });
}

/** Reads a blob; throws a UserError with its name for one that cannot be used. */
export async function readBlobFile(file: string, program: Program): Promise<Blob> {
  const path = resolve(program.cwd(), file);
  try {
    if (!isZipped(path)) throw new BadBlob('is no blob of edgewise');
    const reader = readBlob(program.tool.version);
    const unzip = createGunzip();
    const raw = createReadStream(path);
    raw.on('error', (error) => unzip.destroy(error));
    let rest: Buffer[] = [];
    let held = 0;
    for await (const chunk of raw.pipe(unzip) as AsyncIterable<Buffer>) {
      let from = 0;
      for (let newline = chunk.indexOf(10); newline !== -1; newline = chunk.indexOf(10, from)) {
        reader.line(Buffer.concat([...rest, chunk.subarray(from, newline)]).toString());
        [rest, held, from] = [[], 0, newline + 1];
      }
      rest.push(chunk.subarray(from));
      held += chunk.length - from;
      if (held > MAX_LINE) throw new BadBlob('is damaged: a line does not end');
    }
    if (held > 0) throw new BadBlob('is cut off');
    return reader.end();
  } catch (error) {
    throw new UserError(`"${file}" ${error instanceof BadBlob ? error.message : `cannot be used: ${reasonOf(error)}`}`);
  }
}

function isZipped(path: string): boolean {
  // To open a pipe is to wait for somebody who writes to it.
  if (!statSync(path).isFile()) return false;
  const magic = Buffer.alloc(2);
  const fd = openSync(path, 'r');
  try {
    readSync(fd, magic, 0, 2, 0);
  } finally {
    closeSync(fd);
  }
  return magic[0] === 0x1f && magic[1] === 0x8b;
}

/** What must be the same for all shards and the merge: the rules in force, their options, and the code of plugins. */
export function settingsOf({ active, overrides }: Settled, { plugin }: Args, program: Program): string {
  const hash = createHash('sha256');
  const plain = (_: string, value: unknown): unknown => (value instanceof Map ? [...value] : value);
  hash.update(JSON.stringify([active.map(({ rule, severity, options }) => [rule.id, severity, options]), overrides], plain));
  for (const file of plugin) hash.update(readFileSync(resolve(program.cwd(), file)));
  return hash.digest('hex').slice(0, 32);
}
