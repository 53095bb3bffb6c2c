import type { Place, Subject } from '../model/nodes.ts';
import type { KnownWorkflow } from '../rule.ts';
import { isOwnPlace, isPlace, isPlain, type Own } from './pack-facts.ts';
import { createTape, ROOM, type Written } from './tape.ts';

/**
 * The facts of all rules, in a tenth of the memory that objects take: where definitions of events come late or never, rules
 * have something to keep of every step. The first of a run stay as they are, for time is worth more than room there, and so
 * does a fact that is more than plain data and places of its own workflow.
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
const NUMBERS = 10;
const SIMPLES = [undefined, null, true, false];
const MAX_WHOLE = 2 ** 48;

// Names and pointers that come again and again are written once. Ids, which do not, are longer than a word.
const LONGEST_WORD = 32;
const LONGEST_POINTER = 100;
const MAX_WORDS = 5000;
const MAX_SHAPES = 1000;
const MAX_DEPTH = 64;
// A small account has no more.
const FEW = 2000;

/** Whether there are but small whole numbers, as where a rule packs what it keeps: these are written faster. */
function areSmall(values: readonly unknown[]): boolean {
  for (let i = 0; i < values.length; i++) {
    const value = values[i];
    if (typeof value !== 'number' || (value | 0) !== value || value < 0 || (value === 0 && 1 / value < 0)) return false;
  }
  return true;
}

/** @param few so many facts stay as they are. */
export function createFactTape(state?: FactTapeState, few = FEW): FactTape {
  const tape = createTape(state?.tape);
  const words = [...(state?.words ?? [])];
  const shapes = [...(state?.shapes ?? [])];
  const whole = [...(state?.whole ?? [])];
  const wordRows = new Map(words.map((word, i) => [word, i]));
  const shapeRows = new Map(shapes.map((shape, i) => [shape.join('\0'), i]));
  const float = new Float64Array(1);
  const bits = new Uint32Array(float.buffer);

  const put = (kind: number, value: number): void => tape.writeNumber(kind + 16 * value);
  const putText = (text: string, longest = LONGEST_WORD): void => {
    let word: number | undefined;
    if (text.length <= longest) {
      word = wordRows.get(text);
      if (word === undefined && words.length < MAX_WORDS) wordRows.set(text, (word = words.push(text) - 1));
    }
    if (word === undefined) {
      tape.writeNumber(TEXT);
      tape.writeText(text);
    } else put(WORD, word);
  };
  const putNumber = (value: number): void => {
    if (Number.isInteger(value) && Math.abs(value) <= MAX_WHOLE && !Object.is(value, -0)) put(value < 0 ? NEGATIVE : WHOLE_NUMBER, Math.abs(value));
    else {
      float[0] = value;
      tape.writeNumber(FLOAT);
      tape.writeNumber(bits[0] as number);
      tape.writeNumber(bits[1] as number);
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
      if (areSmall(value)) {
        put(NUMBERS, value.length);
        tape.writeSmall(value as readonly number[]);
        return true;
      }
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
      case NUMBERS:
        return Array.from({ length: value }, tape.readNumber);
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
      tape.begin(ROOM);
      tape.writeNumber(row);
      if (whole.length >= few) {
        if (putValue(fact, own, 0)) return tape.entry;
        tape.drop();
        tape.writeNumber(row);
      }
      put(AS_IT_IS, whole.push(fact) - 1);
      return tape.entry;
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
