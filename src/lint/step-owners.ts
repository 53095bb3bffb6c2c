import type { DocumentRef, WorkflowRef } from '../model/nodes.ts';
import { compareAt } from './order.ts';
import type { Register } from './register.ts';
import { createTape, hashOf, roomFor, type Tape, type Written } from './tape.ts';

/**
 * Collects the keys of steps, so that it can be told which workflow has a step of some key: those of the first workflows by
 * source and position.
 */
export interface StepOwners {
  add(workflow: Owner, row: number): void;
  kept(): OwnedKeys;
}

interface Place {
  readonly document: DocumentRef;
  readonly pointer: string;
}

interface Owner extends Place {
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
  /** How many keys it has, and where they begin on the tape. */
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
  let before: Place | undefined;
  let inOrder = true;
  let last: Place | undefined;
  const write = (row: number, keys: readonly (string | undefined)[]): void => {
    let room = 0;
    for (const key of keys) room += roomFor(key);
    const at = tape.begin(room);
    for (const key of keys) tape.writeText(key);
    entries.push({ row, count: keys.length, at });
    count += keys.length;
  };
  const shrink = (): void => {
    if (inOrder) return;
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
      const { document, pointer, steps } = workflow;
      if (last !== undefined && compareAt(workflow, last) > 0) return;
      if (before !== undefined && compareAt(workflow, before) < 0) inOrder = false;
      before = { document, pointer };
      const keys: (string | undefined)[] = [];
      for (const { key } of steps) keys.push(key !== undefined && key.length > LONGEST ? undefined : key);
      write(row, keys);
      // What comes in order is done with at once; what does not, twice the number can wait for.
      if (!inOrder && count >= (last === undefined ? maxKeys : 2 * maxKeys)) shrink();
      else if (inOrder && count >= maxKeys) last = before;
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
  return Array.from({ length: count }, tape.readText);
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
      const hash = tape.readHash();
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
