/** Reads workflows and events of an account. */
import { isObject } from '../../core/model/json.ts';
import type { Client } from './client.ts';
import { ApiFault } from './faults.ts';
import { type Collection, hasId, type Missing, type Part, readItem, readList } from './list.ts';

export interface Account {
  readonly parts: readonly Part[];
  readonly missing: readonly Missing[];
}

export const joinAccounts = (all: readonly Account[]): Account => ({
  parts: all.flatMap(({ parts }) => parts),
  missing: all.flatMap(({ missing }) => missing),
});

/** A collection as one part. */
export const asList = ({ of, source, items, missing }: Collection): Account => {
  const isPartial = missing.length > 0 || items?.every(isObject) === false;
  const value = { object: 'list', has_more: false, data: items };
  return { parts: items === undefined ? [] : [{ of, source, value, isPartial }], missing };
};

export const readEvents = async (client: Client): Promise<Account> =>
  asList(await readList(client, 'events', '/events'));

/** Each workflow by itself. @param only ids or names; empty: all. */
export async function readWorkflows(client: Client, only: readonly string[]): Promise<Account> {
  const list = await findWorkflows(client);
  const { of, source, items = [] } = list;
  const asked = items.filter((item) => isAsked(item, only));
  const wanted = asked.filter(hasId);
  const missing = [...list.missing];
  if (asked.length > wanted.length) missing.push({ of, source, fault: NO_ID });
  // Without workflows, the empty list shows that there are none.
  if (wanted.length === 0) return asList({ ...list, items: list.items && [], missing });
  const read = await Promise.all(wanted.map((item) => readItem(client, list, item)));
  const parts: Part[] = [];
  for (const each of read) {
    if ('fault' in each) missing.push(each);
    else if (each.value['steps'] !== undefined) parts.push(each);
    else missing.push({ ...each, fault: NO_STEPS });
  }
  return { parts, missing };
}

const NO_ID = new ApiFault('unusable', 'items of the list have no usable id');
const NO_STEPS = new ApiFault('unusable', 'the answer is no workflow with "steps"');

/** The paths of the alpha, and of today. */
const PATHS = ['/workflows', '/automations'];

async function findWorkflows(client: Client): Promise<Collection> {
  for (const path of PATHS) {
    const list = await readList(client, 'workflows', path);
    if (list.items !== undefined || list.missing[0]?.fault.kind !== 'missing') return list;
  }
  const message = `neither ${PATHS.join(' nor ')} exists (404); is the base URL right?`;
  const place = { of: 'workflows', source: client.baseUrl };
  const missing = [{ ...place, fault: new ApiFault('missing', message) }];
  return { ...place, path: '', items: undefined, missing };
}

const isAsked = (item: unknown, only: readonly string[]): boolean =>
  only.length === 0 ||
  (isObject(item) && only.some((name) => name === item['id'] || name === item['name']));
