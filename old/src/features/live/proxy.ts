import { UserError } from '../../run/user-error.ts';

/**
 * A fetch through the proxy of the environment (HTTPS_PROXY, NO_PROXY), or `undefined` if there is none.
 * Plain http is for loopback only, and never leaves this machine.
 */
export async function proxiedFetch(
  baseUrl: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<typeof globalThis.fetch | undefined> {
  const given = env['https_proxy'] || env['HTTPS_PROXY'];
  if (!given || !baseUrl.startsWith('https:')) return undefined;
  const proxy = /^[a-z][a-z0-9+.-]*:\/\//i.test(given) ? given : `http://${given}`;
  // Not quoted: it may hold a password.
  if (!URL.canParse(proxy) || !/^https?:$/.test(new URL(proxy).protocol))
    throw new UserError(
      'HTTPS_PROXY is not an http or https address',
      'such as http://127.0.0.1:3128; unset it to connect directly',
    );
  const noProxy = env['no_proxy'] || env['NO_PROXY'] || '';
  const undici = await import('undici');
  const dispatcher = new undici.EnvHttpProxyAgent({ httpProxy: '', httpsProxy: proxy, noProxy });
  const send = (url: string, options: object) => undici.fetch(url, { ...options, dispatcher });
  return send as unknown as typeof globalThis.fetch;
}
