/** What the core cannot: files, and a live account. */
import { resolve } from 'node:path';
import pkg from '../package.json' with { type: 'json' };
import { activeRules, type LintOptions } from './browser.ts';
import { checkSources } from './check/sources.ts';
import { type Resource, readAccount } from './load/live/account.ts';
import { DEFAULT_BASE_URL, isLoopback, parseBaseUrl } from './load/live/base-url.ts';
import { openCache } from './load/live/cache.ts';
import { createClient } from './load/live/client.ts';
import { BEARER, checkKey, parseAuthHeader } from './load/live/key.ts';
import type { Result } from './model/finding.ts';

export interface PathOptions extends LintOptions {
  /** Where relative paths start; default: the working directory. */
  readonly cwd?: string;
  /** Paths of event definitions; `none` leaves out all of them. */
  readonly events?: readonly string[] | 'none';
  readonly status?: 'enabled' | 'disabled';
  /** Only workflows of these ids or names. */
  readonly workflows?: readonly string[];
  /** What the path `-` reads. */
  readonly stdin?: AsyncIterable<Uint8Array>;
}

/** Checks files, folders and globs, as the command line does. What cannot be read is in `failures`: it never throws for a file. */
export async function lintPaths(paths: readonly string[], options: PathOptions = {}): Promise<Result> {
  const { cwd = '', events, status, workflows, stdin = NOTHING } = options;
  const checked = await checkSources({ paths, cwd: resolve(cwd), events, status, workflows, stdin, rules: activeRules(options) });
  return checked.result;
}

export interface LiveOptions extends LintOptions {
  /** Not needed for a server on this machine. It is taken from nowhere else. */
  readonly apiKey?: string;
  /** https only, except on this machine. Default: `https://api.resend.com`. */
  readonly baseUrl?: string;
  /** How the key travels: `NAME: SCHEME {key}`. Default: `Authorization: Bearer {key}`. */
  readonly authHeader?: string;
  /** What the service calls them; default: `auto`, which finds out. */
  readonly resource?: Resource;
  /** Requests a second; default: 10. */
  readonly rate?: number;
  /** Requests under way at once; default: 10. */
  readonly concurrency?: number;
  readonly status?: 'enabled' | 'disabled';
  readonly workflows?: readonly string[];
  /** Keeps answers in this folder, so that unchanged workflows are not fetched again. Nothing is kept without. */
  readonly cacheFolder?: string;
  /** Files checked along with the account, from the working directory. */
  readonly paths?: readonly string[];
}

/** Checks a live account: GET requests only. What could not be fetched is in `failures`. Throws for a key or an address that is none. */
export async function lintLive(options: LiveOptions = {}): Promise<Result> {
  const { apiKey, resource = 'auto', rate = 10, concurrency = 10, status, workflows, cacheFolder, paths = [] } = options;
  const rules = activeRules(options);
  const baseUrl = parseBaseUrl(options.baseUrl ?? DEFAULT_BASE_URL);
  const key = apiKey === undefined ? undefined : checkKey(apiKey, 'the option apiKey');
  if (key === undefined && !isLoopback(new URL(baseUrl))) throw new TypeError('the live API needs an API key: give the option apiKey');
  if (!(rate >= 0.1 && rate <= 1000)) throw new RangeError(`rate must be from 0.1 to 1000, not ${rate}`);
  if (!(Number.isInteger(concurrency) && concurrency >= 1 && concurrency <= 100)) throw new RangeError(`concurrency must be from 1 to 100, not ${concurrency}`);
  const auth = options.authHeader === undefined ? BEARER : parseAuthHeader(options.authHeader);
  const client = createClient({ baseUrl, key, auth, userAgent: `${pkg.name}/${pkg.version}`, rate });
  const cache =
    cacheFolder === undefined ? undefined : openCache({ folder: resolve(cacheFolder), baseUrl, secret: key?.value ?? '', refresh: false, warn: () => {} });
  const items = readAccount({ client, workflows: true, events: true, resource, concurrency, cache, status, only: workflows });
  const { result } = await checkSources({ paths, cwd: resolve(), status, workflows, stdin: NOTHING, rules, live: { items, replacesEvents: false } });
  return result;
}

const NOTHING: AsyncIterable<Uint8Array> = { async *[Symbol.asyncIterator]() {} };
