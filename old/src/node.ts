/** Entry for Node: files, and a live account. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import pkg from '../package.json' with { type: 'json' };
import { activeRules, knownRules, type LintOptions, readRuleChoice } from './browser.ts';
import { type Config, NO_CONFIG } from './core/config/config.ts';
import type { SourceItem } from './core/document/split.ts';
import { type BaselineEntry, parseBaseline } from './core/lint/baseline.ts';
import type { Result } from './core/model/finding.ts';
import {
  BEARER,
  checkKey,
  DEFAULT_BASE_URL,
  isLoopback,
  parseAuthHeader,
  parseBaseUrl,
} from './features/live/access.ts';
import { readAccount } from './features/live/account.ts';
import { createClient } from './features/live/client.ts';
import { configuredPaths, findConfig, ignoredFiles } from './load/config/find.ts';
import { loadConfig } from './load/config/load.ts';
import { sourceItems } from './load/live-item.ts';
import { openSources } from './load/sources.ts';
import { SHARED_FLAG_NAMES } from './run/flags.ts';
import { load } from './run/load.ts';
import { chooseResources, neededBy } from './run/resource-choice.ts';
import { runItems } from './run/run.ts';
import { rulesInForce } from './run/setup.ts';

export interface PathOptions extends LintOptions {
  /** Where relative paths start; default: the working directory. */
  readonly cwd?: string;
  /** Paths of event definitions; `none` leaves out all of them. */
  readonly events?: readonly string[] | 'none';
  readonly status?: 'enabled' | 'disabled';
  /** Only workflows of these ids or names. */
  readonly workflows?: readonly string[];
  readonly stdin?: AsyncIterable<Uint8Array>;
  /**
   * A configuration: its path, or `true` for the one that the command line would find. Options take precedence over its rules,
   * its suppressions accept findings, its `ignore` leaves files out, and its `files` are checked where no path is given.
   */
  readonly config?: boolean | string;
  /** A file of accepted findings, which do not count. It is never written. */
  readonly baseline?: string;
  /** The day for `expires` of suppressions, such as `2027-01-31`; default: today, in UTC. */
  readonly today?: string;
  /** Keep accepted findings in `listed`. */
  readonly showSuppressed?: boolean;
}

/**
 * Checks files, folders and globs, as the command line does. Unreadable input is in `failures`: it does not throw for a file,
 * only for a mistake in the options, the configuration or the baseline.
 */
export async function lintPaths(
  paths: readonly string[],
  options: PathOptions = {},
): Promise<Result> {
  const { status, workflows, stdin = NOTHING } = options;
  const cwd = resolve(options.cwd ?? '');
  const config = readConfig(options, cwd);
  const [configured] = configuredPaths(config.baseline, cwd) ?? [];
  const {
    events = config.events?.value.includes('none') === true
      ? 'none'
      : configuredPaths(config.events, cwd),
    baseline = configured,
  } = options;
  const { active, settingAt, silenced } = await rulesInForce(
    knownRules(options),
    config,
    readRuleChoice(options),
  );
  const { today = new Date().toISOString().slice(0, 10), showSuppressed } = options;
  const acceptance = {
    suppressions: config.suppressions,
    today,
    baseline: baseline === undefined ? undefined : readBaseline(resolve(cwd, baseline), baseline),
    showSuppressed,
  };
  const sources = openSources({
    paths: paths.length > 0 ? paths : (configuredPaths(config.files, cwd) ?? paths),
    events,
    cwd,
    stdin,
    ignores: await ignoredFiles(config, cwd, baseline),
  });
  const wanted = {
    status,
    workflows,
    events,
    areAllSources: paths.length === 0,
  } as const;
  const settings = { rules: active, settingAt, silenced, ...wanted, acceptance };
  return runItems(await load(sources.items), settings).result;
}

function readConfig({ config = false, ...options }: PathOptions, cwd: string): Config {
  const path =
    config === true ? findConfig(cwd) : config === false ? undefined : resolve(cwd, config);
  if (path === undefined) return NO_CONFIG;
  const loaded = loadConfig(path, cwd, knownRules(options), SHARED_FLAG_NAMES);
  if ('config' in loaded) return loaded.config;
  throw new RangeError(loaded.mistakes.map(({ at, message }) => `${at}: ${message}`).join('\n'));
}

function readBaseline(path: string, name: string): readonly BaselineEntry[] {
  const entries = parseBaseline(readFileSync(path, 'utf8').replace(/^\ufeff/, ''));
  if (typeof entries === 'string') throw new RangeError(`"${name}" is not a baseline: ${entries}`);
  return entries;
}

export interface LiveOptions extends LintOptions {
  /** Not needed for a server on this machine. It is not read from the environment. */
  readonly apiKey?: string;
  /** https only, except on this machine. Default: `https://api.resend.com`. */
  readonly baseUrl?: string;
  /** The header with the key: `NAME: SCHEME {key}`. Default: `Authorization: Bearer {key}`. */
  readonly authHeader?: string;
  /**
   * Templates, domains and others: all, none, or by name, such as `contact-properties`. Default: those that the rules need and
   * the workflows use.
   */
  readonly resources?: 'all' | 'none' | readonly string[];
  /** Requests a second; default: 10. */
  readonly rate?: number;
  /** Requests under way at once; default: 10. */
  readonly concurrency?: number;
  readonly status?: 'enabled' | 'disabled';
  readonly workflows?: readonly string[];
  /** Files to check together with the account, relative to the working directory. */
  readonly paths?: readonly string[];
}

/** Checks a live account: GET requests only. Failed requests are in `failures`. Throws for an invalid key or address. */
export async function lintLive(options: LiveOptions = {}): Promise<Result> {
  const { apiKey, rate = 10, concurrency = 10, status, workflows, paths = [] } = options;
  const rules = activeRules(options);
  const baseUrl = parseBaseUrl(options.baseUrl ?? DEFAULT_BASE_URL);
  const key = apiKey === undefined ? undefined : checkKey(apiKey, 'the option apiKey');
  if (key === undefined && !isLoopback(new URL(baseUrl)))
    throw new TypeError('the live API needs an API key: give the option apiKey');
  if (!(rate >= 0.1 && rate <= 1000))
    throw new RangeError(`rate must be from 0.1 to 1000, not ${rate}`);
  if (!(Number.isInteger(concurrency) && concurrency >= 1 && concurrency <= 100))
    throw new RangeError(`concurrency must be from 1 to 100, not ${concurrency}`);
  const auth = options.authHeader === undefined ? BEARER : parseAuthHeader(options.authHeader);
  const asked =
    typeof options.resources === 'object' ? options.resources.join() : options.resources;
  const resources = chooseResources(asked, neededBy(rules));
  const items = readAccount({
    client: createClient({ baseUrl, key, auth, rate, userAgent: `${pkg.name}/${pkg.version}` }),
    workflows: true,
    events: true,
    concurrency,
    status,
    only: workflows,
    resources,
  });
  const sources = openSources({ paths, cwd: resolve(), stdin: NOTHING });
  async function* all(): AsyncIterable<SourceItem> {
    yield* sources.items;
    yield* sourceItems(items);
  }
  return runItems(await load(all()), { rules, status, workflows }).result;
}

const NOTHING: AsyncIterable<Uint8Array> = { async *[Symbol.asyncIterator]() {} };
