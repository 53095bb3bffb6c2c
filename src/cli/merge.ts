import { readdirSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Blob } from '../check/blob.ts';
import { sizeOf } from '../check/tasks.ts';
import { parseDocument } from '../document/parse.ts';
import type { ReadText } from '../lint/drafts.ts';
import { finishRun } from '../lint/finish.ts';
import { unpackPart } from '../lint/pack.ts';
import type { PackedPart } from '../lint/packed.ts';
import type { Part } from '../lint/part.ts';
import { rereadFrom } from '../load/again.ts';
import type { Failure } from '../model/finding.ts';
import type { DocumentRef } from '../model/nodes.ts';
import { escapeText } from '../report/escape.ts';
import { count } from '../report/words.ts';
import type { AnyRule } from '../rule.ts';
import type { Args } from './args.ts';
import { readBlobFile, settingsOf } from './blob-file.ts';
import { conclude, thresholdsOf } from './conclude.ts';
import { parseFormats } from './formats.ts';
import type { Program } from './main.ts';
import { writeStream } from './output.ts';
import { dayOf, readConfig, settleRules } from './setup.ts';
import { UserError } from './user-error.ts';

interface Named {
  readonly file: string;
  readonly blob: Blob;
}

/** `edgewise merge BLOB…`: what the shards found out as one report, as a single run would have given it. */
export async function merge(rules: readonly AnyRule[], args: Args, program: Program): Promise<number> {
  const started = performance.now();
  const targets = parseFormats(args.format);
  const thresholds = thresholdsOf(args);
  const config = await readConfig(rules, args, program);
  const settled = await settleRules(rules, config, args);
  const stats = args.stats ? (await import('./stats.ts')).startStats() : undefined;
  const today = dayOf(args.now, new Date());
  refuseFlagsOfLint(args);
  const files = args.positional.flatMap((path) => blobsIn(path, program));
  if (files.length === 0)
    throw new UserError(args.positional.length === 0 ? 'merge which blobs?' : 'there are no blobs there', 'such as edgewise merge blobs/*.blob');
  stats?.clock.enter('read');
  const blobs: Named[] = [];
  for (const file of files) blobs.push({ file, blob: await readBlobFile(file, program) });
  checkTogether(blobs, settingsOf(settled, args, program));

  const unread = new Set<string>();
  const parts = unpackAll(blobs);
  const heads = blobs.map(({ blob }) => blob.head);
  const { active, settingAt } = settled;
  const skipped = heads.reduce((sum, head) => sum + head.skipped, 0);
  const readText = await readAgain(blobs, unread, program);
  stats?.clock.enter('workspace');
  const result = finishRun(parts, { rules: stats?.clock.ofRules(active) ?? active, settingAt, readText, skipped });
  readText.close();
  stats?.clock.enter('report');
  if (unread.size > 0) await writeStream(program.stderr, [unreadNote(unread)]);
  const { paths, events, workflow, status, live } = (heads[0] as (typeof heads)[0]).scope;
  const asked: Args = { ...args, positional: paths, events, workflow, live, ...(status !== null && { status }) };
  const seen = new Set(blobs.flatMap(({ blob }) => [...blob.names]));
  const empty = heads.every((head) => head.empty);
  const code = await conclude(
    { result, empty, args: asked, config, active, seen, today, targets, thresholds, paths: paths.length === 0 ? ['.'] : paths, started },
    program,
  );
  if (stats !== undefined) await writeStream(program.stderr, stats.print(result));
  return code;
}

// What was read is over and done: these would only look as if they did something.
function refuseFlagsOfLint({ live, events, status, workflow, shard, changedSince }: Args): void {
  const given = { live, events: events.length > 0, status: status !== undefined, workflow: workflow.length > 0, shard: shard !== undefined };
  const all = { ...given, 'changed-since': changedSince !== undefined };
  for (const [name, isGiven] of Object.entries(all))
    if (isGiven) throw new UserError(`--${name} is for lint, which writes the blobs`, 'merge takes what they hold');
}

function blobsIn(path: string, program: Program): readonly string[] {
  if (statSync(resolve(program.cwd(), path), { throwIfNoEntry: false })?.isDirectory() !== true) return [path];
  const found = readdirSync(resolve(program.cwd(), path), { recursive: true, encoding: 'utf8' });
  return found
    .filter((name) => name.endsWith('.blob'))
    .sort()
    .map((name) => join(path, name));
}

/** Refuses what is not each shard of one run exactly once: a report of the rest would look as if it were of everything. */
function checkTogether(blobs: readonly Named[], settings: string): void {
  const [first] = blobs as readonly [Named];
  const { total } = first.blob.head.shard;
  const byIndex = new Map<number, string>();
  for (const { file, blob } of blobs) {
    const { shard, scope } = blob.head;
    if (shard.total !== total)
      throw new UserError(`"${file}" is one of ${count(shard.total, 'shard')}, and "${first.file}" one of ${total}`, 'merge the blobs of one run');
    const other = byIndex.get(shard.index);
    if (other !== undefined) throw new UserError(`"${other}" and "${file}" are both shard ${shard.index} of ${total}`, 'merge each shard once');
    byIndex.set(shard.index, file);
    if (blob.head.settings !== first.blob.head.settings) throw new UserError(`"${file}" and "${first.file}" were checked with different rules or options`);
    if (JSON.stringify(scope) !== JSON.stringify(first.blob.head.scope))
      throw new UserError(`"${file}" and "${first.file}" were asked for different things`, 'give all shards the same paths, --events, --status and --workflow');
    checkInputs(first, { file, blob });
  }
  const missing = Array.from({ length: total }, (_, i) => i + 1).filter((index) => !byIndex.has(index));
  if (missing.length > 0)
    throw new UserError(
      `${missing.length === 1 ? 'shard' : 'shards'} ${listed(missing)} of ${total} ${missing.length === 1 ? 'is' : 'are'} missing`,
      'run what is missing, and merge all of them',
    );
  if (first.blob.head.settings !== settings)
    throw new UserError(
      'the blobs were checked with other rules or options than are in force here',
      'merge with the same configuration, --preset, --rule, --only, --now and --plugin',
    );
}

function checkInputs(first: Named, { file, blob }: Named): void {
  const known = new Map(first.blob.inputs);
  const differing =
    blob.inputs.find(([source, size]) => known.get(source) !== size)?.[0] ??
    (known.size > blob.inputs.length ? first.blob.inputs.find(([source]) => !blob.inputs.some(([own]) => own === source))?.[0] : undefined);
  if (differing !== undefined)
    throw new UserError(`"${file}" and "${first.file}" did not read the same files: "${differing}" differs`, 'give all shards the same files');
}

const MAX_LISTED = 10;

const listed = (numbers: readonly number[]): string => `${numbers.slice(0, MAX_LISTED).join(', ')}${numbers.length > MAX_LISTED ? ' …' : ''}`;

/** The parts of all blobs. What every shard failed to read is one failure, not one of each. */
function unpackAll(blobs: readonly Named[]): readonly Part[] {
  const parts: Part[] = [];
  const failures = new Map<string, readonly Failure[]>();
  for (const { file, blob } of blobs) {
    const own = new Map<string, Failure[]>();
    for (const packed of blob.parts) {
      parts.push({ ...unpack(packed, file), failures: [] });
      for (const failure of packed.failures) {
        const key = JSON.stringify(failure);
        own.set(key, [...(own.get(key) ?? []), failure]);
      }
    }
    for (const [key, group] of own) if (group.length > (failures.get(key)?.length ?? 0)) failures.set(key, group);
  }
  return parts.map((part, i) => (i === 0 ? { ...part, failures: [...failures.values()].flat() } : part));
}

function unpack(packed: PackedPart, file: string): Part {
  try {
    return unpackPart(packed);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new UserError(`"${file}" is damaged: ${error.message}`);
  }
}

/** Texts for findings that only all shards together show, where the files still are as the shards read them. */
async function readAgain(blobs: readonly Named[], unread: Set<string>, program: Program): Promise<ReadText & { close(): void }> {
  const sizes = new Map((blobs[0] as Named).blob.inputs);
  const origins = new Map([...sizes].flatMap(([source, size]) => (size === -1 ? [] : [[source, { path: resolve(program.cwd(), source) }] as const])));
  const read = await rereadFrom(origins);
  const textOf = (ref: DocumentRef): string | undefined => {
    const { source, part } = ref;
    if (part !== undefined && 'text' in part) return part.text;
    const path = origins.get(source)?.path;
    const text = path === undefined || sizeOf({ path }) !== sizes.get(source) ? undefined : read(ref);
    if (text !== undefined && isOurs(text, ref)) return text;
    if (!source.includes('://')) unread.add(source);
    return undefined;
  };
  return Object.assign(textOf, { close: read.close });
}

// A blob may name any file: nothing is quoted but workflows and event definitions.
function isOurs(text: string, ref: DocumentRef): boolean {
  const { part } = ref;
  const { workflows, events, lists } = parseDocument(part !== undefined && 'from' in part ? `[${text.slice(part.from, part.to)}]` : text, ref);
  return workflows.length + events.length + lists.length > 0;
}

function unreadNote(unread: ReadonlySet<string>): string {
  const [first, ...others] = [...unread].sort();
  const what = `${escapeText(first as string)}${others.length === 0 ? '' : ` and ${count(others.length, 'other file')}`}`;
  return `edgewise: ${what}: not here as the shards read ${others.length === 0 ? 'it' : 'them'}, so some findings have no line\n`;
}
