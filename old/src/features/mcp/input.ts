import { realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { textDocuments } from '../../core/document/split.ts';
import type { Simulation } from '../../core/model/simulation.ts';
import { ignoredFiles } from '../../load/config/find.ts';
import { isBelow } from '../../load/folder-files.ts';
import { openSources } from '../../load/sources.ts';
import { beginRun } from '../../run/begin-run.ts';
import type { RunContext } from '../../run/context.ts';
import { decodeOnce } from '../../run/decode.ts';
import type { FixSettings } from '../../run/fix.ts';
import type { FlagValues } from '../../run/flag.ts';
import type { RULE_FLAGS, SharedArgs } from '../../run/flags.ts';
import type { HeldWorkspace } from '../../run/hold.ts';
import { type LoadedBatch, type LoadedItem, load } from '../../run/load.ts';
import { eventPaths } from '../../run/named-sources.ts';
import type { Runtime } from '../../run/runtime.ts';
import { UserError } from '../../run/user-error.ts';

export type McpFlags = FlagValues<typeof RULE_FLAGS> & SharedArgs<'baseline'>;

/** A text or a path. */
export interface ToolInput {
  readonly text?: string | undefined;
  readonly path?: string | undefined;
  /** The event definitions: a path, JSON, or `none`. */
  readonly events?: string | undefined;
}

export interface SimulationQuery {
  readonly event: string;
  readonly payload?: Readonly<Record<string, unknown>> | undefined;
  readonly contact?: Readonly<Record<string, unknown>> | undefined;
  readonly when?: readonly string[] | undefined;
}

/** The parts of the thread that tools use. */
export interface ToolContext {
  /** A simulation over the input. Throws a UserError for an unknown event. */
  readonly simulate: (
    held: HeldWorkspace,
    query: SimulationQuery,
    events: FixSettings['events'],
    runtime: Runtime,
  ) => Simulation;
  readonly roots: readonly string[];
  readonly flags: McpFlags;
  readonly context: RunContext;
}

/** The name of a text in results. */
const TEXT_NAME = 'text';

/** Reads a text or a path by the configuration of its root. Throws a UserError for paths outside of the roots. */
export async function readInput(
  { text, path, events: asked }: ToolInput,
  { roots, flags, context }: ToolContext,
) {
  if ((text === undefined) === (path === undefined))
    throw new UserError('give either "text" or "path"', 'text: JSON; path: a file or a folder');
  const real = roots.map((root) => realRoot(root));
  const found = path === undefined ? { root: real[0] as string, path: '-' } : locate(path, real);
  const { root } = found;
  const runtime = { ...context.runtime, cwd: () => root };
  const isJson = asked !== undefined && /^\s*[{[]/.test(asked);
  const isPath = asked !== undefined && asked !== 'none' && !isJson;
  const named = isPath ? locate(asked, real).path : asked;
  const given = { ...flags, events: named === undefined || isJson ? [] : [named] };
  const run = await beginRun(given, { ...context, runtime });
  const { args, config } = run;
  const events = isJson ? undefined : eventPaths(args);
  const request = {
    cwd: root,
    allowsEmpty: true,
    ignores: await ignoredFiles(config, root, args.baseline),
  };
  const sources = openSources({
    ...request,
    paths: [found.path],
    events,
    stdin: Readable.from([Buffer.from(text ?? '')]),
    stdinName: TEXT_NAME,
  });
  const items = (await load(sources.items)).map((item) => insideOnly(item, real));
  const settings = { ...run.settings, events };
  if (isJson) return { items: [...items, definitionsFrom(asked)], settings };
  const lacksEvents = path !== undefined && events === undefined && !items.some(definesEvents);
  if (!lacksEvents) return { items, settings };
  const stdin = Readable.from([]);
  const all = await load(openSources({ ...request, paths: [root], stdin }).items);
  return { items: [...items, ...all.flatMap(definitionsOf)], settings };
}

const EVENTS_NAME = 'events';

function definitionsFrom(text: string): LoadedBatch {
  const documents = [...textDocuments(text, EVENTS_NAME)];
  return { documents, from: { explicit: true, assume: 'events' } };
}

const definesEvents = (item: LoadedItem): boolean =>
  'documents' in item &&
  item.documents.some((each) => decodeOnce(each, item.from.assume).events.length > 0);

/** The documents of a file in the root that have event definitions only. */
function definitionsOf(item: LoadedItem): readonly LoadedBatch[] {
  if (!('documents' in item)) return [];
  const documents = item.documents.filter((each) => {
    const { events, workflows } = decodeOnce(each, item.from.assume);
    return events.length > 0 && workflows.length === 0;
  });
  return documents.length === 0 ? [] : [{ documents, from: { ...item.from, assume: 'events' } }];
}

/** The root of a path, and the path without links. */
function locate(path: string, roots: readonly string[]): { readonly root: string; path: string } {
  for (const root of roots) {
    const real = realPath(resolve(root, path));
    const owner = real === undefined ? undefined : roots.find((each) => isBelow(real, each));
    if (real !== undefined && owner !== undefined) return { root: owner, path: real };
  }
  // For paths outside, the message does not show whether a file exists.
  throw new UserError(`"${path}" is no file or folder in ${roots.join(', ')}`);
}

/** The configuration can also name files outside. */
function insideOnly(item: LoadedItem, roots: readonly string[]): LoadedItem {
  if (!('documents' in item) || item.from.path === undefined) return item;
  const real = realPath(item.from.path);
  if (real !== undefined && roots.some((root) => isBelow(real, root))) return item;
  const source = [...item.documents][0]?.ref.source ?? dirname(item.from.path);
  return { failure: { source, message: 'is outside of the roots', refused: true } };
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

function realRoot(root: string): string {
  const real = realPath(root);
  if (real === undefined) throw new UserError(`the root "${root}" does not exist`);
  return real;
}
