import { parseDocument } from '../../core/document/parse.ts';
import { buildRecoveredGraph } from '../../core/graph/graph.ts';
import { readsOf } from '../../core/graph/reads.ts';
import { resourceUsesOf } from '../../core/graph/resource-uses.ts';
import { isObject, type JsonObject } from '../../core/model/json.ts';
import { namesOfResource, type ResourceType } from '../../core/model/resource.ts';
import { RESOURCE_TYPES } from '../../core/resources/registry.ts';
import type { LiveDocument, LiveItem } from '../../load/live-item.ts';
import type { ResourceChoice } from '../../run/resource-choice.ts';
import type { Cache } from './cache.ts';
import type { Client } from './client.ts';
import { parseAnswer, readList } from './lists.ts';
import { groupMissing, type Missing } from './missing.ts';
import { ApiFault } from './request.ts';

interface ResourceOptions {
  readonly client: Client;
  readonly cache?: Cache | undefined;
  readonly concurrency: number;
  readonly pages?: number;
}

interface ResourceUsage {
  /** A workflow as it was fetched. */
  add(document: LiveDocument): void;
  isUsed(type: ResourceType): boolean;
  /** All workflows are in the form of the alpha, whose interface has no resources. */
  isAlpha(): boolean;
  /** Whether a workflow names an item. */
  names(type: ResourceType): ReadonlySet<string>;
}

/** What the workflows of an account use of other resources. */
export function createUsage(): ResourceUsage {
  const used = new Set<string>();
  let isAlpha = true;
  const names = new Map(RESOURCE_TYPES.map(({ name }) => [name, new Set<string>()]));
  return {
    add({ source, text }) {
      const ref = { source, index: 0, line: 1, start: 0, end: text.length };
      for (const workflow of parseDocument(text, ref, 'workflows').workflows) {
        isAlpha &&= workflow.raw['object'] === 'workflow';
        const graph = buildRecoveredGraph(workflow);
        const uses = resourceUsesOf(graph);
        for (const type of RESOURCE_TYPES) {
          if (type.isUsedBy(workflow.steps, () => readsOf(graph))) used.add(type.name);
          for (const name of type.usedBy(uses)) names.get(type.name)?.add(name);
        }
      }
    },
    isUsed: ({ name }) => used.has(name),
    isAlpha: () => isAlpha,
    names: ({ name }) => names.get(name) ?? new Set(),
  };
}

/** The resources of an account, one list each. One that the key may not read is absent: the reason is an item. */
export async function* readResources(
  { names, onlyUsed }: ResourceChoice,
  usage: ResourceUsage,
  options: ResourceOptions,
): AsyncIterable<LiveItem> {
  if (onlyUsed && usage.isAlpha()) return;
  for (const type of RESOURCE_TYPES) {
    if (!names.includes(type.name) || (onlyUsed && !usage.isUsed(type))) continue;
    yield* readResource(type, usage, options);
  }
}

async function* readResource(
  type: ResourceType,
  usage: ResourceUsage,
  options: ResourceOptions,
): AsyncIterable<LiveItem> {
  const { client, concurrency, pages } = options;
  const path = `/${type.path}`;
  const source = `${client.baseUrl}${path}`;
  const of = type.name;
  try {
    const { items, fault, void: isVoid } = await readList(client, path, {}, pages);
    if (fault !== undefined)
      yield { kind: 'failure', of, source, message: fault.message, refused: false };
    if (isVoid === true) return;
    const listed = items.filter(isObject);
    const { default: pMap } = await import('p-map');
    const missing: Missing[] = [];
    const whole = await pMap(
      listed,
      async (item) => {
        const read = await readWhole(item, type, usage, options);
        if (!(read instanceof ApiFault)) return read;
        missing.push({ of, source, fault: read, id: nameOf(type, type.keep(item)) });
        return type.keep(item);
      },
      { concurrency },
    );
    const denied = missing.find(({ fault }) => fault.kind === 'denied')?.fault;
    if (denied !== undefined) yield { kind: 'absent', of, source, reason: denied.message };
    const others = missing.filter(({ fault }) => fault.kind !== 'denied');
    yield* groupMissing(others, client.baseUrl, false);
    const data = whole.sort((a, b) => compareNames(nameOf(type, a), nameOf(type, b)));
    const text = JSON.stringify({ object: 'list', has_more: false, data });
    yield {
      kind: 'document',
      of,
      source,
      text,
      partial: fault !== undefined || missing.length > 0,
    };
  } catch (error) {
    if (!(error instanceof ApiFault)) throw error;
    const { kind, message } = error;
    // The service has no such list.
    if (kind === 'missing') return;
    if (kind === 'denied') yield { kind: 'absent', of, source, reason: `${path}: ${message}` };
    else yield { kind: 'failure', of, source, message, refused: false };
  }
}

const nameOf = (type: ResourceType, value: object): string => namesOfResource(type, value)[0] ?? '';

const compareNames = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** An item with the fields that lists lack, when a workflow uses it. The cache holds only what is kept of it. */
async function readWhole(
  item: JsonObject,
  type: ResourceType,
  usage: ResourceUsage,
  { client, cache }: ResourceOptions,
): Promise<object | ApiFault> {
  const kept = type.keep(item);
  const used = usage.names(type);
  const { id, updated_at: updatedAt } = item;
  const isUsed = namesOfResource(type, kept).some((name) => used.has(name));
  if (type.isWhole?.(kept) !== false || !isUsed || typeof id !== 'string') return kept;
  const path = `/${type.path}/${encodeURIComponent(id.replace(/\p{Cs}/gu, '\ufffd'))}`;
  const version = typeof updatedAt === 'string' ? updatedAt : undefined;
  const cached = version === undefined ? undefined : cache?.get(path, version);
  try {
    const value = parseAnswer(cached ?? (await client.get(path)));
    if (!isObject(value)) throw new ApiFault('unusable', `${path}: the answer is no ${type.noun}`);
    const whole = { ...kept, ...type.keep(value) };
    if (version !== undefined && cached === undefined)
      cache?.put(path, version, JSON.stringify(whole));
    return whole;
  } catch (error) {
    if (!(error instanceof ApiFault)) throw error;
    return error;
  }
}
