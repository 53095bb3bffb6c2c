import type { Failure } from '../../core/model/finding.ts';
import { RESOURCES } from '../../core/resources/registry.ts';
import type { AccessOptions } from './access.ts';
import { readAccount } from './account.ts';
import { failuresOf } from './failures.ts';
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
    const whole = await withResources(client, account, names);
    const options = { isWhole: whole.missing.length === 0, unknown: whole.unknown, prune };
    return {
      files: writeFolder(folder, whole.parts, options),
      failures: failuresOf(whole, client.baseUrl),
    };
  });
