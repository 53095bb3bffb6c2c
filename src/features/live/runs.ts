import { countBy, groupBy } from '../../core/model/groups.ts';
import { isObject, type JsonObject } from '../../core/model/json.ts';
import type { RunSample } from '../../core/resources/run-samples.ts';
import { RUN_PAGES } from '../../run/audit-choice.ts';
import type { RunCount } from '../../run/context.ts';
import type { Client } from './client.ts';
import { encodeId } from './items.ts';
import { parseAnswer, readFirst, readPages } from './lists.ts';
import { plainWords, wordsIn } from './plain-words.ts';
import { type ApiFault, settle } from './request.ts';

const DAY = 86_400_000;

/** The alpha has no runs. */
const runsPath = (id: string): string => `/automations/${encodeId(id)}/runs`;

/** The runs under way, on the first pages of their list. */
async function readUnderWay(client: Client, id: string) {
  const running: JsonObject[] = [];
  let isMore = false;
  for await (const page of readPages(client, runsPath(id), RUN_PAGES, { status: 'running' })) {
    // A server may ignore the filter.
    running.push(...page.items.filter(({ status }) => status === 'running'));
    isMore = page.isMore;
  }
  return { running, isMore };
}

/** The runs under way of each workflow. */
export async function* countRuns(
  client: Client,
  ids: readonly string[],
  concurrency: number,
): AsyncIterable<RunCount | { readonly reason: string }> {
  const { pMapIterable } = await import('p-map');
  const read = async (id: string) => {
    const answer = await settle(readUnderWay(client, id));
    if ('value' in answer) {
      const { running, isMore } = answer.value;
      const runs = running.flatMap((run) => (typeof run['id'] === 'string' ? [run['id']] : []));
      return { id, running: running.length, isMore, runs };
    }
    const { kind, status } = answer.fault;
    return { reason: `the list of runs is ${kind}${status === undefined ? '' : ` (${status})`}` };
  };
  yield* pMapIterable(ids, read, { concurrency });
}

export interface SampledWorkflow {
  readonly id: string;
  readonly text: string;
  /** In milliseconds; NaN when it is not known. */
  readonly created: number;
}

/** Counts what happened to the steps of a workflow in its newest runs. */
export async function sampleRuns(
  client: Client,
  { id, text, created }: SampledWorkflow,
  size: number,
): Promise<{ readonly sample?: RunSample; readonly fault?: ApiFault; readonly isCut?: boolean }> {
  const newest = await settle(readFirst(client, runsPath(id), size));
  if ('fault' in newest) return newest;
  const { items, isMore } = newest.value;
  const underWay = items.length === 0 ? undefined : await settle(readUnderWay(client, id));
  if (underWay !== undefined && 'fault' in underWay) return underWay;
  const runs: unknown[] = [];
  let fault: ApiFault | undefined;
  for (const { id: run } of items) {
    if (typeof run !== 'string' || ['', '.', '..'].includes(run)) continue;
    const path = `${runsPath(id)}/${encodeId(run)}`;
    const answer = await settle(client.get(path).then(parseAnswer));
    if ('value' in answer) runs.push(answer.value);
    // A run that was deleted meanwhile is not a failure.
    else if (answer.fault.kind !== 'missing') fault = answer.fault;
  }
  const running = underWay?.value.running ?? [];
  const ages = running.flatMap(({ started_at: started, created_at: listed }) => {
    const since = Date.parse(String(started ?? listed));
    return Number.isNaN(since) ? [] : [Math.floor((Date.now() - since) / 1000)];
  });
  const sample: RunSample = {
    workflow: id,
    has_more: isMore,
    ...countSteps(runs.filter(isRun), wordsIn(text)),
    ...(items.length === 0 && { runs: 0 }),
    is_new: Date.now() - created < DAY,
    ...(ages.length > 0 && { oldest_seconds: Math.max(0, ...ages) }),
  };
  // The oldest runs under way come last.
  const isCut = underWay?.value.isMore === true;
  return { sample, isCut, ...(fault !== undefined && { fault }) };
}

const isRun = (run: unknown): run is JsonObject & { readonly steps: readonly unknown[] } =>
  isObject(run) && Array.isArray(run['steps']);

function countSteps(
  runs: readonly (JsonObject & { readonly steps: readonly unknown[] })[],
  words: ReadonlySet<string>,
) {
  const steps = runs.flatMap(({ status, steps: own }) =>
    own
      .filter(isObject)
      .map((step): JsonObject => ({ ...step, isCompleted: status === 'completed' })),
  );
  const byKey = groupBy(steps, ({ key }) => key);
  return {
    runs: runs.length,
    completed: runs.filter(({ status }) => status === 'completed').length,
    by_step: [...byKey].flatMap(([key, own]) => {
      if (typeof key !== 'string') return [];
      const failed = own.filter(({ status }) => status === 'failed');
      const errors = failed.flatMap(({ error }) => {
        const message = isObject(error) ? (error['message'] ?? error['name']) : error;
        return typeof message === 'string' ? plainWords(message, words) : [];
      });
      const [common] = [...countBy(errors, (error) => error)].sort((a, b) => b[1] - a[1]);
      return {
        key,
        reached: own.filter(({ status }) => status !== 'skipped' && status !== 'pending').length,
        failed: failed.length,
        skipped: own.filter((step) => step['status'] === 'skipped' && step['isCompleted']).length,
        ...(common && { error: common[0], errors: common[1] }),
      };
    }),
  };
}
