import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { defineCommand, type Runtime } from '../../command.ts';
import { parseDocument } from '../../core/document/parse.ts';
import type { SourceDocument } from '../../core/document/split.ts';
import { accept } from '../../core/lint/accept.ts';
import { type Compared, compareParts } from '../../core/lint/compare.ts';
import type { ReadText } from '../../core/lint/locate.ts';
import { type Part, workflowNames } from '../../core/lint/part.ts';
import { groupBy } from '../../core/model/groups.ts';
import type { DocumentRef } from '../../core/model/nodes.ts';
import { pluralize, takeFirst } from '../../core/model/text.ts';
import { escapeText } from '../../core/report/escape.ts';
import { kindOf } from '../../load/folder-files.ts';
import { readDocuments } from '../../load/read.ts';
import { fileSize } from '../../load/sources.ts';
import { beginRun } from '../../run/begin-run.ts';
import { noWorkflow } from '../../run/decode.ts';
import { pick, RULE_FLAGS } from '../../run/flags.ts';
import { writeStream } from '../../run/output.ts';
import { reportFailedRun, reportRun } from '../../run/report-run.ts';
import { UserError } from '../../run/user-error.ts';
import type { Blob } from './blob.ts';
import { digestOf, readBlobFile } from './blob-file.ts';

interface Named {
  readonly file: string;
  readonly blob: Blob;
}

export default defineCommand({
  name: 'merge',
  summary: 'one report of several runs with --shard (files, or folders of *.blob)',
  positionals: ['BLOB…'],
  flags: {
    ...RULE_FLAGS,
    ...pick('format', 'quiet', 'maxFindings', 'showSuppressed'),
    ...pick('failOn', 'maxWarnings', 'baseline', 'updateBaseline', 'allowEmpty'),
  },
  examples: [['edgewise merge blobs/*.blob', 'one report of all shards']],
  failed: reportFailedRun,
  async run(given, context) {
    const { runtime } = context;
    const run = await beginRun(given, context);
    const { args, settings } = run;
    const files = args.positional.flatMap((path) => blobsIn(path, runtime));
    if (files.length === 0)
      throw new UserError('no blobs found', 'such as edgewise merge blobs/*.blob');
    const blobs = files.map((file): Named => ({ file, blob: readBlobFile(file, runtime) }));
    checkTogether(blobs, digestOf(run, args, runtime));

    const [{ blob: first }] = blobs as [Named];
    const repeated = blobs.map(({ blob }) => blob.part);
    const parts = withUnmatched(withoutRepeated(repeated), first.head.scope.workflow);
    const compared = compareParts(parts, settings);
    const unread = new Set<string>();
    const readText = await readTexts(refsOf(compared), first, unread, runtime);
    const outcome = accept(parts, compared, readText, settings);
    if (unread.size > 0) await writeStream(runtime.stderr, [unreadNote(unread)]);
    const { paths, events, workflow, status } = first.head.scope;
    const asked = { ...args, positional: paths, events, workflow, status: status ?? undefined };
    return reportRun(
      {
        ...run,
        outcome,
        args: asked,
        names: workflowNames(parts),
        paths: paths.length === 0 ? ['.'] : paths,
        keepMadeFixes: async (findings) =>
          (await import('./merged-fixes.ts')).keepMergedFixes(findings, first, run, runtime),
      },
      runtime,
    );
  },
});

function blobsIn(path: string, runtime: Runtime): readonly string[] {
  if (kindOf(resolve(runtime.cwd(), path)) !== 'folder') return [path];
  const found = readdirSync(resolve(runtime.cwd(), path), { recursive: true, encoding: 'utf8' });
  return found
    .filter((name) => name.endsWith('.blob'))
    .sort()
    .map((name) => join(path, name));
}

/** Refuses all but each shard of one run exactly once, since a report of some shards would look complete. */
function checkTogether(blobs: readonly Named[], settings: string): void {
  const [first] = blobs as readonly [Named];
  const { head } = first.blob;
  const { total } = head.shard;
  const byIndex = new Map<number, string>();
  for (const { file, blob } of blobs) {
    const { shard, scope } = blob.head;
    const both = `"${file}" and "${first.file}"`;
    if (shard.total !== total)
      throw new UserError(
        `"${file}" is one of ${pluralize(shard.total, 'shard')}, and "${first.file}" one of ${total}`,
        'merge the blobs of one run',
      );
    const other = byIndex.get(shard.index);
    if (other !== undefined)
      throw new UserError(
        `"${other}" and "${file}" are both shard ${shard.index} of ${total}`,
        'merge each shard once',
      );
    byIndex.set(shard.index, file);
    if (blob.head.settings !== head.settings)
      throw new UserError(`${both} were checked with different rules or options`);
    if (JSON.stringify(scope) !== JSON.stringify(head.scope))
      throw new UserError(
        `${both} were asked for different things`,
        'give all shards the same paths, --events, --status and --workflow',
      );
    const differing = differingInput(first.blob, blob);
    if (differing !== undefined)
      throw new UserError(
        `${both} did not read the same files: "${differing}" differs`,
        'give all shards the same files',
      );
  }
  const all = Array.from({ length: total }, (_, i) => i + 1);
  const missing = all.filter((index) => !byIndex.has(index));
  if (missing.length > 0) {
    const [shards, are] = missing.length === 1 ? ['shard', 'is'] : ['shards', 'are'];
    throw new UserError(
      `${shards} ${listed(missing)} of ${total} ${are} missing`,
      'run what is missing, and merge all of them',
    );
  }
  if (head.settings !== settings)
    throw new UserError(
      'the blobs were checked with other rules or options than are in force here',
      'merge with the same configuration, --preset, --rule, --only, --now and --plugin',
    );
}

/** The first file that not all shards read with the same size. */
function differingInput(first: Blob, { inputs }: Blob): string | undefined {
  const known = new Map(first.inputs);
  const differing = inputs.find(([source, size]) => known.get(source) !== size);
  const own = new Map(inputs);
  return (differing ?? first.inputs.find(([source]) => !own.has(source)))?.[0];
}

function listed(numbers: readonly number[]): string {
  const { first, more } = takeFirst(numbers, 10);
  return `${first.join(', ')}${more > 0 ? ' …' : ''}`;
}

/** What several shards found in an input that each of them reads, or failed to read, counts once. */
function withoutRepeated(parts: readonly Part[]): readonly Part[] {
  const failures = mostOf(parts.map((part) => part.failures));
  const findings = mostOf(parts.map((part) => part.findings));
  return parts.map((part, i) => {
    const counted = i === 0 ? { failures, findings } : { failures: [], findings: [] };
    return { ...part, ...counted };
  });
}

/** Equal items of several lists as often as the list with most of them has them. */
function mostOf<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const most = new Map<string, readonly T[]>();
  for (const list of lists)
    for (const [key, group] of groupBy(list, (item) => JSON.stringify(item)))
      if (group.length > (most.get(key)?.length ?? 0)) most.set(key, group);
  return [...most.values()].flat();
}

/** The documents in which the rules over the whole workspace found something. */
const refsOf = ({ reported }: Compared): readonly DocumentRef[] =>
  reported.flatMap(({ at, related }) =>
    [at, ...related.map((other) => other.at)].map(({ document }) => document),
  );

/** A value of --workflow that no shard found is a failure of the whole run. */
function withUnmatched(parts: readonly Part[], workflow: readonly string[]): readonly Part[] {
  const [first, ...others] = parts as readonly [Part, ...Part[]];
  if (parts.some(({ failures }) => failures.some(({ refused }) => !refused))) return parts;
  const names = workflowNames(parts);
  const unmatched = workflow.filter((name) => !names.has(name)).map(noWorkflow);
  return [{ ...first, failures: [...first.failures, ...unmatched] }, ...others];
}

/** Texts for findings of the merge, if the files are unchanged since the shards read them. */
async function readTexts(
  refs: readonly DocumentRef[],
  { inputs }: Blob,
  unread: Set<string>,
  runtime: Runtime,
): Promise<ReadText> {
  const sizes = new Map(inputs);
  const texts = new Map<string, string>();
  const keyOf = ({ source, index, start }: DocumentRef): string => `${index} ${start} ${source}`;
  for (const [source, own] of groupBy(refs, (ref) => ref.source)) {
    const path = resolve(runtime.cwd(), source);
    const wanted = new Set(own.map(keyOf));
    const size = sizes.get(source) ?? -1;
    if (size !== -1 && fileSize(path) === size)
      for await (const { ref, text } of documentsOf(path, source))
        if (wanted.has(keyOf(ref)) && isOurs(text, ref)) texts.set(keyOf(ref), text);
    if (!source.includes('://') && own.some((ref) => !texts.has(keyOf(ref)))) unread.add(source);
  }
  return (ref) => texts.get(keyOf(ref));
}

async function* documentsOf(path: string, source: string): AsyncIterable<SourceDocument> {
  try {
    for await (const documents of readDocuments({ path, source })) yield* documents;
  } catch {
    // The findings are kept without lines.
  }
}

// A blob may name any file, so only workflows and event definitions are quoted.
function isOurs(text: string, ref: DocumentRef): boolean {
  const { workflows, events, lists } = parseDocument(text, ref);
  return workflows.length + events.length + lists.length > 0;
}

function unreadNote(unread: ReadonlySet<string>): string {
  const [first = '', ...others] = [...unread].sort();
  const [more, them] =
    others.length === 0 ? ['', 'it'] : [` and ${pluralize(others.length, 'other file')}`, 'them'];
  return `edgewise: ${escapeText(first)}${more}: not here as the shards read ${them}, so some findings have no line\n`;
}
