import { isUtf8 } from 'node:buffer';
import { decodeText } from '../../core/document/bytes.ts';
import { isObject } from '../../core/model/json.ts';
import { errorCode } from '../../load/source-error.ts';

/**
 * `passing`: may work later (rate limit, 5xx, network, time-out). `denied`: 401 and 403. `missing`: 404.
 * `unusable`: an answer that is not, or does not fit, the interface.
 */
type FaultKind = 'passing' | 'denied' | 'missing' | 'unusable';

/** Why a request gave nothing: one line for a person, without the key. */
export class ApiFault extends Error {
  override readonly name = 'ApiFault';
  readonly kind: FaultKind;
  readonly status: number | undefined;
  /** Trying once more makes sense. */
  readonly again: boolean;

  constructor(
    kind: FaultKind,
    message: string,
    { status, again = false }: { status?: number; again?: boolean } = {},
  ) {
    super(message);
    this.kind = kind;
    this.status = status;
    this.again = again;
  }
}

const SHOWN = 80;

/** The beginning of an answer, on one line. Reporters escape what is left in it. */
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
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds for everything, the last byte of the body included. */
  readonly timeout: number;
  readonly maxBytes: number;
  /** Removes the key, should a server send it back. */
  readonly scrub: (text: string) => string;
  /** Called with every answer, also of a refusal. */
  readonly onAnswer: (status: number, headers: Headers) => void;
}

/** One GET request. Resolves with the body of a 200, and throws an ApiFault for anything else. */
export async function request(
  url: string,
  { headers, timeout, maxBytes, scrub, onAnswer }: RequestOptions,
): Promise<string> {
  if (timeout <= 0) throw timedOut();
  const signal = AbortSignal.timeout(Math.ceil(timeout));
  let bytes: Buffer;
  let response: Response;
  try {
    // A redirect is never followed: the key would be sent to its target.
    response = await fetch(url, { headers, signal, redirect: 'manual' });
    onAnswer(response.status, response.headers);
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel();
      const where = `${response.status}${hostOf(response, url)}`;
      throw new ApiFault(
        'unusable',
        `the service sends us elsewhere (${where}); redirects are not followed, to keep the key safe`,
      );
    }
    bytes = await readBody(response, response.ok ? maxBytes : MAX_ERROR_BYTES, response.ok);
  } catch (error) {
    if (error instanceof ApiFault) throw error;
    if (signal.aborted) throw timedOut();
    const message = `the service cannot be reached (${scrub(causeOf(error))})`;
    throw new ApiFault('passing', message, { again: true });
  }
  const { text, fault } = decodeText(bytes, isUtf8);
  if (!response.ok) throw refusalOf(response.status, scrub(text));
  if (fault !== undefined)
    throw new ApiFault('unusable', `the answer is no JSON: ${fault.message}`);
  return scrub(text);
}

const MAX_ERROR_BYTES = 64 * 1024;

async function readBody(response: Response, maxBytes: number, strict: boolean): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  // The stream gives unpacked bytes, so that a small body that unpacks to a huge one is stopped in time.
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) {
      if (!strict) break;
      const most = Math.round((maxBytes / 1024 / 1024) * 10) / 10;
      throw new ApiFault('unusable', `the answer is larger than ${most} MB`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function refusalOf(status: number, text: string): ApiFault {
  const said = `${status}: ${messageIn(text) ?? excerptOf(text)}`;
  if (status === 401 || status === 403) return new ApiFault('denied', said, { status });
  if ([404, 405, 410].includes(status)) return new ApiFault('missing', said, { status });
  const again = { status, again: true };
  if (status === 429)
    return new ApiFault('passing', `the service refuses more requests for now (${said})`, again);
  if (status >= 500 || status === 408)
    return new ApiFault('passing', `the service failed (${said})`, again);
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
  const code = errorCode(cause);
  return CAUSES.get(code) ?? (code || (cause instanceof Error ? cause.message : String(cause)));
}
