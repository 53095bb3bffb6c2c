import type { Failure } from '../../core/model/finding.ts';
import { isObject } from '../../core/model/json.ts';
import { RESOURCES } from '../../core/resources/registry.ts';
import type { ResourceType } from '../../core/resources/resource.ts';
import { check } from '../../node/check.ts';
import type { Plan } from '../../node/plan.ts';
import type { Reading, Source } from '../../node/read.ts';
import type { AccessOptions } from './access.ts';
import { type Account, joinAccounts, readEvents, readWorkflows } from './account.ts';
import { failuresOf } from './failures.ts';
import { ApiFault } from './faults.ts';
import { type ChangedFile, writeFolder } from './folder.ts';
import type { Limits } from './limits.ts';
import type { Missing, Part } from './list.ts';
import { withAccount } from './open.ts';
import { readResources } from './resources.ts';

export { fileNameOf } from './files.ts';
export { type Change, writeFolder } from './folder.ts';

export interface AccountOptions extends AccessOptions {
  /** Workflows, the resources that they use, and events where the plan names no others. */
  readonly workflows: boolean;
  readonly events: boolean;
  /** All resources, also those that no rule asks for. */
  readonly all?: boolean;
}

/** The account behind an API key. */
export const accountSource =
  (options: AccountOptions, limits: Partial<Limits> = {}): Source =>
  (plan) =>
    withAccount(options, limits, async (client) => {
      const { events, takesEvents, workflows } = plan.inputs;
      const needsEvents = takesEvents && events.length === 0;
      const read = await Promise.all([
        ...(options.events || (options.workflows && needsEvents) ? [readEvents(client)] : []),
        ...(options.workflows ? [readWorkflows(client, workflows)] : []),
      ]);
      const account = joinAccounts(read);
      const reading = readingOf(account, client.baseUrl);
      if (!options.workflows || account.parts.length === 0) return reading;
      const wanted = options.all ? RESOURCES : askedFor(reading, plan);
      const resources = await readResources(client, account, wanted);
      return readingOf(joinAccounts([account, resources]), client.baseUrl);
    });

function readingOf({ parts, missing }: Account, baseUrl: string): Reading {
  const partial = parts.filter(({ isPartial }) => isPartial);
  return {
    inputs: parts.map(({ of, source, value }) => ({
      ...{ name: source, value, isNamed: true, holds: of },
    })),
    missing: [...new Set([...partial, ...missing].map(({ of }) => of))],
    failures: failuresOf({ parts, missing }, baseUrl),
    ...{ skipped: [], ignored: [] },
  };
}

/** The resources that rules ask for, of those that the workflows use: they say what they lack. */
function askedFor(reading: Reading, plan: Plan): readonly ResourceType[] {
  const { notChecked } = check(reading, plan);
  const asked = new Set(notChecked.map(({ collection }) => collection));
  return RESOURCES.filter(({ name }) => asked.has(name));
}

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
  withAccount(access, limits, async (client) => {
    const read = await Promise.all([readEvents(client), readWorkflows(client, [])]);
    const account = joinAccounts(read);
    if (account.parts.length === 0)
      return { files: [], failures: failuresOf(account, client.baseUrl) };
    const { unknown, ...resources } = await readResources(client, account, RESOURCES);
    const { parts, missing: notRead } = joinAccounts([account, resources]);
    const missing = [...notRead, ...parts.flatMap(strangeItems)];
    return {
      files: writeFolder(folder, parts, { isWhole: missing.length === 0, unknown, prune }),
      failures: failuresOf({ parts, missing }, client.baseUrl),
    };
  });

/** What a list has beside its items. Lint reports it where it is; a folder only keeps it. */
const strangeItems = ({ of, source, value: { data } }: Part): readonly Missing[] =>
  Array.isArray(data) && !data.every(isObject) ? [{ of, source, fault: NO_OBJECTS }] : [];

const NO_OBJECTS = new ApiFault('unusable', 'some items of the list are no objects');
