/** Reads resources of an account, such as templates. */
import { decodeValue } from '../../core/document/decode.ts';
import { stringsOf } from '../../core/model/config.ts';
import { isObject, type JsonObject, own } from '../../core/model/json.ts';
import { findExpressions } from '../../core/model/template-text.ts';
import { escapeText } from '../../core/report/escape.ts';
import { RESOURCES } from '../../core/resources/registry.ts';
import type { ResourceType } from '../../core/resources/resource.ts';
import { note } from '../../node/streams.ts';
import {
  type Account,
  encodeId,
  hasId,
  joinAccounts,
  listOf,
  type Missing,
  type Part,
  readItem,
} from './account.ts';
import type { Client } from './client.ts';
import { ApiFault, settle } from './faults.ts';
import { readList } from './list.ts';

interface WithResources extends Account {
  /** The collections that the service does not have. */
  readonly unknown: readonly string[];
}

/**
 * Adds resources to an account. Tells those that the key may not read: nothing is known of them,
 * and that is no failure. Items that workflows use are read with their details.
 * @param wanted names of collections.
 */
export async function withResources(
  client: Client,
  account: Account,
  wanted: ReadonlySet<string>,
): Promise<WithResources> {
  const used = usedBy(account.parts.filter(({ of }) => of === 'workflows'));
  const types = RESOURCES.filter(({ name }) => wanted.has(name));
  const read = await Promise.all(types.map((type) => readResource(client, type, used)));
  const { parts, missing } = joinAccounts(read);
  const isUnknown = ({ of, fault }: Missing): boolean =>
    fault.kind === 'missing' && parts.every((part) => part.of !== of);
  const isDenied = ({ fault }: Missing): boolean => fault.kind === 'denied';
  const denied = new Map(missing.filter(isDenied).map((each) => [each.of, each]));
  const lines = Array.from(denied.values(), ({ source, fault }) => `${source}: ${fault.message}`);
  await note(lines.map((line) => `edgewise: not read: ${escapeText(line)}`));
  const failed = missing.filter((each) => !isDenied(each) && !isUnknown(each));
  return {
    parts: [...account.parts, ...parts],
    missing: [...account.missing, ...failed],
    unknown: missing.filter(isUnknown).map(({ of }) => of),
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

async function readResource(
  client: Client,
  type: ResourceType,
  used: ReadonlySet<string>,
): Promise<Account> {
  const path = `/${type.path}`;
  const place = { of: type.name, source: client.baseUrl + path };
  const { items, fault } = await readList(client, path);
  const read = await Promise.all(
    (items ?? []).map((item) => readDetails(client, type, item, used)),
  );
  const missing = [
    ...(fault === undefined ? [] : [{ ...place, fault }]),
    ...read.flatMap((each) => each.missing ?? []),
  ];
  return listOf(place, items && read.map(({ kept }) => kept), missing);
}

/** An item with the fields that lists lack, where a workflow uses it; and if they are missing. */
async function readDetails(
  client: Client,
  type: ResourceType,
  item: unknown,
  used: ReadonlySet<string>,
): Promise<{ readonly kept: unknown; readonly missing?: Missing }> {
  if (!isObject(item)) return { kept: item };
  const isUsed = (type.names as readonly string[]).some((name) => used.has(String(item[name])));
  const isWhole = (type.details as readonly string[]).every((name) => item[name] !== undefined);
  const kept = keep(type, item);
  if (isWhole || !isUsed || !hasId(item)) return { kept };
  const { id } = item;
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
