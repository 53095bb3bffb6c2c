import { RESOURCES, resourceOf } from '../../core/resources/registry.ts';
import { check } from '../../node/check.ts';
import type { Plan } from '../../node/plan.ts';
import type { Reading, Source } from '../../node/read.ts';
import type { AccessOptions } from './access.ts';
import { type Account, readAccount } from './account.ts';
import { failuresOf } from './failures.ts';
import type { Limits } from './limits.ts';
import { withAccount } from './open.ts';
import { withResources } from './resources.ts';

export { fileNameOf } from './file-names.ts';
export { writeFolder } from './folder.ts';

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
    withAccount(options, limits, async (client, progress) => {
      const { events, takesEvents, workflows: only } = plan.inputs;
      const isNamed = !takesEvents || events.length > 0;
      const account = await readAccount(client, {
        workflows: options.workflows,
        events: options.events || (options.workflows && !isNamed),
        ...{ only, progress },
      });
      const reading = readingOf(account, client.baseUrl);
      if (!options.workflows || account.parts.length === 0) return reading;
      const all = new Set(RESOURCES.map(({ name }) => name));
      const wanted = options.all ? all : askedFor(reading, plan);
      const whole = await withResources(client, account, wanted);
      return readingOf(whole, client.baseUrl);
    });

function readingOf({ parts, missing }: Account, baseUrl: string): Reading {
  const partial = parts.filter(({ isPartial }) => isPartial).map(({ of }) => of);
  return {
    inputs: parts.map(({ of, source, value }) => ({
      ...{ name: source, value, isNamed: true, holds: of },
    })),
    missing: [...new Set([...partial, ...missing.map(({ of }) => of)])],
    failures: failuresOf({ parts, missing }, baseUrl),
    ...{ skipped: [], ignored: [] },
  };
}

/** The resources that rules ask for, of those that the workflows use: they say what they lack. */
function askedFor(reading: Reading, plan: Plan): ReadonlySet<string> {
  const { notChecked } = check(reading, plan);
  const collections = notChecked.flatMap(({ collection = [] }) => collection);
  return new Set(collections.filter((name) => resourceOf(name) !== undefined));
}
