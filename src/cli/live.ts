import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { AccountOptions, LiveItem, Resource } from '../load/live/account.ts';
import type { Cache } from '../load/live/cache.ts';
import { escapeText } from '../report/escape.ts';
import type { Args } from './args.ts';
import { oneOf, parseCount, parseStatus } from './choice.ts';
import type { Program } from './main.ts';
import { writeStream } from './output.ts';
import { createProgress } from './progress.ts';
import { asUserError, UserError } from './user-error.ts';

/** The live API as the command line describes it. */
export interface Live {
  readonly baseUrl: string;
  /** Reads the account, with progress on a terminal. Call it once. */
  read(what: Pick<AccountOptions, 'workflows' | 'events' | 'isMine'>): AsyncIterable<LiveItem>;
}

const RESOURCES = ['workflows', 'automations', 'auto'] as const satisfies readonly Resource[];
const DEFAULT_RATE = 10;
const MAX_RATE = 1000;
const MAX_CONCURRENCY = 100;

/** Everything that can be wrong with the flags, the key and the base URL is found before any request. */
export async function openLive(args: Args, program: Program): Promise<Live> {
  const resource = args.resource === undefined ? 'auto' : oneOf('resource', args.resource, RESOURCES);
  const rate = parseRate(args.rate);
  // Enough to keep the rate when an answer takes a second.
  const concurrency = parseCount('--concurrency', args.concurrency) ?? Math.min(Math.max(Math.ceil(rate), 2), MAX_CONCURRENCY);
  if (concurrency < 1 || concurrency > MAX_CONCURRENCY) throw new UserError(`--concurrency wants a number from 1 to ${MAX_CONCURRENCY}, not ${concurrency}`);
  const status = parseStatus(args.status);

  const [{ createClient }, { readAccount }, { openCache }, address, keys] = await Promise.all([
    import('../load/live/client.ts'),
    import('../load/live/account.ts'),
    import('../load/live/cache.ts'),
    import('../load/live/base-url.ts'),
    import('../load/live/key.ts'),
  ]);
  const { baseUrl, key, auth } = attempt(() => ({
    baseUrl: address.parseBaseUrl(args.baseUrl ?? (program.env['EDGEWISE_BASE_URL'] || address.DEFAULT_BASE_URL)),
    key: keys.findKey(program.env, args.apiKeyFile === undefined ? undefined : { path: resolve(program.cwd(), args.apiKeyFile), given: args.apiKeyFile }),
    auth: args.authHeader === undefined ? keys.BEARER : keys.parseAuthHeader(args.authHeader),
  }));
  if (key === undefined && !address.isLoopback(new URL(baseUrl))) {
    throw new UserError('the live API needs an API key, and there is none', `set ${keys.KEY_SOURCES}`);
  }

  const client = createClient({ baseUrl, key, auth, userAgent: `${program.tool.name}/${program.tool.version}`, rate });
  const folder = cacheFolder(program);
  let warning: string | undefined;
  const cache: Cache = openCache({ folder, baseUrl, secret: key?.value ?? '', refresh: args.refresh, warn: (reason) => (warning = reason) });
  return {
    baseUrl,
    async *read(what) {
      const progress = await createProgress(program, args.progress);
      const options: AccountOptions = { client, ...what, resource, concurrency, cache, status, only: args.workflow, onProgress: progress.show };
      try {
        yield* readAccount(options);
      } finally {
        progress.stop();
        if (warning !== undefined) {
          await writeStream(program.stderr, [`edgewise: the cache in "${escapeText(folder)}" cannot be used (${escapeText(warning)}); nothing else changes\n`]);
        }
      }
    },
  };
}

/** Where caches belong on this system, unless told otherwise. */
export function cacheFolder({ env, cwd, platform }: Pick<Program, 'env' | 'cwd' | 'platform'>): string {
  const given = env['EDGEWISE_CACHE_DIR'];
  if (given) return resolve(cwd(), given);
  const home = env['HOME'] || env['USERPROFILE'] || homedir();
  if (platform === 'darwin') return join(home, 'Library/Caches/edgewise');
  if (platform === 'win32') return join(env['LOCALAPPDATA'] || join(home, 'AppData/Local'), 'edgewise/Cache');
  return join(env['XDG_CACHE_HOME'] || join(home, '.cache'), 'edgewise');
}

function parseRate(given: string | undefined): number {
  if (given === undefined) return DEFAULT_RATE;
  const rate = /^\d{1,4}(?:\.\d{1,3})?$/.test(given) ? Number(given) : 0;
  if (rate < 0.1 || rate > MAX_RATE) throw new UserError(`--rate wants requests a second, from 0.1 to ${MAX_RATE}, not "${given}"`);
  return rate;
}

function attempt<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    return asUserError(error);
  }
}
