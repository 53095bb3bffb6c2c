import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type SourceDocument, type SourceInfo, textDocuments } from '../../core/document/split.ts';
import type { Result } from '../../core/model/finding.ts';
import type { Document } from '../../core/model/nodes.ts';
import { configuredPaths, ignoredFiles, relativePath } from '../../load/config/find.ts';
import { createFileCache, type FileCache } from '../../load/file-cache.ts';
import { isBelow } from '../../load/folder-files.ts';
import { openSources } from '../../load/sources.ts';
import { beginRun } from '../../run/begin-run.ts';
import type { RunContext } from '../../run/context.ts';
import { decodeOnce } from '../../run/decode.ts';
import type { FlagValues } from '../../run/flag.ts';
import type { RULE_FLAGS, SharedArgs } from '../../run/flags.ts';
import { type LoadedBatch, type LoadedItem, load } from '../../run/load.ts';
import { eventPaths } from '../../run/named-sources.ts';
import { runItems } from '../../run/run.ts';
import type { Runtime } from '../../run/runtime.ts';
import { filePathOf, normalizeUri } from './uri.ts';

export type LspFlags = FlagValues<typeof RULE_FLAGS> & SharedArgs<'baseline'>;

/** A file of the folder, or an open text. */
export interface ProjectFile extends LoadedBatch {
  readonly uri: string;
  parsed(): readonly Document[];
  /** The first document of the last valid text, since the text is invalid while a word is typed. */
  lastRead(): Document | undefined;
}

/** The files of a folder; open texts of the editor replace them. */
export interface Project {
  /** Absolute; `undefined` if only open texts are checked. */
  readonly root: string | undefined;
  /** The text of an open file; `undefined` when it was closed. */
  open(uri: string, text: string | undefined): void;
  check(): Result;
  /** In the spelling of the editor, if it is open. */
  uriOf(source: string): string;
  file(uri: string): ProjectFile | undefined;
  files(): Iterable<ProjectFile>;
  /** Of what was read, for the project that replaces this one. */
  readonly cache: FileCache;
}

/**
 * Reads the configuration and the files of a folder. Throws a UserError for an invalid configuration.
 * @param earlier the project of the same folder before a change.
 */
export async function openProject(
  root: string | undefined,
  flags: LspFlags,
  context: RunContext,
  earlier?: Project,
): Promise<Project> {
  const cwd = root ?? context.runtime.cwd();
  const runtime = { ...context.runtime, cwd: () => cwd };
  const given = { ...flags, events: [] as readonly string[] };
  const run = await beginRun(given, { ...context, runtime });
  const cache = earlier?.cache ?? createFileCache();
  const { read, settings } = await readFolder(root, cwd, run, { cache, stdin: runtime.stdin });
  const onDisk = filesIn(read, earlier);
  const files = new Map(onDisk);
  const others = read.filter((item) => !('documents' in item));
  return {
    root,
    open(uri, text) {
      const own = normalizeUri(uri);
      const saved = onDisk.get(own);
      const file =
        text === undefined ? saved : openedFile({ uri, text, cwd, root }, saved, files.get(own));
      if (file !== undefined) files.set(own, file);
      else if (text === undefined) files.delete(own);
    },
    check: () => runItems([...others, ...files.values()], settings).result,
    uriOf(source) {
      const uri = pathToFileURL(resolve(cwd, source)).href;
      return (files.get(source) ?? files.get(uri))?.uri ?? uri;
    },
    file: (uri) => files.get(normalizeUri(uri)),
    files: () => files.values(),
    cache,
  };
}

async function readFolder(
  root: string | undefined,
  cwd: string,
  { args, config, settings }: Awaited<ReturnType<typeof beginRun<LspFlags & SharedArgs<'events'>>>>,
  { cache, stdin }: Pick<Project, 'cache'> & Pick<Runtime, 'stdin'>,
) {
  const events = eventPaths(args);
  const configured = configuredPaths(config.files, cwd);
  const sources = openSources({
    paths: root === undefined ? [] : (configured ?? ['.']),
    events: root === undefined ? undefined : events,
    cwd,
    allowsEmpty: true,
    stdin,
    ignores: await ignoredFiles(config, cwd, args.baseline),
    cache,
  });
  const read = await load(sources.items);
  const areAllSources = configured !== undefined;
  return { read, settings: { ...settings, areAllSources, events } };
}

/** The files that were read, by URI. */
function filesIn(
  read: readonly LoadedItem[],
  earlier: Project | undefined,
): ReadonlyMap<string, ProjectFile> {
  const files = new Map<string, ProjectFile>();
  for (const item of read) {
    if (!('documents' in item) || item.from.path === undefined) continue;
    const uri = pathToFileURL(item.from.path).href;
    const first = files.get(uri)?.documents ?? [];
    files.set(uri, fileOf(uri, [...first, ...item.documents], item.from, earlier?.file(uri)));
  }
  return files;
}

interface OpenText {
  readonly uri: string;
  readonly text: string;
  readonly cwd: string;
  readonly root: string | undefined;
}

/** `undefined` for an existing file that was not read: the configuration or its name leaves it out. */
function openedFile(
  { uri, text, cwd, root }: OpenText,
  saved: ProjectFile | undefined,
  earlier: ProjectFile | undefined,
): ProjectFile | undefined {
  const path = filePathOf(uri);
  const isInside = path !== undefined && root !== undefined && isBelow(path, root);
  if (saved === undefined && isInside && existsSync(path)) return undefined;
  const source =
    saved?.documents[0]?.ref.source ?? (path === undefined ? uri : relativePath(cwd, path));
  const from = saved?.from ?? { explicit: false, ...(path !== undefined && { path }) };
  // In editors a carriage return alone ends a line.
  const plain = text.replace(/\r(?!\n)/g, '\n');
  return fileOf(uri, [...textDocuments(plain, source)], from, earlier);
}

function fileOf(
  uri: string,
  documents: readonly SourceDocument[],
  from: SourceInfo,
  earlier?: ProjectFile,
): ProjectFile {
  const before = earlier?.lastRead();
  const parsed = () => documents.map((each) => decodeOnce(each, from.assume));
  return {
    uri,
    documents,
    from,
    parsed,
    lastRead() {
      const [now] = parsed();
      return now === undefined || now.form === 'broken' ? before : now;
    },
  };
}
