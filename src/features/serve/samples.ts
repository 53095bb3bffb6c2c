import type { SourceItem } from '../../core/document/split.ts';
import { firstTooDeep } from '../../core/document/syntax.ts';
import { isObject, type JsonObject } from '../../core/model/json.ts';

/** Runs and logs as the service answers a request for one of them, in the order of its lists. */
export interface Samples {
  /** By the id of the workflow. */
  readonly runs: Map<string, readonly JsonObject[]>;
  logs?: readonly JsonObject[];
}

const FILE = /[/\\](?:runs[/\\]([^/\\]+)|logs)\.(?:json|ndjson|jsonl)(?:\.gz)?$/;

/** Moves the files `runs/ID.json` and `logs.json` from the items to the samples. */
export async function* takeSamples(
  items: AsyncIterable<SourceItem>,
  samples: Samples,
): AsyncIterable<SourceItem> {
  for await (const item of items) {
    const [name, workflow] = ('documents' in item && FILE.exec(String(item.from.path))) || [];
    if (name === undefined || !('documents' in item)) {
      yield item;
      continue;
    }
    const found: JsonObject[] = [];
    for (const { text, ref } of item.documents) {
      const data = parseItems(text);
      if (data !== undefined) found.push(...data);
      else {
        const message = `is no list of ${workflow === undefined ? 'logs' : 'runs'}`;
        yield { failure: { source: ref.source, message, refused: true } };
      }
    }
    if (workflow === undefined) samples.logs = [...(samples.logs ?? []), ...found];
    else samples.runs.set(workflow, [...(samples.runs.get(workflow) ?? []), ...found]);
  }
}

/** The items of a list envelope or an array, or one item. */
function parseItems(text: string): readonly JsonObject[] | undefined {
  if (firstTooDeep(text) !== undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    const data = isObject(value) && Array.isArray(value['data']) ? value['data'] : value;
    const list: readonly unknown[] = Array.isArray(data) ? data : [data];
    return list.every(isObject) ? list : undefined;
  } catch {
    return undefined;
  }
}
