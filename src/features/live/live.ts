import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Runtime } from '../../command.ts';
import { escapeText } from '../../core/report/escape.ts';
import type { Live, LiveFlags } from '../../run/context.ts';
import { writeStream } from '../../run/output.ts';
import { refusedAsUserError, UserError } from '../../run/user-error.ts';
import {
  BEARER,
  DEFAULT_BASE_URL,
  findKey,
  isLoopback,
  KEY_SOURCES,
  parseAuthHeader,
  parseBaseUrl,
} from './access.ts';
import { connect, readAccount } from './account.ts';
import type { ClientOptions } from './client.ts';
import { saveItems } from './folder.ts';
import { createProgress } from './progress.ts';
import { proxiedFetch } from './proxy.ts';
import { countRuns } from './runs.ts';
import { createScrub } from './scrub.ts';

const DEFAULT_RATE = 10;

/** Checked before any request. */
function readAccess(
  { apiKeyFile, baseUrl: given, authHeader }: LiveFlags,
  { cwd, env }: Runtime,
): Pick<ClientOptions, 'baseUrl' | 'key' | 'auth'> {
  const file =
    apiKeyFile === undefined ? undefined : { path: resolve(cwd(), apiKeyFile), given: apiKeyFile };
  const key = findKey(env, file);
  const url = given ?? (env['EDGEWISE_BASE_URL'] || DEFAULT_BASE_URL);
  const baseUrl = parseBaseUrl(url, createScrub(key));
  const auth = authHeader === undefined ? BEARER : parseAuthHeader(authHeader);
  return { baseUrl, key, auth };
}

export async function openLive(args: LiveFlags, runtime: Runtime): Promise<Live> {
  const { rate = DEFAULT_RATE, resource, status, save } = args;
  // Enough to keep the rate when a response takes a second.
  const { concurrency = Math.min(Math.max(Math.ceil(rate), 2), 100) } = args;
  const { cwd, env, tool } = runtime;
  const access = refusedAsUserError(() => readAccess(args, runtime));
  const { baseUrl, key } = access;
  if (key === undefined && !isLoopback(new URL(baseUrl)))
    throw new UserError('the live API needs an API key', `set ${KEY_SOURCES}`);
  const folder = cacheFolder(runtime);
  let warning: string | undefined;
  const account = connect(
    {
      ...access,
      rate,
      userAgent: `${tool.name}/${tool.version}`,
      fetch: await proxiedFetch(baseUrl, env),
      onPause: (milliseconds) =>
        void writeStream(runtime.stderr, [
          `edgewise: the service asks to wait: ${Math.round(milliseconds / 1000)} seconds\n`,
        ]),
    },
    { folder, refresh: args.refresh, warn: (reason) => (warning = reason) },
  );
  async function* read(what: Parameters<Live['read']>[0]): ReturnType<Live['read']> {
    const progress = await createProgress(runtime, args.progress);
    try {
      yield* readAccount({
        ...account,
        ...what,
        resource,
        concurrency,
        status,
        only: args.workflow,
        onProgress: progress.show,
        announce: (requests) => writeStream(runtime.stderr, [requests]),
      });
    } finally {
      progress.stop();
      if (warning !== undefined)
        await writeStream(runtime.stderr, [
          `edgewise: the cache in "${escapeText(folder)}" cannot be used (${escapeText(warning)}); nothing else changes\n`,
        ]);
    }
  }
  return {
    read: (what) => (save === undefined ? read(what) : saveItems(read(what), save, cwd())),
    countRuns: (ids) => countRuns(account.client, ids, concurrency),
  };
}

/** The default folder for caches on this system, unless a variable names one. */
export function cacheFolder({
  env,
  cwd,
  platform,
}: Pick<Runtime, 'env' | 'cwd' | 'platform'>): string {
  const given = env['EDGEWISE_CACHE_DIR'];
  if (given) return resolve(cwd(), given);
  const home = env['HOME'] || env['USERPROFILE'] || homedir();
  if (platform === 'darwin') return join(home, 'Library/Caches/edgewise');
  if (platform === 'win32')
    return join(env['LOCALAPPDATA'] || join(home, 'AppData/Local'), 'edgewise/Cache');
  return join(env['XDG_CACHE_HOME'] || join(home, '.cache'), 'edgewise');
}
