import { mentions } from '../features/code/mentions.ts';
import type { SourceDecoder } from '../node/plan.ts';

/** The parser is large, so it is loaded where a file calls the service. */
export const sourceDecoder: SourceDecoder = {
  mentions,
  load: async () => (await import('../features/code/index.ts')).decodeSources,
};
