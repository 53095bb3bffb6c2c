/**
 * Numbers and texts one after the other in a few large buffers. Millions of small objects would fill the heap and keep its
 * collector busy; these lie outside of it, and go to another thread without a copy.
 */
export interface Tape {
  readonly written: Written;
  /** Makes room for an entry of so many bytes, which is written next; gives where it stands, if it turns out to be no larger. */
  begin(most: number): number;
  /** Where the entry that was written last stands: one larger than it was said to be has moved. */
  readonly entry: number;
  /** Takes back what was written of the entry. */
  drop(): void;
  /** A whole number from 0 to 2^53. */
  writeNumber(value: number): void;
  /** Small whole numbers from 0 to 2^31, without how many they are. */
  writeSmall(values: readonly number[]): void;
  writeText(value: string | undefined): void;
  /** Goes to an entry, to read it. */
  seek(at: number): void;
  readNumber(): number;
  readText(): string | undefined;
  /** Reads a text, but gives no more than its hash: what `hashOf` says of it. */
  readHash(): number;
  skipText(): void;
}

/** What a tape holds, as plain data. */
export interface Written {
  readonly chunks: readonly Uint8Array[];
  /** Long texts, as they are. */
  readonly texts: readonly string[];
}

/** The most bytes that a number takes, or a text besides its characters. */
export const ROOM = 8;
const CHUNK = 65_536;
const LARGEST_INT = 0x7fff_ffff;
const LONG = 1000;
// Up to here a loop over the characters is faster than the encoder is to call.
const SHORT = 64;
const encoder = new TextEncoder();

/** Room for a text: texts with characters beyond Latin-1 are written as UTF-16, for JSON may hold halves of characters. */
export const roomFor = (text: string | undefined): number => (text === undefined || text.length > LONG ? ROOM : ROOM + 2 * text.length);

// How a text goes on behind its head, in so many bytes a character; its length or its place among the long texts comes with it.
const LATIN = 1;
const WIDE = 2;
const ELSEWHERE = 3;

/** @param written what was written before, elsewhere. Reading what was never written gives nonsense, but harms nothing. */
export function createTape(written: Written = { chunks: [], texts: [] }): Tape {
  const chunks = [...written.chunks];
  const texts = [...written.texts];
  let open = new Uint8Array();
  let start = 0;
  let end = 0;
  let read: Uint8Array = open;
  let cursor = 0;

  /** Goes on in a buffer with room for so much more, and takes along what there is of the entry. */
  const move = (more: number): void => {
    const begun = open.subarray(start, end);
    // What is larger than a chunk has one of its own, at whose beginning it stands.
    open = new Uint8Array(Math.max(CHUNK, 2 * begun.length + more));
    open.set(begun);
    chunks.push(open);
    start = 0;
    end = begun.length;
  };
  const writeNumber = (value: number): void => {
    if (end + ROOM > open.length) move(ROOM);
    let rest = value;
    for (; rest > LARGEST_INT; rest = Math.floor(rest / 0x80)) open[end++] = (rest % 0x80) + 0x80;
    for (rest |= 0; rest >= 0x80; rest >>= 7) open[end++] = (rest & 0x7f) | 0x80;
    open[end++] = rest;
  };
  const readNumber = (): number => {
    let value = 0;
    for (let scale = 1; ; scale *= 0x80) {
      const byte = read[cursor++] ?? 0;
      if (byte < 0x80) return value + byte * scale;
      value += (byte - 0x80) * scale;
    }
  };
  const writeWide = (value: string): void => {
    writeNumber(4 * value.length + WIDE);
    for (let i = 0; i < value.length; i++) {
      const unit = value.charCodeAt(i);
      open[end++] = unit & 0xff;
      open[end++] = unit >> 8;
    }
  };

  return {
    written: { chunks, texts },
    begin(most) {
      start = end;
      if (end + most > open.length || end >= CHUNK) move(most);
      return (chunks.length - 1) * CHUNK + start;
    },
    get entry() {
      return (chunks.length - 1) * CHUNK + start;
    },
    drop() {
      end = start;
    },
    writeNumber,
    writeSmall(values) {
      const { length } = values;
      if (end + ROOM * length > open.length) move(ROOM * length);
      // In a loop without calls: this is done for every workflow.
      const buffer = open;
      let at = end;
      for (let i = 0; i < length; i++) {
        let rest = values[i] as number;
        for (; rest >= 0x80; rest >>= 7) buffer[at++] = (rest & 0x7f) | 0x80;
        buffer[at++] = rest;
      }
      end = at;
    },
    writeText(value) {
      if (value === undefined) return writeNumber(0);
      const { length } = value;
      if (length > LONG) return writeNumber(4 * (texts.push(value) - 1) + ELSEWHERE);
      if (end + ROOM + 2 * length > open.length) move(ROOM + 2 * length);
      const head = end;
      writeNumber(4 * length + LATIN);
      if (length > SHORT) {
        const { read: taken, written } = encoder.encodeInto(value, open.subarray(end, end + length));
        // As many bytes as characters: ASCII, which is Latin-1 as well.
        if (taken === length && written === length) return void (end += length);
      }
      const buffer = open;
      let at = end;
      for (let i = 0; i < length; i++) {
        const unit = value.charCodeAt(i);
        if (unit > 0xff) {
          end = head;
          return writeWide(value);
        }
        buffer[at++] = unit;
      }
      end = at;
    },
    seek(at) {
      read = chunks[Math.floor(at / CHUNK)] ?? new Uint8Array();
      cursor = at % CHUNK;
    },
    readNumber,
    readText() {
      const head = readNumber();
      const kind = head % 4;
      const length = (head - kind) / 4;
      if (kind === 0) return undefined;
      if (kind === ELSEWHERE) return texts[length];
      const bytes = read.subarray(cursor, (cursor += kind === WIDE ? 2 * length : length));
      if (kind === LATIN) return String.fromCharCode.apply(null, bytes as unknown as number[]);
      return String.fromCharCode(...Array.from({ length: bytes.length / 2 }, (_, i) => (bytes[2 * i] as number) + 256 * (bytes[2 * i + 1] as number)));
    },
    skipText() {
      const head = readNumber();
      const kind = head % 4;
      if (kind === LATIN || kind === WIDE) cursor += (kind * (head - kind)) / 4;
    },
    readHash() {
      const head = readNumber();
      const kind = head % 4;
      const length = (head - kind) / 4;
      if (kind === 0) return 0;
      if (kind === ELSEWHERE) return hashOf(texts[length] ?? '');
      // In a loop without calls: this is done for every workflow.
      const bytes = read;
      const begin = cursor;
      const end = (cursor += kind * length);
      let hash = SEED ^ length;
      if (kind === LATIN) for (let at = begin; at < end; at++) hash = Math.imul(hash ^ (bytes[at] as number), PRIME);
      else for (let at = begin; at < end; at += 2) hash = Math.imul(hash ^ ((bytes[at] as number) + 256 * (bytes[at + 1] as number)), PRIME);
      return hash || 1;
    },
  };
}

const SEED = 0x811c9dc5;
const PRIME = 0x01000193;

/** Of a text, 32 bits that are hardly ever those of another one, and never 0: FNV-1a over UTF-16 units, and over the length of what is long. */
export function hashOf(text: string): number {
  let hash = SEED ^ text.length;
  for (let i = 0; i < text.length && i < LONG; i++) hash = Math.imul(hash ^ text.charCodeAt(i), PRIME);
  return hash || 1;
}
