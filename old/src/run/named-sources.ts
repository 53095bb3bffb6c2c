import { configuredPaths, ignoredFiles } from '../load/config/find.ts';
import type { FileCache } from '../load/file-cache.ts';
import { type LiveItem, sourceItems } from '../load/live-item.ts';
import { openSources, type Sources } from '../load/sources.ts';
import type { BegunRun } from './begin-run.ts';
import type { LiveFlags, RunContext } from './context.ts';
import type { DecodeSettings } from './decode.ts';
import type { SharedArgs } from './flags.ts';
import { type LoadedItem, load } from './load.ts';
import { chooseResources, type ResourceChoice } from './resource-choice.ts';
import { isFetchedHere, type Shard } from './shard.ts';
import { asUserError, UserError } from './user-error.ts';

/** The name of the account where a path is expected. */
export const LIVE = 'live';

/**
 * The sources of the live API: all with --live, only the events with --events live.
 * @param needed the resources that are read without --resources.
 */
export async function readLive(
  args: LiveFlags & SharedArgs<'live' | 'events'>,
  { openLive }: Pick<RunContext, 'openLive'>,
  needed: ResourceChoice,
  shard?: Shard,
): Promise<AsyncIterable<LiveItem> | undefined> {
  const withEvents = args.events.includes(LIVE);
  if (!args.live && !withEvents) return undefined;
  const resources = args.live ? chooseResources(args.resources, needed) : undefined;
  const live = await openLive(args);
  return live.read({
    workflows: args.live,
    resources,
    events: withEvents || args.events.length === 0,
    ...(shard !== undefined && { isInShard: (id: string) => isFetchedHere(id, shard) }),
  });
}

type SourceFlags = LiveFlags &
  SharedArgs<'live' | 'events'> &
  Partial<SharedArgs<'stdinFilename' | 'baseline' | 'allowEmpty'>>;

/** What a request names, in memory. */
export interface NamedInput {
  readonly sources: Sources;
  readonly items: readonly LoadedItem[];
  readonly wanted: Pick<
    DecodeSettings,
    'status' | 'workflows' | 'events' | 'shard' | 'replacesEvents' | 'areAllSources'
  >;
  readonly paths: readonly string[];
  /** The same paths, when they come from the configuration. */
  readonly configured: readonly string[] | undefined;
}

interface InputChoice {
  readonly paths: readonly string[];
  /** The resources that are read without --resources. */
  readonly needed: ResourceChoice;
  readonly shard?: Shard | undefined;
  readonly cache?: FileCache | undefined;
}

/** Reads the input of a request: without paths, that of the configuration, else the working directory. */
export async function loadNamed(
  { args, config }: Pick<BegunRun<SourceFlags>, 'args' | 'config'>,
  { paths: named, needed, shard, cache }: InputChoice,
  context: RunContext,
): Promise<NamedInput> {
  const { runtime } = context;
  const cwd = runtime.cwd();
  const events = eventPaths(args);
  const isUnnamed = named.length === 0 && !args.live;
  const configured = isUnnamed ? configuredPaths(config.files, cwd) : undefined;
  const paths = configured ?? (isUnnamed ? ['.'] : named);
  const sources = openSources({
    paths,
    events,
    cwd,
    allowsEmpty: args.allowEmpty,
    stdin: runtime.stdin,
    stdinName: args.stdinFilename,
    cache,
    ignores: await ignoredFiles(config, cwd, args.baseline),
  });
  const live = await readLive(args, context, needed, shard);
  const items = live === undefined ? sources.items : bothOf(sources.items, sourceItems(live));
  return {
    sources,
    items: await load(items, shard).catch(asUserError),
    wanted: {
      status: args.status,
      workflows: args.workflow,
      events,
      shard,
      areAllSources: configured !== undefined,
      replacesEvents: live !== undefined && args.events.includes(LIVE),
    },
    paths,
    configured,
  };
}

/** The sources of event definitions, besides the live API. */
export function eventPaths({
  events,
}: SharedArgs<'events'>): readonly string[] | 'none' | undefined {
  if (events.includes('none') && events.length > 1)
    throw new UserError('--events none leaves no room for other --events');
  const paths = events.filter((source) => source !== LIVE);
  if (paths.length === 0) return undefined;
  return paths[0] === 'none' ? 'none' : paths;
}

async function* bothOf<T>(first: AsyncIterable<T>, second: AsyncIterable<T>): AsyncIterable<T> {
  yield* first;
  yield* second;
}
