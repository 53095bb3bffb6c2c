/** Small changes of a text, as a slip of a hand makes them. */
import { type Node, parseTree } from 'jsonc-parser';

/** Makes the change at the nth place where it can be made. */
type Change = (text: string, nth: number, variant: number) => string;

const LETTER = /[a-z]/i;

/** One letter less, twice, swapped with the next, or another one. */
const letter: Change = (text, nth, variant) => {
  const places = [...text.matchAll(/"(?:[^"\\\n]|\\.)*"/g)].flatMap(({ 0: { length }, index }) =>
    Array.from({ length: length - 2 }, (_, i) => index + 1 + i).filter((at) =>
      LETTER.test(text[at] as string),
    ),
  );
  const at = places[nth % places.length] as number;
  const [own, next] = [text[at] as string, text[at + 1] as string];
  const isInside = LETTER.test(next) && next !== own;
  const written = ['', own + own, isInside ? next + own : '', own === 'x' ? 'q' : 'x'];
  const by = written[variant % written.length] as string;
  return splice(text, at, by.length === 2 && by[0] !== own ? 2 : 1, by);
};

interface Property {
  readonly start: number;
  readonly end: number;
  readonly key: Node;
  readonly value: Node;
  readonly before: Node | undefined;
  readonly after: Node | undefined;
}

const field =
  (change: (text: string, property: Property, variant: number) => string): Change =>
  (text, nth, variant) => {
    const all = propertiesOf(text);
    return change(text, all[nth % all.length] as Property, variant);
  };

function propertiesOf(text: string): readonly Property[] {
  const waiting = [parseTree(text) as Node];
  const found: Property[] = [];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const children = node.children ?? [];
    waiting.push(...children);
    if (node.type !== 'object') continue;
    children.forEach(({ offset, length, children: [key, value] = [] }, i) => {
      const ends = { start: offset, end: offset + length };
      const beside = { before: children[i - 1], after: children[i + 1] };
      found.push({ ...ends, ...beside, key: key as Node, value: value as Node });
    });
  }
  return found.sort((a, b) => a.start - b.start);
}

const removed = field((text, { start, end, before, after }) => {
  if (after !== undefined) return splice(text, start, after.offset - start, '');
  const from = before === undefined ? start : before.offset + before.length;
  return splice(text, from, end - from, '');
});

const renamed = field((text, { key: { offset, length, value } }, variant) => {
  const names = [`${value}s`, `my_${value}`, String(value).toUpperCase(), 'note'];
  return splice(text, offset, length, JSON.stringify(names[variant % names.length]));
});

const duplicated = field((text, { start, end }) =>
  splice(text, start, 0, `${text.slice(start, end)}, `),
);

const retyped = field((text, { value: { offset, length, type } }, variant) => {
  const values = { null: null, number: 7, boolean: true, string: 'text', array: [], object: {} };
  const others = Object.entries(values).filter(([name]) => name !== type);
  const [, value] = others[variant % others.length] as [string, unknown];
  return splice(text, offset, length, JSON.stringify(value));
});

/** @param count lines that are replaced. */
const line =
  (count: number, change: (lines: readonly string[]) => readonly string[]): Change =>
  (text, nth) => {
    const lines = text.split('\n');
    const at = nth % (lines.length - count + 1);
    const made = change(lines.slice(at, at + count));
    return [...lines.slice(0, at), ...made, ...lines.slice(at + count)].join('\n');
  };

function splice(text: string, offset: number, length: number, by: string): string {
  return text.slice(0, offset) + by + text.slice(offset + length);
}

export const CHANGES: Readonly<Record<string, Change>> = {
  'one letter': letter,
  'a field removed': removed,
  'a field renamed': renamed,
  'a field duplicated': duplicated,
  'a field with a value of another type': retyped,
  'a line removed': line(1, () => []),
  'a line duplicated': line(1, ([own]) => [own as string, own as string]),
  'two lines swapped': line(2, (lines) => lines.toReversed()),
};
