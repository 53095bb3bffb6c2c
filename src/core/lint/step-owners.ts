import type { KnownWorkflow } from '../../rule.ts';
import type { Step, WorkflowRef } from '../model/nodes.ts';
import { compareAt } from './order.ts';

export interface OwnedKeys extends KnownWorkflow {
  readonly keys: readonly string[];
}

// They are used for a hint only, so their memory is bounded.
const MAX_KEYS = 100_000;
const MAX_KEY_LENGTH = 200;

const hasOwnKey = ({ key = '' }: Step): boolean => key !== '' && key.length <= MAX_KEY_LENGTH;

/** Collects the keys of steps of the first workflows by source and position. */
export function createStepOwners(maxKeys = MAX_KEYS) {
  let owners: OwnedKeys[] = [];
  let count = 0;
  // The last that is kept once there are too many keys. Later ones are not needed.
  let last: OwnedKeys | undefined;
  return {
    add(known: KnownWorkflow, steps: readonly Step[]): void {
      if (last !== undefined && compareAt(known, last) > 0) return;
      // Arrays that grow keep spare capacity.
      const keys = steps.every(hasOwnKey)
        ? steps.map(({ key }) => key as string)
        : steps.filter(hasOwnKey).map(({ key }) => key as string);
      if (keys.length === 0) return;
      // By name: a spread copy is larger.
      const { workflow, document, pointer } = known;
      owners.push({ workflow, document, pointer, keys });
      count += keys.length;
      // Later twice the limit, so that workflows out of order are sorted only now and then.
      if (count < (last === undefined ? maxKeys : 2 * maxKeys)) return;
      owners = firstOwners(owners, maxKeys);
      last = owners.at(-1);
      count = owners.reduce((sum, owner) => sum + owner.keys.length, 0);
    },
    kept: (): readonly OwnedKeys[] => firstOwners(owners, maxKeys),
  };
}

/** Finds the first workflow with a step of a key. The index is built on first use. */
export function indexOwners(
  known: () => readonly OwnedKeys[],
  maxKeys = MAX_KEYS,
): (key: string) => WorkflowRef | undefined {
  let index: Map<string, WorkflowRef> | undefined;
  return (key) => {
    if (index === undefined) {
      index = new Map();
      for (const { workflow, keys } of firstOwners(known(), maxKeys))
        for (const own of keys) if (!index.has(own)) index.set(own, workflow);
    }
    return index.get(key);
  };
}

/** The first workflows with so many keys. Truncating each part first gives the same result. */
function firstOwners(owners: readonly OwnedKeys[], maxKeys: number): OwnedKeys[] {
  const first: OwnedKeys[] = [];
  let count = 0;
  for (const owner of owners.toSorted(compareAt)) {
    if (count >= maxKeys) break;
    first.push(owner);
    count += owner.keys.length;
  }
  return first;
}
