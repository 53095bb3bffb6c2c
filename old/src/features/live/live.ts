import type { Runtime } from '../../command.ts';
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
import { readAccount } from './account.ts';
import { type ClientOptions, createClient } from './client.ts';
import { createProgress } from './progress.ts';
import { proxiedFetch } from './proxy.ts';
import { createScrub } from './scrub.ts';

const DEFAULT_RATE = 10;

/** Checked before any request. */
function readAccess(
  { baseUrl: given, authHeader }: LiveFlags,
  { env }: Runtime,
): Pick<ClientOptions, 'baseUrl' | 'key' | 'auth'> {
  const key = findKey(env);
  const url = given ?? (env['EDGEWISE_BASE_URL'] || DEFAULT_BASE_URL);
  const baseUrl = parseBaseUrl(url, createScrub(key));
  const auth = authHeader === undefined ? BEARER : parseAuthHeader(authHeader);
  return { baseUrl, key, auth };
}

export async function openLive(args: LiveFlags, runtime: Runtime): Promise<Live> {
  const { rate = DEFAULT_RATE, status } = args;
  // Enough to keep the rate when a response takes a second.
  const { concurrency = Math.min(Math.max(Math.ceil(rate), 2), 100) } = args;
  const { env, tool } = runtime;
  const access = refusedAsUserError(() => readAccess(args, runtime));
  const { baseUrl, key } = access;
  if (key === undefined && !isLoopback(new URL(baseUrl)))
    throw new UserError('the live API needs an API key', `set ${KEY_SOURCES}`);
  const client = createClient({
    ...access,
    rate,
    userAgent: `${tool.name}/${tool.version}`,
    fetch: await proxiedFetch(baseUrl, env),
    onPause: (milliseconds) =>
      void writeStream(runtime.stderr, [
        `edgewise: the service asks to wait: ${Math.round(milliseconds / 1000)} seconds\n`,
      ]),
  });
  async function* read(what: Parameters<Live['read']>[0]): ReturnType<Live['read']> {
    const progress = await createProgress(runtime, args.progress);
    try {
      yield* readAccount({
        ...what,
        client,
        concurrency,
        status,
        only: args.workflow,
        onProgress: progress.show,
      });
    } finally {
      progress.stop();
    }
  }
  return { read };
}
