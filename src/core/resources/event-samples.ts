import { isObject } from '../model/json.ts';
import { compact, defineResource } from '../model/resource.ts';
import { TEXT } from '../model/step-type.ts';
import { countOf, nameOrNone, reasonOrNone } from './sampled.ts';

/** The newest calls of the service that sent one event, counted. Of payloads only the keys are kept. */
export interface EventSample {
  readonly event?: string;
  readonly accepted?: number;
  /** Calls that were answered with 422, and the commonest reason. */
  readonly refused?: number;
  readonly reason?: string;
  /** Keys of accepted payloads, and in how many they are. */
  readonly keys?: readonly { readonly key: string; readonly count: number }[];
}

export default defineResource<EventSample>({
  name: 'event_samples',
  object: 'event_sample',
  noun: 'sample of sent events',
  plural: 'samples of sent events',
  position: 70,
  audit: { word: 'logs', count: ({ accepted = 0, refused = 0 }) => accepted + refused },
  names: ['event'],
  fields: {
    event: TEXT,
    accepted: { type: 'integer', minimum: 0 },
    refused: { type: 'integer', minimum: 0 },
    keys: { type: 'array' },
  },
  keep: (raw) =>
    compact<EventSample>({
      event: nameOrNone(raw['event']),
      accepted: countOf(raw['accepted']),
      refused: countOf(raw['refused']),
      reason: reasonOrNone(raw['reason']),
      keys: Array.isArray(raw['keys'])
        ? raw['keys'].flatMap((each: unknown) => {
            const key = isObject(each) ? nameOrNone(each['key']) : undefined;
            const count = isObject(each) ? countOf(each['count']) : undefined;
            return key === undefined || count === undefined ? [] : [{ key, count }];
          })
        : [],
    }),
  isUsedBy: () => false,
  usedBy: () => [],
});
