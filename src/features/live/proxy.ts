import { UserError } from '../../node/user-error.ts';
import type { Environment } from './access.ts';

interface Init {
  readonly headers: Record<string, string>;
  readonly redirect: 'manual';
  readonly signal: AbortSignal;
}

/** What is read of a response. */
export interface Answer {
  readonly ok: boolean;
  readonly status: number;
  readonly headers: Pick<Headers, 'get'>;
  readonly body: AsyncIterable<Uint8Array> | null;
}

export type Fetch = (url: string, init: Init) => Promise<Answer>;

/** Through the proxy of the environment, if it has one. Plain http never leaves this machine. */
export async function chooseFetch(baseUrl: string, env: Environment): Promise<Fetch> {
  const given = env['https_proxy'] || env['HTTPS_PROXY'];
  if (!given || !baseUrl.startsWith('https:')) return fetch;
  const proxy = /^[a-z][a-z0-9+.-]*:\/\//i.test(given) ? given : `http://${given}`;
  // Not quoted: it may have a password.
  if (!URL.canParse(proxy) || !/^https?:$/.test(new URL(proxy).protocol))
    throw new UserError(
      'HTTPS_PROXY is not an http or https address',
      'such as http://127.0.0.1:3128; unset it to connect directly',
    );
  const noProxy = env['no_proxy'] || env['NO_PROXY'] || '';
  const undici = await import('undici');
  const dispatcher = new undici.EnvHttpProxyAgent({ httpProxy: '', httpsProxy: proxy, noProxy });
  return (url, init) => undici.fetch(url, { ...init, dispatcher });
}
