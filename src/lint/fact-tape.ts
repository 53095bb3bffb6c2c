import type { Place, Subject } from '../model/nodes.ts';
import type { KnownWorkflow } from '../rule.ts';
import { isOwnPlace, isPlace, isPlain, type Own } from './pack-facts.ts';
import { createTape, ROOM, roomFor, type Written } from './tape.ts';

/**
 * The facts of all rules, in a tenth of the memory that objects take: where definitions of events come late or never, rules
 * have something to keep of every step. A fact that is more than plain data and places of its own workflow stays as it is.
 */
export interface FactTape {
  /** Takes down a fact of a workflow; gives where it stands. */
  add(row: number, fact: unknown, own: KnownWorkflow): number;
  rowAt(at: number): number;
  /** @param own the workflow of a row, asked for when the fact holds a place. */
  read(at: number, own: (row: number) => ReturnType<Own>): unknown;
  readonly state: FactTapeState;
}

/** Everything as plain data, for another thread. */
export interface FactTapeState {
  readonly tape: Written;
  readonly words: readonly string[];
  readonly shapes: readonly (readonly string[])[];
  readonly whole: readonly unknown[];
}

// What a number says of the value that follows, in its lowest four bits; the rest is a length, an index or the value itself.
const SIMPLE = 0;
const WHOLE_NUMBER = 1;
const NEGATIVE = 2;
const FLOAT = 3;
const WORD = 4;
const TEXT = 5;
const LIST = 6;
const OBJECT = 7;
const PLACE = 8;
const AS_IT_IS = 9;
const SIMPLES = [undefined, null, true, false];
const MAX_WHOLE = 2 ** 48;

// Names and pointers that come again and again are written once. Ids, which do not, are longer than a word.
const LONGEST_WORD = 32;
const LONGEST_POINTER = 100;
const MAX_WORDS = 5000;
const MAX_SHAPES = 1000;
const MAX_DEPTH = 64;
const FEW_NUMBERS = 8;

/** Whether a rule has packed a fact itself, into a list of numbers: to take it apart would cost time and gain no room. */
function isPacked(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null || depth > 2) return false;
  if (Array.isArray(value)) return typeof value[0] === 'number' ? value.length > FEW_NUMBERS : isPacked(value[0], depth + 1);
  for (const key in value) if (isPacked((value as Record<string, unknown>)[key], depth + 1)) return true;
  return false;
}

export function createFactTape(state?: FactTapeState): FactTape {
  const tape = createTape(state?.tape);
  const words = [...(state?.words ?? [])];
  const shapes = [...(state?.shapes ?? [])];
  const whole = [...(state?.whole ?? [])];
  const wordRows = new Map(words.map((word, i) => [word, i]));
  const shapeRows = new Map(shapes.map((shape, i) => [shape.join('\0'), i]));
  const float = new Float64Array(1);
  const bits = new Uint32Array(float.buffer);
  // An entry is put together here, for it must be known how much room it takes.
  let codes: (number | string)[] = [];

  const put = (kind: number, value: number): void => void codes.push(kind + 16 * value);
  const putText = (text: string, longest = LONGEST_WORD): void => {
    let word = wordRows.get(text);
    if (word === undefined && text.length <= longest && words.length < MAX_WORDS) wordRows.set(text, (word = words.push(text) - 1));
    if (word !== undefined) put(WORD, word);
    else codes.push(TEXT, text);
  };
  const putNumber = (value: number): void => {
    if (Number.isInteger(value) && Math.abs(value) <= MAX_WHOLE && !Object.is(value, -0)) put(value < 0 ? NEGATIVE : WHOLE_NUMBER, Math.abs(value));
    else {
      float[0] = value;
      codes.push(FLOAT, bits[0] as number, bits[1] as number);
    }
  };
  const putObject = (value: Readonly<Record<string, unknown>>, own: KnownWorkflow, depth: number): boolean => {
    const shape = Object.keys(value).filter((key) => value[key] !== undefined);
    const name = shape.join('\0');
    let row = shapeRows.get(name);
    if (row === undefined) {
      if (shapes.length >= MAX_SHAPES || shape.includes('__proto__')) return false;
      shapeRows.set(name, (row = shapes.push(shape) - 1));
    }
    put(OBJECT, row);
    return shape.every((key) => putValue(value[key], own, depth));
  };
  const putPlace = ({ pointer, subject, onKey, span }: Place, own: KnownWorkflow): boolean => {
    const { step, edge, event } = subject;
    const simple = onKey === undefined && span === undefined && edge === undefined && event === undefined;
    put(PLACE, simple ? (step === undefined ? 0 : 1) : 2);
    putText(pointer, LONGEST_POINTER);
    if (simple) {
      if (step !== undefined) putText(step);
      return true;
    }
    return putValue({ step, edge, event, onKey, span }, own, 0);
  };
  /** Whether it could be put. */
  const putValue = (value: unknown, own: KnownWorkflow, depth: number): boolean => {
    if (typeof value === 'string') putText(value);
    else if (typeof value === 'number') putNumber(value);
    else if (typeof value !== 'object' || value === null) {
      const simple = SIMPLES.indexOf(value as undefined);
      if (simple === -1) return false;
      put(SIMPLE, simple);
    } else if (depth > MAX_DEPTH) return false;
    else if (Array.isArray(value)) {
      put(LIST, value.length);
      for (let i = 0; i < value.length; i++) if (!putValue(value[i], own, depth + 1)) return false;
    } else if (!isPlain(value)) return false;
    else if (isPlace(value)) return isOwnPlace(value, own) && putPlace(value, own);
    else return putObject(value as Record<string, unknown>, own, depth + 1);
    return true;
  };

  const readValue = (own: Own): unknown => {
    const head = tape.readNumber();
    const kind = head % 16;
    const value = (head - kind) / 16;
    switch (kind) {
      case WHOLE_NUMBER:
        return value;
      case NEGATIVE:
        return -value;
      case FLOAT:
        bits[0] = tape.readNumber();
        bits[1] = tape.readNumber();
        return float[0];
      case WORD:
        return words[value];
      case TEXT:
        return tape.readText();
      case LIST:
        return readList(value, own);
      case OBJECT:
        return readObject(shapes[value] as readonly string[], own);
      case PLACE:
        return readPlace(value, own);
      case AS_IT_IS:
        return whole[value];
      default:
        return SIMPLES[value];
    }
  };
  const readList = (length: number, own: Own): unknown[] => {
    const list: unknown[] = [];
    for (let i = 0; i < length; i++) list.push(readValue(own));
    return list;
  };
  const readObject = (shape: readonly string[], own: Own): object => {
    // No shape has a key "__proto__".
    const value: Record<string, unknown> = {};
    for (const key of shape) value[key] = readValue(own);
    return value;
  };
  const readPlace = (form: number, own: Own): Place => {
    const pointer = readValue(own) as string;
    const { document, workflow } = own();
    if (form === 0) return { document, pointer, subject: { workflow } };
    if (form === 1) return { document, pointer, subject: { workflow, step: readValue(own) as string } };
    const { onKey, span, ...names } = readValue(own) as Pick<Place, 'onKey' | 'span'> & Subject;
    return { document, pointer, ...(onKey !== undefined && { onKey }), ...(span !== undefined && { span }), subject: { workflow, ...names } };
  };

  return {
    add(row, fact, own) {
      codes = [];
      if (isPacked(fact, 0) || !putValue(fact, own, 0)) {
        codes = [];
        put(AS_IT_IS, whole.push(fact) - 1);
      }
      let room = ROOM;
      for (const code of codes) room += typeof code === 'number' ? ROOM : roomFor(code);
      const at = tape.begin(room);
      tape.writeNumber(row);
      for (const code of codes) {
        if (typeof code === 'number') tape.writeNumber(code);
        else tape.writeText(code);
      }
      return at;
    },
    rowAt(at) {
      tape.seek(at);
      return tape.readNumber();
    },
    read(at, own) {
      tape.seek(at);
      const row = tape.readNumber();
      return readValue(() => own(row));
    },
    get state() {
      return { tape: tape.written, words, shapes, whole };
    },
  };
}
