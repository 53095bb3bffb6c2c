import { createHash } from 'node:crypto';
import { closeSync, existsSync, openSync, readFileSync, readSync, rmSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import type { Runtime } from '../../command.ts';
import type { Part } from '../../core/lint/part.ts';
import { reasonOf } from '../../load/source-error.ts';
import type { SharedArgs } from '../../run/flags.ts';
import type { ReportTarget } from '../../run/output.ts';
import type { RunSetup } from '../../run/setup.ts';
import type { Shard } from '../../run/shard.ts';
import { UserError } from '../../run/user-error.ts';
import { writeFileWhole } from '../../run/write-file.ts';
import { BadBlob, type Blob, printBlob, readBlob } from './blob.ts';

/** The request of a run: the same for all shards. */
type ScopeFlags = SharedArgs<'plugin' | 'events' | 'workflow' | 'status' | 'live'> & {
  readonly positional: readonly string[];
};

interface BlobRequest {
  readonly setup: RunSetup;
  readonly args: ScopeFlags;
  readonly shard: Shard | undefined;
}

/** Removes blobs of an earlier run, so that they are not merged when this run fails. */
export function removeBlobs(targets: readonly ReportTarget[], runtime: Runtime): void {
  for (const path of pathsOf(targets, runtime))
    if (existsSync(path) && isZipped(path)) rmSync(path);
}

const pathsOf = (targets: readonly ReportTarget[], runtime: Runtime): readonly string[] =>
  targets.map(({ file }) => resolve(runtime.cwd(), file as string));

/** Prepares to write the part of a run in gzip, completely or not at all. */
export function openBlobs(
  targets: readonly ReportTarget[],
  { setup, args, shard = { index: 1, total: 1 } }: BlobRequest,
  runtime: Runtime,
): (part: Part, inputs: Blob['inputs']) => void {
  const { positional, events, workflow, status = null, live } = args;
  const scope = { paths: positional, events, workflow, status, live };
  const head = { shard, settings: digestOf(setup, args, runtime), scope };
  return (part, inputs) => {
    const content = gzipSync(printBlob({ head, inputs, part }, runtime.tool.version));
    for (const path of pathsOf(targets, runtime)) writeFileWhole(path, [content], runtime.cwd());
  };
}

/** Reads a blob; throws a UserError with its name for an unusable one. */
export function readBlobFile(file: string, runtime: Runtime): Blob {
  const path = resolve(runtime.cwd(), file);
  try {
    if (!isZipped(path)) throw new BadBlob('is not a blob of edgewise');
    return readBlob(gunzipSync(readFileSync(path)).toString(), runtime.tool.version);
  } catch (error) {
    throw new UserError(
      `"${file}" ${error instanceof BadBlob ? error.message : `cannot be used: ${reasonOf(error)}`}`,
    );
  }
}

function isZipped(path: string): boolean {
  // Opening a pipe waits for a writer.
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

/** A digest that must be the same for all shards and the merge: active rules, their options, and the code of plugins. */
export function digestOf(
  { active, overrides }: RunSetup,
  { plugin }: SharedArgs<'plugin'>,
  runtime: Runtime,
): string {
  const hash = createHash('sha256');
  const plain = (_: string, value: unknown): unknown => (value instanceof Map ? [...value] : value);
  hash.update(
    JSON.stringify(
      [active.map(({ rule, severity, options }) => [rule.id, severity, options]), overrides],
      plain,
    ),
  );
  for (const file of plugin) hash.update(readFileSync(resolve(runtime.cwd(), file)));
  return hash.digest('hex').slice(0, 32);
}
