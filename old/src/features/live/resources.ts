import { parseDocument } from '../../core/document/parse.ts';
import { buildRecoveredGraph } from '../../core/graph/graph.ts';
import { readsOf } from '../../core/graph/reads.ts';
import { resourceUsesOf } from '../../core/graph/resource-uses.ts';
import { compare } from '../../core/lint/order.ts';
import { isObject, type JsonObject } from '../../core/model/json.ts';
import { namesOfResource, type ResourceType } from '../../core/model/resource.ts';
import { RESOURCE_TYPES } from '../../core/resources/registry.ts';
import type { LiveDocument, LiveItem } from '../../load/live-item.ts';
import type { ResourceChoice } from '../../run/resource-choice.ts';
import type { Client } from './client.ts';
import { encodeId, foreignObject, printList, readItem } from './items.ts';
import { readList } from './lists.ts';
import type { Missing } from './missing.ts';
import { ApiFault, settle } from './request.ts';

interface ResourceOptions {
  readonly client: Client;
  readonly concurrency: number;
  readonly pages?: number;
}

interface ResourceUsage {
  /** A fetched workflow. */
  add(document: LiveDocument): void;
  isUsed(type: ResourceType): boolean;
  /** All workflows are in the form of the alpha, whose interface has no resources. */
  isAlpha(): boolean;
  /** Whether a workflow names an item. */
  names(type: ResourceType): ReadonlySet<string>;
}

/** The resources that the workflows of an account use. */
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
    names: ({ name }) => names.get(name) as ReadonlySet<string>,
  };
}

/** The resources of an account, one list each. One that the key may not read is absent, with the reason. */
export async function* readResources(
  { names, onlyUsed }: ResourceChoice,
  usage: ResourceUsage,
  options: ResourceOptions,
): AsyncIterable<LiveItem | Missing> {
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
): AsyncIterable<LiveItem | Missing> {
  const { client, concurrency, pages } = options;
  const path = `/${type.path}`;
  const source = `${client.baseUrl}${path}`;
  const of = type.name;
  const answer = await settle(readList(client, path, {}, pages));
  if ('fault' in answer) {
    const { fault } = answer;
    // The service does not have this list.
    if (fault.kind === 'missing') return;
    if (fault.kind !== 'denied') yield { of, source, fault };
    else yield { kind: 'absent', of, source, reason: `${path}: ${fault.message}` };
    return;
  }
  const listing = answer.value;
  const missing: Missing[] = [];
  if (listing.fault !== undefined) missing.push({ of, source, fault: listing.fault });
  const listed: JsonObject[] = [];
  for (const item of listing.items) {
    const fault = isObject(item) ? foreignObject(item, [type.object]) : NO_OBJECT;
    if (fault !== undefined) missing.push({ of, source, fault, isItem: true });
    else listed.push(item as JsonObject);
  }
  const { default: pMap } = await import('p-map');
  const read = await pMap(listed, (item) => readWhole(item, type, usage, options), { concurrency });
  const whole = read.map((value) => ('fault' in value ? value.kept : value));
  const failed = read.filter((value) => 'fault' in value);
  const denied = failed.find(({ fault }) => fault.kind === 'denied')?.fault;
  if (denied !== undefined) yield { kind: 'absent', of, source, reason: denied.message };
  missing.push(...failed.filter(({ fault }) => fault.kind !== 'denied'));
  yield* missing;
  if (listing.void === true) return;
  const data = whole.sort((a, b) => compare(nameOf(type, a), nameOf(type, b)));
  yield {
    kind: 'document',
    of,
    source,
    text: printList(data),
    partial: missing.length + failed.length > 0,
  };
}

const NO_OBJECT = new ApiFault('unusable', 'an item of the list is not an object');

const nameOf = (type: ResourceType, value: object): string => namesOfResource(type, value)[0] ?? '';

/** An item with the fields that lists lack, if a workflow uses it. */
async function readWhole(
  item: JsonObject,
  type: ResourceType,
  usage: ResourceUsage,
  { client }: ResourceOptions,
): Promise<object | (Missing & { readonly kept: object })> {
  const kept = type.keep(item);
  const used = usage.names(type);
  const { id } = item;
  const isUsed = namesOfResource(type, kept).some((name) => used.has(name));
  if (type.isWhole?.(kept) !== false || !isUsed || typeof id !== 'string') return kept;
  const path = `/${type.path}/${encodeId(id)}`;
  const fetched = async () => {
    const text = await client.get(path);
    return { ...kept, ...type.keep(readItem(text, id, type.noun, [type.object])) };
  };
  const answer = await settle(fetched());
  if ('fault' in answer)
    return { of: type.name, source: `${client.baseUrl}${path}`, fault: answer.fault, id, kept };
  return answer.value;
}
