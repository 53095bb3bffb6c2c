import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseDocument } from '../../core/document/parse.ts';
import { type SourceDocument, type SourceInfo, textDocuments } from '../../core/document/split.ts';
import type { Result } from '../../core/model/finding.ts';
import type { Document } from '../../core/model/nodes.ts';
import {
  CONFIG_NAME,
  configuredPaths,
  ignoredFiles,
  relativePath,
} from '../../load/config/find.ts';
import { createFileCache, type FileCache } from '../../load/file-cache.ts';
import { isBelow } from '../../load/folder-files.ts';
import { openSources } from '../../load/sources.ts';
import { beginRun } from '../../run/begin-run.ts';
import type { RunContext } from '../../run/context.ts';
import type { FlagValues } from '../../run/flag.ts';
import type { RULE_FLAGS, SharedArgs } from '../../run/flags.ts';
import { type LoadedBatch, type LoadedItem, load } from '../../run/load.ts';
import { eventPaths } from '../../run/named-sources.ts';
import { runItems } from '../../run/run.ts';
import type { Runtime } from '../../run/runtime.ts';
import { configPath } from '../../run/setup.ts';
import { filePathOf, normalizeUri } from './uri.ts';

export type LspFlags = FlagValues<typeof RULE_FLAGS> & SharedArgs<'baseline'>;

/** A file of the folder, or an open text. */
export interface ProjectFile {
  readonly uri: string;
  readonly documents: readonly SourceDocument[];
  /** Parsed once, on demand. */
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
  /** The file for suppressions; none with `--no-config`. */
  readonly configPath: string | undefined;
  file(uri: string): ProjectFile | undefined;
  files(): Iterable<ProjectFile>;
  /** For the project that replaces this one. */
  readonly kept: Kept;
}

/** The read documents. */
interface Kept {
  readonly files: FileCache;
  readonly onDisk: ReadonlyMap<string, Entry>;
}

interface Entry {
  readonly item: LoadedBatch;
  readonly file: ProjectFile;
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
  const kept = earlier?.kept ?? {
    files: createFileCache(),
    onDisk: new Map<string, Entry>(),
  };
  const { read, settings } = await readFolder(root, cwd, run, { ...kept, stdin: runtime.stdin });
  const onDisk = entriesOf(read, kept.onDisk);
  const items = new Map(onDisk);
  const others = read.filter((item) => !('documents' in item));
  return {
    root,
    open(uri, text) {
      const own = normalizeUri(uri);
      const saved = onDisk.get(own);
      const entry =
        text === undefined ? saved : openedEntry({ uri, text, cwd, root }, saved, items.get(own));
      if (entry !== undefined) items.set(own, entry);
      else if (text === undefined) items.delete(own);
    },
    check() {
      const held = [...items.values()].map(({ item }) => item);
      return runItems([...others, ...held], settings).result;
    },
    uriOf(source) {
      const uri = pathToFileURL(resolve(cwd, source)).href;
      return (items.get(source) ?? items.get(uri))?.file.uri ?? uri;
    },
    configPath:
      flags.config === false ? undefined : (configPath(flags, cwd) ?? resolve(cwd, CONFIG_NAME)),
    file: (uri) => items.get(normalizeUri(uri))?.file,
    files: () => [...items.values()].map(({ file }) => file),
    kept: { ...kept, onDisk },
  };
}

async function readFolder(
  root: string | undefined,
  cwd: string,
  { args, config, settings }: Awaited<ReturnType<typeof beginRun<LspFlags & SharedArgs<'events'>>>>,
  { files, stdin }: Pick<Kept, 'files'> & Pick<Runtime, 'stdin'>,
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
    cache: files,
  });
  const read = await load(sources.items);
  const areAllSources = configured !== undefined;
  return { read, settings: { ...settings, areAllSources, events } };
}

/** The files that were read, by URI. */
function entriesOf(
  read: readonly LoadedItem[],
  before: ReadonlyMap<string, Entry>,
): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>();
  for (const item of read) {
    if (!('documents' in item) || item.from.path === undefined) continue;
    const uri = pathToFileURL(item.from.path).href;
    const first = entries.get(uri)?.file.documents ?? [];
    entries.set(uri, entryOf(uri, [...first, ...item.documents], item.from, before.get(uri)));
  }
  return entries;
}

interface OpenText {
  readonly uri: string;
  readonly text: string;
  readonly cwd: string;
  readonly root: string | undefined;
}

/** `undefined` for an existing file that was not read: the configuration or its name leaves it out. */
function openedEntry(
  { uri, text, cwd, root }: OpenText,
  saved: Entry | undefined,
  earlier: Entry | undefined,
): Entry | undefined {
  const path = filePathOf(uri);
  const isInside = path !== undefined && root !== undefined && isBelow(path, root);
  if (saved === undefined && isInside && existsSync(path)) return undefined;
  const source =
    saved?.file.documents[0]?.ref.source ?? (path === undefined ? uri : relativePath(cwd, path));
  const from = saved?.item.from ?? { explicit: false, ...(path !== undefined && { path }) };
  // In editors a carriage return alone ends a line.
  const plain = text.replace(/\r(?!\n)/g, '\n');
  return entryOf(uri, [...textDocuments(plain, source)], from, earlier);
}

/** The earlier entry if nothing changed, so that it is not parsed again. */
function entryOf(
  uri: string,
  documents: readonly SourceDocument[],
  from: SourceInfo,
  earlier: Entry | undefined,
): Entry {
  const isSame =
    earlier?.item.from === from &&
    earlier.file.uri === uri &&
    earlier.file.documents.length === documents.length &&
    documents.every((document, i) => document === earlier.file.documents[i]);
  return isSame
    ? earlier
    : { item: { documents, from }, file: fileOf(uri, documents, earlier?.file) };
}

function fileOf(
  uri: string,
  documents: readonly SourceDocument[],
  earlier: ProjectFile | undefined,
): ProjectFile {
  let parsed: readonly Document[] | undefined;
  let before = earlier?.lastRead();
  const file: ProjectFile = {
    uri,
    documents,
    parsed: () => (parsed ??= documents.map(({ text, ref }) => parseDocument(text, ref))),
    lastRead() {
      const now = file.parsed()[0];
      if (now !== undefined && now.form !== 'broken') before = now;
      return before;
    },
  };
  return file;
}
