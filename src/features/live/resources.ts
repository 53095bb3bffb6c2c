/** Reads resources of an account, such as templates. */
import { decodeValue } from '../../core/document/decode.ts';
import { compareText } from '../../core/lint/order.ts';
import { stringsOf } from '../../core/model/config.ts';
import { asString, isObject, type JsonObject, own } from '../../core/model/json.ts';
import { findExpressions } from '../../core/model/template-text.ts';
import { escapeText } from '../../core/report/escape.ts';
import { RESOURCES } from '../../core/resources/registry.ts';
import type { ResourceType } from '../../core/resources/resource.ts';
import { encodeId, isId, listPart, type Missing, type Part, readItem } from './account.ts';
import type { Client } from './client.ts';
import { ApiFault, settle } from './faults.ts';
import { readList } from './list.ts';

interface Resources {
  readonly parts: readonly Part[];
  readonly missing: readonly Missing[];
  /** Those that the key may not read: nothing is known of them, and that is no failure. */
  readonly denied: readonly Missing[];
  /** The collections that the service does not have. */
  readonly unknown: readonly string[];
}

/**
 * @param wanted names of collections.
 * @param workflows of the account: items that they use are read with their details.
 */
export async function readResources(
  client: Client,
  wanted: ReadonlySet<string>,
  workflows: readonly Part[],
): Promise<Resources> {
  const used = usedBy(workflows);
  const types = RESOURCES.filter(({ name }) => wanted.has(name));
  const read = await Promise.all(types.map((type) => readResource(client, type, used)));
  return {
    parts: read.flatMap(({ parts }) => parts),
    missing: read.flatMap(({ missing }) => missing),
    denied: read.flatMap(({ denied }) => denied),
    unknown: read.flatMap(({ unknown }) => unknown),
  };
}

/** The names of items in steps; those of different resources do not meet. */
function usedBy(workflows: readonly Part[]): ReadonlySet<string> {
  const documents = workflows.map(({ source, value }) =>
    decodeValue({ name: source, isNamed: true, value }, value),
  );
  const steps = documents.flatMap((each) => each.workflows.flatMap(({ steps = [] }) => steps));
  const texts = steps.flatMap((step) => stringsOf(step));
  return new Set(texts.flatMap(({ of, value }) => (of === undefined ? [] : value)));
}

const NOTHING: Resources = { parts: [], missing: [], denied: [], unknown: [] };

async function readResource(
  client: Client,
  type: ResourceType,
  used: ReadonlySet<string>,
): Promise<Resources> {
  const of = type.name;
  const path = `/${type.path}`;
  const place = { of, source: client.baseUrl + path };
  const { items, fault } = await readList(client, path);
  if (fault?.kind === 'missing' && items === undefined) return { ...NOTHING, unknown: [of] };
  const read = await Promise.all(
    (items ?? []).map((item) => readDetails(client, type, item, used)),
  );
  const missing = [
    ...(fault === undefined ? [] : [{ ...place, fault }]),
    ...read.flatMap((each) => each.missing ?? []),
  ];
  const isDenied = (each: Missing): boolean => each.fault.kind === 'denied';
  const [name = ''] = type.names;
  const nameOf = (item: unknown): string => (isObject(item) && asString(item[name])) || '';
  const data = read.map(({ kept }) => kept).sort((a, b) => compareText(nameOf(a), nameOf(b)));
  return {
    ...NOTHING,
    parts: items === undefined ? [] : [listPart(place, data, missing)],
    missing: missing.filter((each) => !isDenied(each)),
    denied: missing.filter(isDenied).slice(0, 1),
  };
}

/** Lines for standard error. */
export const noteDenied = (denied: readonly Missing[]): readonly string[] =>
  denied.map(
    ({ source, fault }) => `edgewise: not read: ${escapeText(`${source}: ${fault.message}`)}`,
  );

interface Detailed {
  readonly kept: unknown;
  /** Its details, where they could not be read. */
  readonly missing?: Missing;
}

/** An item with the fields that lists lack, where a workflow uses it. */
async function readDetails(
  client: Client,
  type: ResourceType,
  item: unknown,
  used: ReadonlySet<string>,
): Promise<Detailed> {
  if (!isObject(item)) return { kept: item };
  const { id } = item;
  const isUsed = (type.names as readonly string[]).some((name) => used.has(String(item[name])));
  const isWhole = (type.details as readonly string[]).every((name) => item[name] !== undefined);
  const kept = keep(type, item);
  if (isWhole || !isUsed || !isId(id)) return { kept };
  const whole = await settle(readItem(client, `/${type.path}`, id));
  if (!(whole instanceof ApiFault)) return { kept: { ...kept, ...keep(type, whole) } };
  const source = `${client.baseUrl}/${type.path}/${encodeId(id)}`;
  return { kept, missing: { of: type.name, source, fault: whole, id } };
}

/** The fields that edgewise reads. The body of a template may be private: only its variables. */
function keep({ fields, object }: ResourceType, item: JsonObject): JsonObject {
  const names = Object.keys(fields).filter((name) => own(item, name) !== undefined);
  return Object.fromEntries([
    ['object', own(item, 'object') ?? object],
    ...names.map((name) => {
      const value = item[name];
      const isBody = (name === 'html' || name === 'text') && typeof value === 'string';
      return [name, isBody ? variablesIn(value) : value];
    }),
  ]);
}

/** Each once. Text after a name, such as that of a filter, is left out. */
function variablesIn(body: string): string {
  const found = findExpressions(body).flatMap(({ written, name }) => {
    if (name === undefined) return [];
    const [braces] = /^\{{2,3}/.exec(written) ?? [];
    return braces === undefined ? written : braces + name + '}'.repeat(braces.length);
  });
  return [...new Set(found)].join(' ');
}
