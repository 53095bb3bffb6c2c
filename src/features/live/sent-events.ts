import { compare } from '../../core/lint/order.ts';
import { countBy, groupBy } from '../../core/model/groups.ts';
import { isObject, type JsonObject } from '../../core/model/json.ts';
import type { EventSample } from '../../core/resources/event-samples.ts';
import { LOG_PAGES } from '../../run/audit-choice.ts';
import type { Client } from './client.ts';
import { encodeId } from './items.ts';
import { parseAnswer, readPages } from './lists.ts';
import { plainWords } from './plain-words.ts';
import { type ApiFault, settle } from './request.ts';

const REFUSED = 422;
// Other texts may be addresses.
const NAME = /^[A-Za-z_][\w.:/-]{0,199}$/;

/** Counts the newest calls that sent events: by event, whether they were refused, and the keys of their payloads. */
export async function sampleEvents(client: Client, size: number, concurrency: number) {
  const calls = await settle(findCalls(client, size));
  if ('fault' in calls) return { samples: [], fault: calls.fault };
  const sent: SentEvent[] = [];
  let fault: ApiFault | undefined;
  const { default: pMap } = await import('p-map');
  const read = async ({ id, status }: Call): Promise<void> => {
    const answer = await settle(client.get(`/logs/${encodeId(id)}`).then(parseAnswer));
    if ('value' in answer) sent.push(...sentIn(answer.value, status));
    else if (answer.fault.kind !== 'missing') fault = answer.fault;
  };
  await pMap(calls.value, read, { concurrency });
  return { samples: countCalls(sent), ...(fault !== undefined && { fault }) };
}

interface Call {
  readonly id: string;
  readonly status: number;
}

/** The newest calls of /events/send that were accepted or refused for their payload. */
async function findCalls(client: Client, size: number): Promise<readonly Call[]> {
  const calls = new Map<string, Call>();
  for await (const { items } of readPages(client, '/logs', LOG_PAGES)) {
    for (const item of items) {
      const call = callOf(item);
      if (call !== undefined && calls.size < size) calls.set(call.id, call);
    }
    if (calls.size >= size) break;
  }
  return [...calls.values()];
}

function callOf({ id, endpoint, method, response_status: status }: JsonObject): Call | undefined {
  if (typeof id !== 'string' || ['', '.', '..'].includes(id)) return undefined;
  if (typeof endpoint !== 'string' || !/\/events\/send\/?(?:\?|$)/.test(endpoint)) return undefined;
  if (typeof method === 'string' && method.toUpperCase() !== 'POST') return undefined;
  if (typeof status !== 'number' || !(status === REFUSED || (status >= 200 && status < 300)))
    return undefined;
  return { id, status };
}

interface SentEvent {
  readonly event: string;
  readonly isRefused: boolean;
  /** Of its payload. */
  readonly keys: readonly string[];
  readonly reason: string | undefined;
}

function sentIn(log: unknown, status: number): readonly SentEvent[] {
  if (!isObject(log)) return [];
  const { event, payload } = bodyOf(log['request_body']) ?? ({} as JsonObject);
  if (typeof event !== 'string' || !NAME.test(event)) return [];
  const keys = isObject(payload) ? Object.keys(payload).filter((key) => NAME.test(key)) : [];
  const isRefused = status === REFUSED;
  const message = isRefused ? bodyOf(log['response_body'])?.['message'] : undefined;
  const own = new Set([event, ...keys]);
  const reason = typeof message === 'string' ? plainWords(message, own) : undefined;
  return [{ event, isRefused, keys, reason }];
}

function countCalls(sent: readonly SentEvent[]): readonly EventSample[] {
  const byEvent = [...groupBy(sent, ({ event }) => event)].sort(([a], [b]) => compare(a, b));
  return byEvent.map(([event, calls]) => {
    const accepted = calls.filter(({ isRefused }) => !isRefused);
    const reasons = countBy(
      calls.flatMap(({ reason }) => reason ?? []),
      (reason) => reason,
    );
    const [reason] = [...reasons].sort((a, b) => b[1] - a[1] || compare(a[0], b[0]));
    const keys = countBy(
      accepted.flatMap((call) => call.keys),
      (key) => key,
    );
    return {
      event,
      accepted: accepted.length,
      refused: calls.length - accepted.length,
      ...(reason && { reason: reason[0] }),
      keys: [...keys].sort(([a], [b]) => compare(a, b)).map(([key, count]) => ({ key, count })),
    };
  });
}

/** A body is JSON, or a string of JSON. */
function bodyOf(body: unknown): JsonObject | undefined {
  if (typeof body !== 'string') return isObject(body) ? body : undefined;
  try {
    const value: unknown = parseAnswer(body);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
