/**
 * Numbers that only become more, in typed arrays of the same length: one plain array would be copied each time it grows, and what it
 * leaves behind is as large as itself. They go to another thread without a copy.
 */
export interface Numbers {
  readonly length: number;
  push(value: number): void;
  at(index: number): number | undefined;
  readonly state: NumbersState;
}

/** What it holds, as plain data. */
export interface NumbersState {
  readonly chunks: readonly Float64Array<ArrayBuffer>[];
  readonly length: number;
}

const CHUNK = 8192;

/** @param state what it was elsewhere. */
export function createNumbers(state: NumbersState = { chunks: [], length: 0 }): Numbers {
  const chunks = [...state.chunks];
  let { length } = state;
  return {
    get length() {
      return length;
    },
    push(value) {
      if (length === chunks.length * CHUNK) chunks.push(new Float64Array(CHUNK));
      (chunks[chunks.length - 1] as Float64Array)[length++ % CHUNK] = value;
    },
    at: (index) => (index < length ? chunks[Math.floor(index / CHUNK)]?.[index % CHUNK] : undefined),
    get state() {
      return { chunks, length };
    },
  };
}
