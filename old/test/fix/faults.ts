import fc from '../fast-check.ts';

const STRING = /"(?:[^"\\\n]|\\.)*"/g;
const LITERAL = /(?<=: )(?:"(?:[^"\\\n]|\\.)*"|-?\d+|true|false|null)(?=[,\n])/g;
const LINE = /^ *"[^\n]*",\n/gm;
const OBJECT = /^( +)\{\n(?:\1 [^\n]*\n)*\1\},?\n/gm;

const replaceNth = (text: string, pattern: RegExp, nth: number, by: (found: string) => string) => {
  const all = [...text.matchAll(pattern)];
  const found = all[nth % Math.max(1, all.length)];
  if (found === undefined) return text;
  return text.slice(0, found.index) + by(found[0]) + text.slice(found.index + found[0].length);
};

const word = (change: (word: string) => string) => (quoted: string) =>
  isJson(quoted) ? JSON.stringify(change(String(JSON.parse(quoted)))) : quoted;

export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** A fault in a text: the nth place where it can be made. */
export const mutation = fc.constantFrom<(text: string, nth: number) => string>(
  (text, nth) =>
    replaceNth(
      text,
      STRING,
      nth,
      word((each) => each.toUpperCase()),
    ),
  (text, nth) =>
    replaceNth(
      text,
      STRING,
      nth,
      word((each) => `${each} `),
    ),
  (text, nth) =>
    replaceNth(
      text,
      STRING,
      nth,
      word((each) => `${each.slice(1, 2)}${each[0] ?? ''}${each.slice(2)}`),
    ),
  (text, nth) =>
    replaceNth(
      text,
      STRING,
      nth,
      word((each) => each.slice(0, -1)),
    ),
  (text, nth) =>
    replaceNth(
      text,
      STRING,
      nth,
      word((each) => each.replace(/_([a-z])/g, (_, letter) => letter.toUpperCase())),
    ),
  (text, nth) => replaceNth(text, STRING, nth, (each) => `'${each.slice(1, -1)}'`),
  (text, nth) =>
    replaceNth(
      text,
      LITERAL,
      nth,
      () => ['"3d"', '86400', 'null', '"1 Days"', '""', '{}', '"active"'][nth % 7] as string,
    ),
  (text, nth) => replaceNth(text, LINE, nth, () => ''),
  (text, nth) => replaceNth(text, LINE, nth, (line) => line + line),
  (text, nth) => replaceNth(text, LINE, nth, (line) => `${line.trimEnd()} // why\n`),
  (text, nth) => replaceNth(text, OBJECT, nth, () => ''),
  (text, nth) =>
    replaceNth(text, OBJECT, nth, (object) => `${object.trimEnd().replace(/,?$/, ',')}\n${object}`),
  (text) => text.replaceAll('\n', '\r\n'),
);
