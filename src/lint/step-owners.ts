import type { DocumentRef, WorkflowRef } from '../model/nodes.ts';
import { compareAt } from './order.ts';
import type { Register } from './register.ts';
import { createTape, hashOf, ROOM, roomFor, type Tape, type Written } from './tape.ts';

/**
 * Collects the keys of steps, so that it can be told which workflow has a step of some key: those of the first workflows by
 * source and position.
 */
export interface StepOwners {
  add(workflow: Owner, row: number): void;
  kept(): OwnedKeys;
}

interface Owner {
  readonly document: DocumentRef;
  readonly pointer: string;
  readonly steps: readonly { readonly key: string | undefined }[];
}

/** The keys by workflow, as plain data. */
export interface OwnedKeys {
  readonly tape: Written;
  readonly entries: readonly Entry[];
}

interface Entry {
  /** Of the workflow, in the register. */
  readonly row: number;
  /** How many keys it has, and where they begin on the tape: each with its hash before it. */
  readonly count: number;
  readonly at: number;
}

// It is there for a hint only, so its memory is bounded.
const MAX_KEYS = 100_000;
const LONGEST = 200;

export function createStepOwners(register: Register, maxKeys = MAX_KEYS): StepOwners {
  let tape = createTape();
  let entries: Entry[] = [];
  let count = 0;
  let last: Pick<Owner, 'document' | 'pointer'> | undefined;
  const write = (row: number, keys: readonly (string | undefined)[]): void => {
    const at = tape.begin(keys.reduce((sum, key) => sum + ROOM + roomFor(key), 0));
    for (const key of keys) {
      tape.writeBits(key === undefined ? 0 : hashOf(key));
      tape.writeText(key);
    }
    entries.push({ row, count: keys.length, at });
    count += keys.length;
  };
  const shrink = (): void => {
    const first = firstOf([{ register, owners: { tape: tape.written, entries } }], maxKeys);
    if (first.length < entries.length) {
      const kept = first.map(({ entry }) => [entry.row, keysOf(tape.written, entry)] as const);
      [tape, entries, count] = [createTape(), [], 0];
      for (const [row, keys] of kept) write(row, keys);
    }
    last = count < maxKeys ? undefined : register.placeAt((first.at(-1) as Owned).entry.row);
  };
  return {
    add(workflow, row) {
      if (last !== undefined && compareAt(workflow, last) > 0) return;
      write(
        row,
        workflow.steps.map(({ key }) => (key !== undefined && key.length > LONGEST ? undefined : key)),
      );
      // What comes in order is done with at once; what does not, twice the number can wait for.
      if (count >= (last === undefined ? maxKeys : 2 * maxKeys)) shrink();
    },
    kept() {
      shrink();
      return { tape: tape.written, entries };
    },
  };
}

/** The keys of one entry. */
export function keysOf(written: Written, { at, count }: Entry): readonly (string | undefined)[] {
  const tape = createTape(written);
  tape.seek(at);
  return Array.from({ length: count }, () => {
    tape.readBits();
    return tape.readText();
  });
}

export interface KnownKeys {
  readonly register: Register;
  readonly owners: OwnedKeys;
}

/** Finds the first workflow, by source and position, with such a step. The index is made when first asked. */
export function indexOwners(known: () => readonly KnownKeys[], maxKeys = MAX_KEYS): (key: string) => WorkflowRef | undefined {
  let index: ReadonlyMap<number, Owned> | undefined;
  return (key) => {
    index ??= indexByHash(firstOf(known(), maxKeys));
    const owned = index.get(hashOf(key));
    if (owned === undefined) return undefined;
    const { entry, of } = owned;
    return keysOf(of.owners.tape, entry).includes(key) ? of.register.at(entry.row).workflow : undefined;
  };
}

/** The first by hash. Where that is of another key a hint gets lost, once in a hundred thousand times. */
function indexByHash(all: readonly Owned[]): ReadonlyMap<number, Owned> {
  const index = new Map<number, Owned>();
  const tapes = new Map<KnownKeys, Tape>();
  for (const owned of all) {
    const tape = tapes.get(owned.of) ?? createTape(owned.of.owners.tape);
    tapes.set(owned.of, tape);
    tape.seek(owned.entry.at);
    for (let i = 0; i < owned.entry.count; i++) {
      const hash = tape.readBits();
      tape.skipText();
      if (!index.has(hash)) index.set(hash, owned);
    }
  }
  return index;
}

/** The keys of a workflow, and what they are read with. */
interface Owned {
  readonly entry: Entry;
  readonly of: KnownKeys;
}

/** The first of them, until they have so many keys: the same of all together as of what is left of each part. */
function firstOf(known: readonly KnownKeys[], maxKeys: number): readonly Owned[] {
  const all = known.flatMap((of) => of.owners.entries.map((entry) => ({ entry, of, place: of.register.placeAt(entry.row) })));
  const first: Owned[] = [];
  let count = 0;
  for (const { entry, of } of all.sort((a, b) => compareAt(a.place, b.place))) {
    if (count >= maxKeys) break;
    first.push({ entry, of });
    count += entry.count;
  }
  return first;
}
