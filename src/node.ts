/** What the core cannot: files, and a live account. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import pkg from '../package.json' with { type: 'json' };
import { activeRules, choiceOf, knownRules, type LintOptions } from './browser.ts';
import { checkSources } from './check/sources.ts';
import { applied, configuredPaths, ignoredFiles, joinChoices, overridesBeneath } from './config/apply.ts';
import { type Config, NO_CONFIG } from './config/config.ts';
import { findConfig } from './config/find.ts';
import { loadConfig } from './config/load.ts';
import { type BaselineEntry, compareBaseline, parseBaseline } from './lint/baseline.ts';
import { settle } from './lint/overrides.ts';
import { suppress, withoutSilenced } from './lint/suppress.ts';
import { type Resource, readAccount } from './load/live/account.ts';
import { DEFAULT_BASE_URL, isLoopback, parseBaseUrl } from './load/live/base-url.ts';
import { openCache } from './load/live/cache.ts';
import { createClient } from './load/live/client.ts';
import { BEARER, checkKey, parseAuthHeader } from './load/live/key.ts';
import type { Finding, Result, Silence } from './model/finding.ts';

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
  /**
   * A configuration: the path of one, or `true` for the one the command line would find. Its rules hold beneath the options,
   * its suppressions silence findings, its `ignore` leaves files out, and its `files` are checked where no path is given.
   */
  readonly config?: boolean | string;
  /** A file of findings that are accepted: they do not count. It is never written. */
  readonly baseline?: string;
  /** The day for `expires` of suppressions, such as `2027-01-31`; default: today, in UTC. */
  readonly today?: string;
  /** Keep the findings that are silenced as well, in `listed`. */
  readonly showSuppressed?: boolean;
}

/**
 * Checks files, folders and globs, as the command line does. What cannot be read is in `failures`: it never throws for a file,
 * but for a mistake in the options, the configuration or the baseline.
 */
export async function lintPaths(paths: readonly string[], options: PathOptions = {}): Promise<Result> {
  const { events, status, workflows, stdin = NOTHING, baseline } = options;
  const cwd = resolve(options.cwd ?? '');
  const asked = choiceOf(options);
  const config = readConfig(options, cwd);
  const { active, settingAt } = settle(knownRules(options), joinChoices(config, asked, applied(config, asked.options)), overridesBeneath(config, asked));
  const accepted = baseline === undefined ? [] : readBaseline(resolve(cwd, baseline), baseline);
  const { result } = await checkSources({
    ...{ cwd, events, status, workflows, stdin, settingAt },
    paths: paths.length > 0 ? paths : (configuredPaths(config, cwd) ?? paths),
    rules: active,
    ignores: await ignoredFiles(config, cwd, baseline === undefined ? [] : [baseline]),
  });
  return silence(result, config, accepted, options);
}

function readConfig({ config = false, ...options }: PathOptions, cwd: string): Config {
  const path = config === true ? findConfig(cwd) : config === false ? undefined : resolve(cwd, config);
  if (path === undefined) return NO_CONFIG;
  const loaded = loadConfig(path, cwd, knownRules(options));
  if ('config' in loaded) return loaded.config;
  throw new RangeError(loaded.mistakes.map(({ at, message }) => `${at}: ${message}`).join('\n'));
}

function readBaseline(path: string, name: string): readonly BaselineEntry[] {
  const entries = parseBaseline(readFileSync(path, 'utf8').replace(/^\ufeff/, ''));
  if (typeof entries === 'string') throw new RangeError(`"${name}" is no baseline: ${entries}`);
  return entries;
}

function silence(result: Result, { suppressions }: Config, accepted: readonly BaselineEntry[], options: PathOptions): Result {
  const { today = new Date().toISOString().slice(0, 10), showSuppressed = false } = options;
  if (suppressions.length === 0 && accepted.length === 0) return result;
  const { by } = suppress(result.findings, suppressions, today);
  const silences = new Map<Finding, Silence>([...by].map(([finding, { reason }]) => [finding, { by: 'suppression', reason }]));
  const rest = result.findings.filter((finding) => !silences.has(finding));
  for (const finding of compareBaseline(rest, accepted).known) silences.set(finding, { by: 'baseline' });
  return withoutSilenced(result, silences, showSuppressed);
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
