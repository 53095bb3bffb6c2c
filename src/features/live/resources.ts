/** Reads resources of an account, such as templates. */
import { decodeValue } from '../../core/document/decode.ts';
import { stringsOf } from '../../core/model/config.ts';
import { isObject, type JsonObject, own } from '../../core/model/json.ts';
import { findExpressions } from '../../core/model/template-text.ts';
import { escapeText } from '../../core/report/escape.ts';
import type { ResourceType } from '../../core/resources/resource.ts';
import { note } from '../../node/streams.ts';
import { type Account, asList, joinAccounts } from './account.ts';
import type { Client } from './client.ts';
import { hasId, type Missing, readItem, readList } from './list.ts';

interface Resources extends Account {
  /** The collections that the service does not have. */
  readonly unknown: readonly string[];
}

/**
 * Reads resources. Tells those that the key may not read: nothing is known of
 * them, and that is no failure. Items that workflows use are read with their details.
 */
export async function readResources(
  client: Client,
  account: Account,
  types: readonly ResourceType[],
): Promise<Resources> {
  const used = usedBy(account);
  const read = await Promise.all(types.map((type) => readResource(client, type, used)));
  const { parts, missing } = joinAccounts(read);
  const isUnknown = ({ of, fault }: Missing): boolean =>
    fault.kind === 'missing' && parts.every((part) => part.of !== of);
  const isDenied = ({ fault }: Missing): boolean => fault.kind === 'denied';
  const denied = new Map(missing.filter(isDenied).map((each) => [each.of, each]));
  const lines = Array.from(denied.values(), ({ source, fault }) => `${source}: ${fault.message}`);
  await note(lines.map((line) => `edgewise: not read: ${escapeText(line)}`));
  return {
    parts,
    missing: missing.filter((each) => !isDenied(each) && !isUnknown(each)),
    unknown: missing.filter(isUnknown).map(({ of }) => of),
  };
}

/** The names of items in steps; those of different resources do not meet. */
function usedBy({ parts }: Account): ReadonlySet<string> {
  const documents = parts.map(({ of, source, value }) =>
    decodeValue({ name: source, isNamed: true, value, holds: of }, value),
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
  const list = await readList(client, type.name, `/${type.path}`);
  const lacksDetails = (item: JsonObject): boolean =>
    namesIn(type.names, item).some((name) => used.has(String(item[name]))) &&
    namesIn(type.details, item).length < type.details.length;
  const items = list.items ?? [];
  const asked = items.filter((item) => hasId(item)).filter(lacksDetails);
  const read = await Promise.all(asked.map((item) => readItem(client, list, item)));
  const found = read.filter((each) => 'value' in each);
  const details = new Map<unknown, JsonObject>(found.map(({ id, value }) => [id, value]));
  return asList({
    ...list,
    items: list.items?.map((item) =>
      isObject(item) ? keep(type, { ...item, ...details.get(item['id']) }) : item,
    ),
    missing: [...list.missing, ...read.filter((each) => 'fault' in each)],
  });
}

const namesIn = (names: readonly string[], item: JsonObject): readonly string[] =>
  names.filter((name) => own(item, name) !== undefined);

/** The fields that edgewise reads. The body of a template may be private: only its variables. */
const keep = ({ fields, object }: ResourceType, item: JsonObject): JsonObject =>
  Object.fromEntries([
    ['object', own(item, 'object') ?? object],
    ...namesIn(Object.keys(fields), item).map((name) => {
      const value = item[name];
      const isBody = (name === 'html' || name === 'text') && typeof value === 'string';
      return [name, isBody ? variablesIn(value) : value];
    }),
  ]);

/** Each once. Text after a name, such as that of a filter, is left out. */
function variablesIn(body: string): string {
  const found = findExpressions(body).flatMap(({ written, name }) => {
    if (name === undefined) return [];
    const [braces] = /^\{{2,3}/.exec(written) ?? [];
    return braces === undefined ? written : braces + name + '}'.repeat(braces.length);
  });
  return [...new Set(found)].join(' ');
}
