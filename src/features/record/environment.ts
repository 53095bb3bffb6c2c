export type Environment = Readonly<Record<string, string | undefined>>;

/** The base URL of the service. */
export const SERVICE = 'https://api.resend.com';

/** The service refuses a request with it that is not recorded. */
const NO_KEY = 're_recorded';
const KEYS = ['RESEND_API_KEY', 'EDGEWISE_API_KEY'];
/** A shorter key, such as `test`, is a part of other values too. */
const SHORTEST_KEY = 8;
const PROXIES = ['http_proxy', 'https_proxy', 'all_proxy'];

/** What the program gets: no key under any name, and the recorder in place of the service. */
export function environmentFor(
  env: Environment,
  recorder: string,
  hosts: readonly string[],
  preload: string,
): Environment {
  const keys = KEYS.flatMap((name) => env[name] || []);
  const isKey = (value: string): boolean =>
    /^(?:Bearer )?re_/i.test(value.trim()) ||
    keys.some((key) => value === key || (key.length >= SHORTEST_KEY && value.includes(key)));
  const safe = Object.entries(env).map(([name, text = '']) => [name, isKey(text) ? NO_KEY : text]);
  const proxies = PROXIES.flatMap((name) => [name, name.toUpperCase()]);
  const options = `--enable-source-maps --require ${JSON.stringify(preload)}`;
  return {
    ...Object.fromEntries(safe),
    ...Object.fromEntries(proxies.map((name) => [name, recorder])),
    // An exception could name the service.
    ...{ no_proxy: '', NO_PROXY: '', NODE_USE_ENV_PROXY: undefined },
    ...{ RESEND_BASE_URL: recorder, RESEND_API_URL: recorder, EDGEWISE_BASE_URL: undefined },
    ...{ RESEND_API_KEY: NO_KEY, EDGEWISE_API_KEY: undefined },
    ...{ EDGEWISE_RECORDER: recorder, EDGEWISE_RECORDED_HOSTS: hosts.join(' ') },
    NODE_OPTIONS: [env['NODE_OPTIONS'], options].filter(Boolean).join(' '),
  };
}

/** Empty for what is no URL. */
export const hostIn = (url: string): string => (URL.canParse(url) ? hostOf(new URL(url).host) : '');

/** A host as it is compared: `API.Resend.com.:443` is `api.resend.com`. */
export const hostOf = (host: string): string =>
  host
    .toLowerCase()
    .replace(/:(?:80|443)$/, '')
    .replace(/\.(?=:|$)/, '')
    .replace(/^(?:localhost|\[::1\])(?=:|$)/, '127.0.0.1');
