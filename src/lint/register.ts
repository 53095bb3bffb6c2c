import type { DocumentRef, WorkflowRef } from '../model/nodes.ts';
import type { KnownWorkflow } from '../rule.ts';
import { createNumbers, type NumbersState } from './numbers.ts';
import { compareAt } from './order.ts';
import { createTape, ROOM, roomFor, type Written } from './tape.ts';

/** What is kept of every workflow: what it is called and where it stands. All that is known of it goes by the number of its row. */
export interface Register {
  readonly size: number;
  /** How many of them are in list form. */
  readonly summaries: number;
  /** Whether they were taken down in order of source and position. */
  readonly isInOrder: boolean;
  /** Takes down a workflow; gives its row. */
  add(workflow: NewRow): number;
  /** Reads a row. Throws for one that is not there. */
  at(row: number): Row;
  /** The same without what it is called. */
  placeAt(row: number): Pick<Row, 'document' | 'pointer'>;
  /** Of the ids or the names, by row: alike for those that are alike, and for few others. 0: it has none. */
  hashes(of: 'id' | 'name'): Int32Array;
  /** Everything as plain data, for another thread. */
  readonly state: RegisterState;
}

/** A workflow of the register. */
export interface Row extends KnownWorkflow {
  /** In list form. */
  readonly summaryOnly: boolean;
}

type NewRow = WorkflowRef & Omit<Row, 'workflow'>;

export interface RegisterState {
  readonly tape: Written;
  readonly rows: NumbersState;
  readonly sources: readonly string[];
  readonly parts: readonly NonNullable<DocumentRef['part']>[];
  readonly summaries: number;
  readonly isInOrder: boolean;
}

// Nearly all workflows have one of these.
const STATUSES = [undefined, 'enabled', 'disabled'];

export function createRegister(state?: RegisterState): Register {
  const tape = createTape(state?.tape);
  // Where their entries begin.
  const rows = createNumbers(state?.rows);
  const sources = [...(state?.sources ?? [])];
  const parts = [...(state?.parts ?? [])];
  let summaries = state?.summaries ?? 0;
  const sourceRows = new Map(sources.map((name, i) => [name, i]));
  let isInOrder = state?.isInOrder ?? true;
  let last: Pick<Row, 'document' | 'pointer'> | undefined;
  // Where the entry of its document begins, which those behind it name.
  let lastDocument = 0;

  const addDocument = (ref: DocumentRef): void => {
    let source = sourceRows.get(ref.source);
    if (source === undefined) sourceRows.set(ref.source, (source = sources.push(ref.source) - 1));
    lastDocument = tape.begin(6 * ROOM);
    for (const number of [source, ref.index, ref.line, ref.start, ref.end]) tape.writeNumber(number);
    tape.writeNumber(ref.part === undefined ? 0 : parts.push(ref.part));
  };
  const documentAt = (at: number): DocumentRef => {
    tape.seek(at);
    const source = sources[tape.readNumber()] as string;
    const place = { source, index: tape.readNumber(), line: tape.readNumber(), start: tape.readNumber(), end: tape.readNumber() };
    const part = tape.readNumber();
    return part === 0 ? place : { ...place, part: parts[part - 1] as NonNullable<DocumentRef['part']> };
  };
  const seek = (row: number): void => {
    const at = rows.at(row);
    if (at === undefined) throw new RangeError(`there is no row ${row}`);
    tape.seek(at);
  };

  return {
    get size() {
      return rows.length;
    },
    get summaries() {
      return summaries;
    },
    add({ id, name, status, document, pointer, summaryOnly }) {
      if (document !== last?.document) addDocument(document);
      const place = { document, pointer };
      if (last !== undefined && isInOrder) isInOrder = compareAt(last, place) <= 0;
      last = place;
      if (summaryOnly) summaries++;
      const known = STATUSES.indexOf(status);
      rows.push(tape.begin(6 * ROOM + roomFor(id) + roomFor(name) + roomFor(status) + roomFor(pointer)));
      // An odd number for those in list form.
      tape.writeNumber(2 * (known + 1) + (summaryOnly ? 1 : 0));
      tape.writeNumber(lastDocument);
      tape.writeText(pointer);
      tape.writeText(id);
      tape.writeText(name);
      if (known === -1) tape.writeText(status);
      return rows.length - 1;
    },
    at(row) {
      seek(row);
      const kind = tape.readNumber();
      const document = tape.readNumber();
      const pointer = tape.readText() as string;
      const id = tape.readText();
      const name = tape.readText();
      const status = kind < 2 ? tape.readText() : STATUSES[(kind >> 1) - 1];
      return { workflow: { id, name, status }, document: documentAt(document), pointer, summaryOnly: kind % 2 === 1 };
    },
    placeAt(row) {
      seek(row);
      tape.readNumber();
      const document = tape.readNumber();
      const pointer = tape.readText() as string;
      return { document: documentAt(document), pointer };
    },
    get isInOrder() {
      return isInOrder;
    },
    hashes(of) {
      const hashes = new Int32Array(rows.length);
      for (let row = 0; row < hashes.length; row++) {
        seek(row);
        tape.readNumber();
        tape.readNumber();
        tape.skipText();
        if (of === 'name') tape.skipText();
        hashes[row] = tape.readHash();
      }
      return hashes;
    },
    get state() {
      return { tape: tape.written, rows: rows.state, sources, parts, summaries, isInOrder };
    },
  };
}
