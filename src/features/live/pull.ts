import type { Failure } from '../../core/model/finding.ts';
import { isObject } from '../../core/model/json.ts';
import { plural } from '../../core/model/text.ts';
import { RESOURCES } from '../../core/resources/registry.ts';
import type { AccessOptions } from './access.ts';
import { type Account, joinAccounts, type Part, readAccount } from './account.ts';
import { failuresOf } from './failures.ts';
import { ApiFault } from './faults.ts';
import { type Change, type ChangedFile, writeFolder } from './folder.ts';
import type { Limits } from './limits.ts';
import { withAccount } from './open.ts';
import { withResources } from './resources.ts';

export type { Change };

export interface PullOptions extends AccessOptions {
  readonly folder: string;
  /** Delete files whose workflows are gone. */
  readonly prune: boolean;
}

export interface Pulled {
  readonly files: readonly ChangedFile[];
  readonly failures: readonly Failure[];
}

/** Writes the account to files. Nothing is written where nothing was read. */
export const pull = (
  { folder, prune, ...access }: PullOptions,
  limits: Partial<Limits> = {},
): Promise<Pulled> =>
  withAccount(access, limits, async (client, progress) => {
    const wanted = { workflows: true, events: true, only: [], progress };
    const account = await readAccount(client, wanted);
    if (account.parts.length === 0)
      return { files: [], failures: failuresOf(account, client.baseUrl) };
    const names = new Set(RESOURCES.map(({ name }) => name));
    const { unknown, ...read } = await withResources(client, account, names);
    const { parts, missing } = joinAccounts([
      { parts: [], missing: read.missing },
      ...read.parts.map(onlyObjects),
    ]);
    const options = { isWhole: missing.length === 0, unknown, prune };
    return {
      files: writeFolder(folder, parts, options),
      failures: failuresOf({ parts, missing }, client.baseUrl),
    };
  });

/** A list without null and the like, which no file can keep. */
function onlyObjects(part: Part): Account {
  const { value } = part;
  const data = part.id === undefined && isObject(value) ? [value['data']].flat() : [];
  const items = data.filter(isObject);
  const others = data.length - items.length;
  if (others === 0) return { parts: [part], missing: [] };
  const fault = new ApiFault('unusable', `${plural(others, 'item')} of the list: not an object`);
  return {
    parts: [{ ...part, isPartial: true, value: { ...(value as object), data: items } }],
    missing: [{ ...part, fault }],
  };
}
