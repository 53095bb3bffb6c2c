import type { Input } from '../../core/model/workflow.ts';
import { resourceOf } from '../../core/resources/registry.ts';
import { check } from '../../node/check.ts';
import type { Plan } from '../../node/plan.ts';
import type { Reading, Source } from '../../node/read.ts';
import { note } from '../../node/streams.ts';
import type { AccessOptions } from './access.ts';
import { type Missing, type Part, readAccount } from './account.ts';
import { failuresOf } from './failures.ts';
import type { Limits } from './limits.ts';
import { withAccount } from './open.ts';
import { noteDenied, readResources } from './resources.ts';

export { fileNameOf } from './file-names.ts';
export { writeFolder } from './folder.ts';

export interface AccountOptions extends AccessOptions {
  /** Workflows, the resources that they use, and events where the plan names no others. */
  readonly workflows: boolean;
  readonly events: boolean;
}

/** The account behind an API key. */
export const accountSource =
  (options: AccountOptions, limits: Partial<Limits> = {}): Source =>
  (plan) =>
    withAccount(options, limits, async (client, progress) => {
      const { events, workflows: only } = plan.inputs;
      const isNamed = events === 'none' || events.length > 0;
      const account = await readAccount(client, {
        workflows: options.workflows,
        events: options.events || (options.workflows && !isNamed),
        ...{ only, onProgress: progress.show },
      });
      const { parts, missing } = account;
      const reading = readingOf(parts, missing, client.baseUrl);
      if (!options.workflows || parts.length === 0) return reading;
      const wanted = askedFor(reading, plan);
      const workflows = parts.filter(({ of }) => of === 'workflows');
      const resources = await readResources(client, wanted, workflows);
      progress.clear();
      await note(noteDenied(resources.denied));
      const all = [...missing, ...resources.missing];
      return readingOf([...parts, ...resources.parts], all, client.baseUrl);
    });

function readingOf(parts: readonly Part[], missing: readonly Missing[], baseUrl: string): Reading {
  const partial = parts.filter(({ isPartial }) => isPartial).map(({ of }) => of);
  return {
    inputs: parts.map(inputOf),
    missing: [...new Set([...partial, ...missing.map(({ of }) => of)])],
    failures: failuresOf(missing, baseUrl, parts.length === 0),
    ...{ skipped: [], ignored: [] },
  };
}

const inputOf = ({ of, source, value }: Part): Input => ({
  ...{ name: source, value, isNamed: true, holds: of },
});

/** The resources that rules ask for, of those that the workflows use: they say what they lack. */
function askedFor(reading: Reading, plan: Plan): ReadonlySet<string> {
  const { notChecked } = check(reading, plan);
  const collections = notChecked.flatMap(({ collection = [] }) => collection);
  return new Set(collections.filter((name) => resourceOf(name) !== undefined));
}
