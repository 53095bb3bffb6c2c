import { UserError } from '../../node/user-error.ts';
import type { Environment } from './access.ts';

export type Fetch = (request: Request, init: { signal: AbortSignal }) => Promise<Response>;

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
  return async ({ url, headers, redirect }, { signal }) => {
    // A request of Node's own fetch is no request to the package.
    const init = { headers: [...headers], redirect, signal, dispatcher };
    return (await undici.fetch(url, init)) as unknown as Response;
  };
}
