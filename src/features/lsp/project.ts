import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseDocument } from '../../core/document/parse.ts';
import {
  type SourceDocument,
  type SourceInfo,
  type SourceItem,
  textDocuments,
} from '../../core/document/split.ts';
import type { Finding, Result } from '../../core/model/finding.ts';
import type { Document } from '../../core/model/nodes.ts';
import { CONFIG_NAME, configuredPaths, ignoredFiles } from '../../load/config/find.ts';
import { openSources } from '../../load/sources.ts';
import { readAcceptance } from '../../run/acceptance.ts';
import { withConfigured } from '../../run/configured.ts';
import { holdItems, readerOf } from '../../run/fix.ts';
import type { FlagValues } from '../../run/flag.ts';
import type { RULE_FLAGS, SharedArgs } from '../../run/flags.ts';
import { LIVE } from '../../run/named-sources.ts';
import { collectHeld, finishRun } from '../../run/run.ts';
import type { RunContext } from '../../run/runtime.ts';
import { configPath, setUp } from '../../run/setup.ts';
import { createPartCache } from './parts.ts';

export type LspFlags = FlagValues<typeof RULE_FLAGS> & SharedArgs<'baseline'>;

/** A file of the folder, or an open text. */
export interface ProjectFile {
  readonly uri: string;
  readonly documents: readonly SourceDocument[];
  /** Parsed when asked for, once. */
  parsed(): readonly Document[];
  /** The first document as it was when its text was JSON: while a word is typed, it is not. */
  lastRead(): Document | undefined;
}

/** The files of a folder, with the texts that are open in the editor in their place. */
export interface Project {
  /** The text of an open file; `undefined` when it was closed. */
  open(uri: string, path: string, text: string | undefined): void;
  check(): Result;
  findingsOf(result: Result, uri: string): readonly Finding[];
  uriOf(source: string): string;
  /** Where suppressions are written; nowhere with `--no-config`. */
  readonly configPath: string | undefined;
  file(uri: string): ProjectFile | undefined;
  files(): Iterable<ProjectFile>;
}

/** Reads the configuration and the files of a folder. Throws a UserError for a configuration that is wrong. */
export async function openProject(
  root: string,
  flags: LspFlags,
  context: RunContext,
): Promise<Project> {
  const runtime = { ...context.runtime, cwd: () => root };
  const setup = await setUp(flags, { ...context, runtime });
  const { config, active: rules, settingAt } = setup;
  const args = withConfigured({ ...flags, events: [] as readonly string[] }, config, root);
  const events = args.events.filter((path) => path !== 'none' && path !== LIVE);
  const acceptance = readAcceptance(setup, args, runtime);
  const configured = configuredPaths(config.files, root);
  const sources = openSources({
    paths: configured ?? ['.'],
    events: events.length === 0 ? undefined : events,
    cwd: root,
    allowsEmpty: true,
    stdin: runtime.stdin,
    ignores: await ignoredFiles(config, root, args.baseline === undefined ? [] : [args.baseline]),
  });
  const read = await holdItems(sources.items);
  sources.close();

  const items = new Map<string, { readonly item: SourceItem; readonly file: ProjectFile }>();
  const others = read.filter((item) => !('documents' in item));
  const settings = { rules, settingAt, areAllSources: configured !== undefined };
  const collectParts = createPartCache(settings);
  const uriOf = (source: string): string =>
    /^(?:untitled|vscode\S*):/.test(source) ? source : pathToFileURL(resolve(root, source)).href;
  const put = (uri: string, documents: readonly SourceDocument[], from: SourceInfo): void => {
    items.set(uri, {
      item: { documents, from },
      file: fileOf(uri, documents, items.get(uri)?.file),
    });
  };
  for (const item of read) {
    if (!('documents' in item)) continue;
    const documents = [...item.documents];
    const source = documents[0]?.ref.source;
    if (source === undefined) continue;
    const earlier = items.get(uriOf(source));
    put(uriOf(source), [...(earlier?.file.documents ?? []), ...documents], item.from);
  }
  const onDisk = new Map(items);

  return {
    open(uri, path, text) {
      const saved = onDisk.get(uri);
      if (text === undefined) {
        if (saved === undefined) items.delete(uri);
        else items.set(uri, saved);
        return;
      }
      const source = saved?.file.documents[0]?.ref.source ?? path;
      const from = saved !== undefined && 'from' in saved.item ? saved.item.from : undefined;
      put(uri, [...textDocuments(text, source)], from ?? { explicit: false, path });
    },
    check() {
      const held = [...items.values()].map(({ item }) => item);
      const parts = [collectHeld(others, settings), ...collectParts(held)];
      const readText = readerOf(held);
      return finishRun(parts, { rules, settingAt, readText, acceptance }).result;
    },
    findingsOf: ({ findings }, uri) =>
      findings.filter(({ location }) => uriOf(location.source) === uri),
    uriOf,
    configPath:
      flags.config === false ? undefined : (configPath(flags, root) ?? resolve(root, CONFIG_NAME)),
    file: (uri) => items.get(uri)?.file,
    files: () => [...items.values()].map(({ file }) => file),
  };
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
