import { compare } from '../../core/lint/order.ts';
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

interface Sampled {
  readonly samples: readonly EventSample[];
  readonly fault?: ApiFault;
}

/** Counts the newest calls that sent events: by event, whether they were refused, and the keys of their payloads. */
export async function sampleEvents(
  client: Client,
  size: number,
  concurrency: number,
): Promise<Sampled> {
  const calls = await settle(findCalls(client, size));
  if ('fault' in calls) return { samples: [], fault: calls.fault };
  const counts = createCounts();
  let fault: ApiFault | undefined;
  const { default: pMap } = await import('p-map');
  const read = async ({ id, status }: Call): Promise<void> => {
    const answer = await settle(client.get(`/logs/${encodeId(id)}`).then(parseAnswer));
    if ('value' in answer) counts.add(answer.value, status);
    else if (answer.fault.kind !== 'missing') fault = answer.fault;
  };
  await pMap(calls.value, read, { concurrency });
  return { samples: counts.result(), ...(fault !== undefined && { fault }) };
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

function createCounts() {
  const events = new Map<
    string,
    {
      accepted: number;
      refused: number;
      readonly keys: Map<string, number>;
      readonly reasons: Map<string, number>;
    }
  >();
  return {
    add(log: unknown, status: number): void {
      if (!isObject(log)) return;
      const body = bodyOf(log['request_body']);
      const event = body?.['event'];
      if (body === undefined || typeof event !== 'string' || !NAME.test(event)) return;
      const payload = body['payload'];
      const keys = isObject(payload) ? Object.keys(payload).filter((key) => NAME.test(key)) : [];
      const known = events.get(event) ?? {
        accepted: 0,
        refused: 0,
        keys: new Map(),
        reasons: new Map(),
      };
      events.set(event, known);
      if (status === REFUSED) {
        known.refused++;
        const message = bodyOf(log['response_body'])?.['message'];
        if (typeof message !== 'string') return;
        const own = new Set([event, ...keys]);
        add(
          known.reasons,
          plainWords(message, (word) => own.has(word)),
        );
      } else {
        known.accepted++;
        for (const key of keys) add(known.keys, key);
      }
    },
    result: (): readonly EventSample[] =>
      [...events]
        .sort(([a], [b]) => compare(a, b))
        .map(([event, { accepted, refused, keys, reasons }]) => {
          const [reason] = [...reasons].sort((a, b) => b[1] - a[1] || compare(a[0], b[0]));
          return {
            event,
            accepted,
            refused,
            ...(reason && { reason: reason[0] }),
            keys: [...keys]
              .sort(([a], [b]) => compare(a, b))
              .map(([key, count]) => ({ key, count })),
          };
        }),
  };
}

const add = (counts: Map<string, number>, name: string): void =>
  void counts.set(name, (counts.get(name) ?? 0) + 1);

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
