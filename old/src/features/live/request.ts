import { isUtf8 } from 'node:buffer';
import { setTimeout as sleep } from 'node:timers/promises';
import { decodeText } from '../../core/document/bytes.ts';
import { isObject } from '../../core/model/json.ts';
import { errorCode } from '../../load/source-error.ts';

/**
 * `temporary`: may work later (rate limit, 5xx, network, time-out). `denied`: 401 and 403. `missing`: 404.
 * `unusable`: a response that does not match the interface.
 */
type FaultKind = 'temporary' | 'denied' | 'missing' | 'unusable';

interface FaultDetails {
  readonly status?: number | undefined;
  readonly again?: boolean;
  readonly group?: string;
  readonly isAsked?: boolean;
}

/** The reason of a failed request: one line without the key. */
export class ApiFault extends Error {
  override readonly name = 'ApiFault';
  readonly kind: FaultKind;
  readonly status: number | undefined;
  /** A retry may succeed. */
  readonly again: boolean;
  /** Faults of one group have one cause, and are reported together. */
  readonly group: string;
  /** The request was sent. */
  readonly isAsked: boolean;

  constructor(kind: FaultKind, message: string, details: FaultDetails = {}) {
    super(message);
    const { status, again = false, isAsked = true } = details;
    this.kind = kind;
    this.status = status;
    this.again = again;
    this.group = details.group ?? (status === undefined ? message : `${kind} ${status}`);
    this.isAsked = isAsked;
  }

  /** The same failure with another message. */
  with(message: string, details: FaultDetails = {}): ApiFault {
    return new ApiFault(this.kind, message, { ...this, ...details });
  }
}

export type Answer<T> = { readonly value: T } | { readonly fault: ApiFault };

/** The value of a promise, or the ApiFault of its rejection. It can be awaited later, since it does not reject. */
export async function settle<T>(promise: Promise<T>): Promise<Answer<T>> {
  try {
    return { value: await promise };
  } catch (error) {
    if (error instanceof ApiFault) return { fault: error };
    throw error;
  }
}

const SHOWN = 80;

/** The beginning of a response, on one line. Reporters escape it. */
export function excerptOf(text: string): string {
  const start = text
    .slice(0, 4 * SHOWN)
    .replace(/\s+/g, ' ')
    .trim();
  return start === ''
    ? 'nothing'
    : `"${start.length > SHOWN ? `${start.slice(0, SHOWN)}…` : start}"`;
}

interface RequestOptions {
  readonly fetch: typeof globalThis.fetch;
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds for the whole request, including the body. */
  readonly timeout: number;
  readonly maxBytes: number;
  /** Removes the key from responses. */
  readonly scrub: (text: string) => string;
  /** Called with every response, including refusals. */
  readonly onAnswer: (status: number, headers: Headers) => void;
}

/** One GET request. Resolves with the body of a 200, and throws an ApiFault otherwise. */
export async function request(url: string, options: RequestOptions): Promise<string> {
  const over = new AbortController();
  // The body of an answer that cannot be unpacked may never end, whatever the signal, and must not end the process.
  const late = sleep(Math.ceil(options.timeout), undefined, over).then(() => {
    throw timedOut();
  });
  try {
    return await Promise.race([send(url, options, over), late]);
  } finally {
    over.abort();
  }
}

async function send(
  url: string,
  { fetch, headers, maxBytes, scrub, onAnswer }: RequestOptions,
  { signal }: AbortController,
): Promise<string> {
  let bytes: Buffer;
  let response: Response;
  try {
    // A redirect is never followed: the key would be sent to its target.
    response = await fetch(url, { headers, signal, redirect: 'manual' });
    onAnswer(response.status, response.headers);
    if (REDIRECTS.has(response.status)) {
      await response.body?.cancel();
      const where = `${response.status}${scrub(hostOf(response, url))}`;
      throw new ApiFault(
        'unusable',
        `the service sends us elsewhere (${where}); redirects are not followed, to keep the key safe`,
        { status: response.status },
      );
    }
    bytes = await readBody(response, maxBytes);
  } catch (error) {
    if (error instanceof ApiFault) throw error;
    throw unreachable(error, scrub);
  }
  const { text, fault } = decodeText(bytes, isUtf8);
  if (response.status === PARTIAL)
    throw new ApiFault('unusable', 'the answer is incomplete (206)', { status: PARTIAL });
  if (!response.ok) throw refusalOf(response.status, scrub(text));
  if (fault !== undefined)
    throw new ApiFault('unusable', `the answer is not JSON: ${fault.message}`);
  return scrub(text);
}

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const PARTIAL = 206;

async function readBody(response: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // The stream has unpacked bytes, so that a small body that unpacks to a huge one is stopped early.
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) {
      const most = Math.round((maxBytes / 1024 / 1024) * 10) / 10;
      throw new ApiFault('unusable', `the answer is larger than ${most} MB`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function refusalOf(status: number, text: string): ApiFault {
  const said = `${status}: ${messageIn(text) ?? excerptOf(text)}`;
  // An error of the service is JSON. Another 403 comes from the network in front of it, and is not caused by the key.
  if (status === 403 && messageIn(text) === undefined)
    return new ApiFault(
      'unusable',
      `a network in front of the service refuses the request (${said}), whatever the API key`,
      { status },
    );
  if (status === 401 || status === 403) return new ApiFault('denied', said, { status });
  if ([404, 405, 410].includes(status)) return new ApiFault('missing', said, { status });
  const again = { status, again: true };
  if (status === 429)
    return new ApiFault('temporary', `the service refuses more requests for now (${said})`, again);
  if (status >= 500 || status === 408)
    return new ApiFault('temporary', `the service failed (${said})`, again);
  return new ApiFault('unusable', `the service refuses the request (${said})`, { status });
}

/** The message in an error body of the service: `{name, message, statusCode}`. */
function messageIn(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const message = isObject(value) ? value['message'] : undefined;
    return typeof message === 'string' ? excerptOf(message) : undefined;
  } catch {
    return undefined;
  }
}

const timedOut = (): ApiFault => new ApiFault('temporary', 'the service took too long to answer');

function hostOf(response: Response, url: string): string {
  const to = response.headers.get('location');
  // Only the host, since a path may contain the key.
  return to !== null && URL.canParse(to, url) ? ` to ${new URL(to, url).host}` : '';
}

/** A retry does not help with an unknown host or a certificate. */
const CAUSES = new Map([
  ['ECONNREFUSED', 'no server listens at this address'],
  ['ENOTFOUND', 'there is no such host; is the base URL right?'],
  [
    'EAI_AGAIN',
    'the name of the host cannot be looked up; are the base URL and the network right?',
  ],
  ['ECONNRESET', 'the connection was cut'],
  ['UND_ERR_SOCKET', 'the connection was cut'],
  ['UND_ERR_ABORTED', 'the proxy refuses the connection'],
  ['ERR_SSL_WRONG_VERSION_NUMBER', 'it does not speak https at this address'],
]);
const FINAL = /^(?:ENOTFOUND|EAI_AGAIN|UND_ERR_ABORTED|ERR_SSL_WRONG_VERSION_NUMBER)$/;
// The codes of OpenSSL and Node for certificates that are not accepted.
const CERTIFICATE =
  /^(?:CERT_|ERR_TLS_CERT_|DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_|HOSTNAME_MISMATCH|INVALID_CA)/;

function unreachable(error: unknown, scrub: (text: string) => string): ApiFault {
  let cause = error as Error;
  while (cause.cause instanceof Error) cause = cause.cause;
  const code = errorCode(cause);
  if (CERTIFICATE.test(code))
    return new ApiFault(
      'unusable',
      `the certificate of the service is not accepted (${code}); for an authority of your own, set NODE_EXTRA_CA_CERTS to the file of its certificate`,
    );
  const why = CAUSES.get(code) ?? (code || cause.message);
  const message = `the service cannot be reached (${scrub(why)})`;
  return new ApiFault('temporary', message, { again: !FINAL.test(code) });
}
