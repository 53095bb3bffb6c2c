/** Reads workflows and events of an account. */
import { isObject } from '../../core/model/json.ts';
import { plural } from '../../core/model/text.ts';
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
  const others = plural(asked.length - wanted.length, 'item');
  if (asked.length > wanted.length)
    missing.push({ of, source, fault: unusable(`${others} of the list: no usable id`) });
  // Without workflows, the empty list shows that there are none.
  if (wanted.length === 0) return asList({ ...list, items: list.items && [], missing });
  const noSteps = unusable('the answer is no workflow with "steps"');
  const read = await Promise.all(wanted.map((item) => readItem(client, list, item)));
  const parts: Part[] = [];
  for (const each of read) {
    if ('fault' in each) missing.push(each);
    else if (each.value['steps'] !== undefined) parts.push(each);
    else missing.push({ ...each, fault: noSteps });
  }
  return { parts, missing };
}

const unusable = (message: string): ApiFault => new ApiFault('unusable', message);

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

/** A list without names does not tell, so the workflow is read. */
function isAsked(item: unknown, only: readonly string[]): boolean {
  const { id, name } = isObject(item) ? item : {};
  const names = [id, name].filter((each) => typeof each === 'string');
  return only.length === 0 || name === undefined || names.some((each) => only.includes(each));
}
