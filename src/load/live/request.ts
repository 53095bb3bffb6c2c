import { isUtf8 } from 'node:buffer';
import { decodeText } from '../../document/bytes.ts';
import { ApiFault, excerptOf } from './fault.ts';

export interface Answer {
  readonly text: string;
  readonly headers: Headers;
}

export interface RequestOptions {
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds for everything, the last byte of the body included. */
  readonly timeout: number;
  /** Bytes of a body, unpacked. */
  readonly maxBytes: number;
  /** Blots out the key, should a server send it back. */
  readonly scrub: (text: string) => string;
  /** Sees the headers of every answer, also of a refusal. */
  readonly onAnswer: (status: number, headers: Headers) => void;
}

/** One GET request. Resolves with the body of a 200, and throws an ApiFault for anything else. */
export async function request(url: string, { headers, timeout, maxBytes, scrub, onAnswer }: RequestOptions): Promise<Answer> {
  if (timeout <= 0) throw timedOut();
  const signal = AbortSignal.timeout(Math.ceil(timeout));
  let bytes: Buffer;
  let response: Response;
  try {
    // A redirect is never followed: the key would go along to whoever it leads to.
    response = await fetch(url, { headers, signal, redirect: 'manual' });
    onAnswer(response.status, response.headers);
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      throw new ApiFault(
        'unusable',
        `the service sends us elsewhere (${response.status}${hostOf(response, url)}); redirects are not followed, to keep the key safe`,
      );
    }
    bytes = await readBody(response, response.ok ? maxBytes : MAX_ERROR_BYTES, response.ok);
  } catch (error) {
    if (error instanceof ApiFault) throw error;
    throw signal.aborted ? timedOut() : new ApiFault('passing', `the service cannot be reached (${scrub(causeOf(error))})`, { again: true });
  }
  const { text, fault } = decodeText(bytes, isUtf8);
  if (!response.ok) throw refusalOf(response.status, scrub(text));
  if (fault !== undefined) throw new ApiFault('unusable', `the answer is no JSON: ${fault.message}`);
  return { text: scrub(text), headers: response.headers };
}

const MAX_ERROR_BYTES = 64 * 1024;

async function readBody(response: Response, maxBytes: number, strict: boolean): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // The stream gives unpacked bytes, a little at a time: a small body that unpacks to a huge one is seen in time.
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) {
      if (!strict) break;
      throw new ApiFault('unusable', `the answer is larger than ${Math.round((maxBytes / 1024 / 1024) * 10) / 10} MB`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function refusalOf(status: number, text: string): ApiFault {
  const said = `${status}: ${messageIn(text) ?? excerptOf(text)}`;
  if (status === 401 || status === 403) return new ApiFault('denied', said, { status });
  if (status === 404 || status === 405 || status === 410) return new ApiFault('missing', said, { status });
  if (status === 429) return new ApiFault('passing', `the service refuses more requests for now (${said})`, { status, again: true });
  if (status >= 500 || status === 408) return new ApiFault('passing', `the service failed (${said})`, { status, again: true });
  return new ApiFault('unusable', `the service refuses the request (${said})`, { status });
}

/** What the service's own error body says: `{name, message, statusCode}`. */
function messageIn(text: string): string | undefined {
  try {
    const value: unknown = JSON.parse(text);
    const message = typeof value === 'object' && value !== null && 'message' in value ? value.message : undefined;
    return typeof message === 'string' ? excerptOf(message) : undefined;
  } catch {
    return undefined;
  }
}

const timedOut = (): ApiFault => new ApiFault('passing', 'the service took too long to answer');

function hostOf(response: Response, url: string): string {
  const to = response.headers.get('location') ?? '';
  // Only the host: a path may hold anything, the key included.
  return URL.canParse(to, url) ? ` to ${new URL(to, url).host}` : '';
}

const CAUSES = new Map([
  ['ECONNREFUSED', 'nobody listens at this address'],
  ['ENOTFOUND', 'there is no such host'],
  ['EAI_AGAIN', 'the name of the host cannot be looked up'],
  ['ECONNRESET', 'the connection was cut'],
  ['UND_ERR_SOCKET', 'the connection was cut'],
]);

function causeOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return CAUSES.get(code) ?? (code || (cause instanceof Error ? cause.message : String(cause)));
}
