import type { DocumentRef, WorkflowRef } from '../model/nodes.ts';
import { createNumbers, type NumbersState } from './numbers.ts';
import { compareAt } from './order.ts';
import type { Register } from './register.ts';
import { createTape, hashOf, ROOM, type Tape, type Written } from './tape.ts';

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
  readonly steps: readonly Keyed[];
}

interface Keyed {
  readonly key: string | undefined;
}

/** The keys by workflow, as plain data. */
export interface OwnedKeys {
  /** Of each its row in the register, how many keys it has, and these. */
  readonly tape: Written;
  /** Where each begins. */
  readonly entries: NumbersState;
}

// It is there for a hint only, so its memory is bounded.
const MAX_KEYS = 100_000;
const LONGEST = 200;
// Keys are joined until they are so long.
const ENOUGH = 700;
const BETWEEN = '\n';

export function createStepOwners(register: Register, maxKeys = MAX_KEYS): StepOwners {
  let tape = createTape();
  let entries = createNumbers();
  let count = 0;
  // How many there were when those that can never be asked for were last left out.
  let least = 0;
  let last: Place | undefined;
  const write = (row: number, steps: readonly Keyed[]): void => {
    entries.push(tape.begin(2 * ROOM));
    tape.writeNumber(row);
    tape.writeNumber(steps.length);
    // Few long texts are written in less time than many short ones.
    let joined = '';
    for (let i = 0; i < steps.length; i++) {
      const { key } = steps[i] as Keyed;
      joined += key === undefined || key.length > LONGEST || key.includes(BETWEEN) ? '' : key;
      if (i === steps.length - 1 || joined.length > ENOUGH) {
        tape.writeText(joined);
        joined = '';
      } else joined += BETWEEN;
    }
    count += steps.length;
  };
  const kept = (): OwnedKeys => ({ tape: tape.written, entries: entries.state });
  const shrink = (): void => {
    if (register.isInOrder) return;
    const first = firstOf([{ register, owners: kept() }], maxKeys);
    const lastRow = first.at(-1)?.row as number;
    if (first.length < entries.length) {
      const steps = first.map(({ at, row }) => [row, keysAt(tape, at).map((key) => ({ key }))] as const);
      [tape, entries, count] = [createTape(), createNumbers(), 0];
      for (const [row, keyed] of steps) write(row, keyed);
    }
    least = count;
    last = count < maxKeys ? undefined : register.placeAt(lastRow);
  };
  return {
    add(workflow, row) {
      if (last !== undefined && compareAt(workflow, last) > 0) return;
      write(row, workflow.steps);
      if (count < maxKeys) return;
      // What comes in order is done with at once; what does not can wait until there is as much again.
      if (register.isInOrder) [last, least] = [register.placeAt(row), count];
      else if (last === undefined || count >= least + maxKeys) shrink();
    },
    kept() {
      shrink();
      return kept();
    },
  };
}

/** Each row of the register with the keys of its steps. */
export function* ownersIn({ tape: written, entries }: OwnedKeys): Iterable<readonly [row: number, keys: readonly string[]]> {
  const tape = createTape(written);
  for (const at of allOf(entries)) yield [rowAt(tape, at), keysAt(tape, at)];
}

function* allOf(entries: NumbersState): Iterable<number> {
  const numbers = createNumbers(entries);
  for (let i = 0; i < numbers.length; i++) yield numbers.at(i) as number;
}

function rowAt(tape: Tape, at: number): number {
  tape.seek(at);
  return tape.readNumber();
}

function countAt(tape: Tape, at: number): number {
  rowAt(tape, at);
  return tape.readNumber();
}

/** Empty where a step has none, or one that is not kept. */
function keysAt(tape: Tape, at: number): readonly string[] {
  const count = countAt(tape, at);
  const keys: string[] = [];
  while (keys.length < count) for (const key of (tape.readText() ?? '').split(BETWEEN)) keys.push(key);
  return keys;
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
    return keysAt(owned.tape, owned.at).includes(key) ? owned.register.at(owned.row).workflow : undefined;
  };
}

/** The first by hash. Where that is of another key a hint gets lost, once in a hundred thousand times. */
function indexByHash(all: readonly Owned[]): ReadonlyMap<number, Owned> {
  const index = new Map<number, Owned>();
  for (const owned of all) {
    for (const key of keysAt(owned.tape, owned.at)) {
      const hash = hashOf(key);
      if (key !== '' && !index.has(hash)) index.set(hash, owned);
    }
  }
  return index;
}

/** A workflow, and what its keys are read with. */
interface Owned {
  readonly row: number;
  readonly register: Register;
  readonly tape: Tape;
  readonly at: number;
}

/** The first of them, until they have so many keys: the same of all together as of what is left of each part. */
function firstOf(known: readonly KnownKeys[], maxKeys: number): readonly Owned[] {
  const all = known.flatMap(({ register, owners }) => {
    const tape = createTape(owners.tape);
    return Array.from(allOf(owners.entries), (at) => {
      const row = rowAt(tape, at);
      return { row, register, tape, at, place: register.placeAt(row) };
    });
  });
  const first: Owned[] = [];
  let count = 0;
  for (const owned of all.sort((a, b) => compareAt(a.place, b.place))) {
    if (count >= maxKeys) break;
    first.push(owned);
    count += countAt(owned.tape, owned.at);
  }
  return first;
}
