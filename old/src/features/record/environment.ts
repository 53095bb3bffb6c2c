/** The variables of a command that is recorded. */
type Environment = Readonly<Record<string, string | undefined>>;

interface Guard {
  /** The base URL of the recorder. */
  readonly url: string;
  /** The hosts of the service, with a port that is not the usual one. */
  readonly hosts: readonly string[];
  /** Options that load the preload in every Node process. */
  readonly nodeOptions: string;
}

// With this key, the service refuses a request that is not redirected.
const NO_KEY = 're_recorded';
/** A shorter key, such as `test`, is also part of other values. */
const MIN_KEY = 8;
const KEYS = ['RESEND_API_KEY', 'EDGEWISE_API_KEY'];
const PROXIES = ['http_proxy', 'https_proxy', 'all_proxy', 'no_proxy'];

/** The environment of the command: no key under any name, and the recorder in place of the service and of each proxy. */
export function guardedEnvironment(env: Environment, guard: Guard): Environment {
  const { url, hosts, nodeOptions } = guard;
  const secrets = KEYS.flatMap((name) => env[name] || []);
  const isSecret = (value: string): boolean =>
    /^(?:Bearer )?re_/i.test(value.trim()) ||
    secrets.some(
      (secret) => value === secret || (secret.length >= MIN_KEY && value.includes(secret)),
    );
  const kept = Object.entries(env).map(([name, value = '']) => [
    name,
    isSecret(value) ? NO_KEY : env[name],
  ]);
  const proxies = PROXIES.flatMap((name) => [name, name.toUpperCase()]);
  return {
    ...Object.fromEntries(kept),
    // An exception could name the service or this machine.
    ...Object.fromEntries(
      proxies.map((name) => [name, name.toLowerCase() === 'no_proxy' ? '' : url]),
    ),
    NODE_USE_ENV_PROXY: undefined,
    RESEND_BASE_URL: url,
    RESEND_API_URL: url,
    RESEND_API_KEY: NO_KEY,
    EDGEWISE_API_KEY: undefined,
    EDGEWISE_RECORDER: url,
    EDGEWISE_RECORDED_HOSTS: hosts.join(' '),
    // Node processes are redirected, so they keep the proxies for other hosts.
    EDGEWISE_PROXIES: JSON.stringify(
      Object.fromEntries(proxies.map((name) => [name, env[name] ?? null])),
    ),
    NODE_OPTIONS: `${env['NODE_OPTIONS'] ?? ''} ${nodeOptions}`.trim(),
  };
}

/** This machine. */
const LOOPBACK =
  /^(?:(?:.+\.)?localhost|127(?:\.\d+){3}|0\.0\.0\.0|\[(?:::1?|::ffff:(?:127(?:\.\d+){3}|7f[\da-f]{2}:[\da-f]+))\])$/;

/** A host as it is compared: `API.Resend.com.` is `api.resend.com`, and `localhost:80` is `127.0.0.1:80`. */
export function hostOf(host: string, port?: unknown): string {
  const isAddress = /^[^[]*:.*:/.test(host);
  const whole = (isAddress ? `[${host}]` : host) + (port === undefined ? '' : `:${port}`);
  const [, name = '', end = ''] = /^(.*?)\.?(:\d+)?$/s.exec(whole.toLowerCase()) ?? [];
  return (LOOPBACK.test(name) ? '127.0.0.1' : name) + end;
}
