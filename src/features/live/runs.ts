import type { RunCount } from '../../run/named-sources.ts';
import type { Client } from './client.ts';
import { encodeId } from './items.ts';
import { readFirst } from './lists.ts';
import { ApiFault } from './request.ts';

const PAGE = 100;

/** The path of the runs of a workflow. The alpha has none. */
const runsPath = (id: string): string => `/automations/${encodeId(id)}/runs`;

/** The runs under way of each workflow, one request each. */
export async function* countRuns(
  client: Client,
  ids: readonly string[],
  concurrency: number,
): AsyncIterable<RunCount | { readonly reason: string }> {
  const { pMapIterable } = await import('p-map');
  yield* pMapIterable(
    ids,
    async (id) => {
      try {
        const { items, isMore } = await readFirst(client, runsPath(id), PAGE, {
          status: 'running',
        });
        // A server may ignore the filter.
        const running = items.filter(({ status }) => status === 'running').length;
        return { id, running, isMore };
      } catch (error) {
        if (!(error instanceof ApiFault)) throw error;
        return { reason: error.message };
      }
    },
    { concurrency },
  );
}
