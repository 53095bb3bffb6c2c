import stringWidth from 'fast-string-width';
import { expect, test } from 'vitest';
import { createRegions } from '../../src/core/document/regions.ts';
import { buildFrame } from '../../src/core/report/frame.ts';
import fc from '../fast-check.ts';
import { PLAIN } from './samples.ts';

function frame(text: string, marked: string, label?: string): string {
  const { region, excerpt } = createRegions(
    text,
    1,
  )({ offset: text.indexOf(marked), length: marked.length });
  return `\n${buildFrame({ region, excerpt }, { sign: '^', paint: (line) => line, label }, PLAIN).lines.join('\n')}\n`;
}

test('underlines the value', () => {
  expect(frame('{ "name": "Welcome" }', '"Welcome"')).toBe(`
1 │ { "name": "Welcome" }
  │           ^^^^^^^^^
`);
});

test('wide, combining and joined characters have their display width', () => {
  expect(frame('{ "名前": "誕生日" }', '"誕生日"')).toBe(`
1 │ { "名前": "誕生日" }
  │           ^^^^^^^^
`);
  expect(frame('{ "e\u0301te\u0301": "cafe\u0301" }', '"cafe\u0301"')).toBe(`
1 │ { "e\u0301te\u0301": "cafe\u0301" }
  │          ^^^^^^
`);
  expect(frame('{ "👩‍👩‍👧": "x" }', '"x"')).toBe(`
1 │ { "👩‍👩‍👧": "x" }
  │         ^^^
`);
});

test('the underline accounts for tabs and escaped characters', () => {
  expect(frame('\t{\t"a\u0007b":\t"\u202ex" }', '"\u202ex"')).toBe(`
1 │   {  "a\\u0007b":  "\\u202ex" }
  │                   ^^^^^^^^^
`);
});

test('the first lines of a value with many lines are shown', () => {
  expect(frame('[\n  {\n    "a": 1,\n    "b": 2\n  }\n]', '{\n    "a": 1,\n    "b": 2\n  }')).toBe(`
2 │   {
  │   ^
3 │     "a": 1,
4 │     "b": 2
  │ …
`);
  expect(frame('[\n  {\n    "a": 1 }\n]', '{\n    "a": 1 }')).toBe(`
2 │   {
  │   ^
3 │     "a": 1 }
`);
});

test('the gutter is as wide as the largest number', () => {
  expect(frame(`${'\n'.repeat(8)}{\n1 }`, '{\n1 }')).toBe(`
 9 │ {
   │ ^
10 │ 1 }
`);
});

test('an empty position is marked with one caret', () => {
  expect(frame('{ "name":', '')).toBe(`
1 │ { "name":
  │ ^
`);
});

test.each([0, 1, 2, 50, 1000])(
  'a long line is cut around an underline at character %d',
  (before) => {
    const lines = frame(`${'😀'.repeat(before)}"x"${'😀'.repeat(1000)}`, '"x"').split('\n');
    const [, text = '', marks = ''] = lines;
    expect(text).toMatch(before > 20 ? /^1 │ …😀/ : /^1 │ [😀"]/u);
    expect(text).toMatch(/😀…$/);
    expect(text).not.toContain('\\u');
    expect(text.length).toBeLessThanOrEqual(110);
    const shownBefore = text.slice(4, text.indexOf('"x"'));
    expect(marks).toBe(
      `  │ ${' '.repeat([...shownBefore].reduce((sum, char) => sum + (char === '😀' ? 2 : 1), 0))}^^^`,
    );
  },
);

test('lines are cut between characters', () => {
  const lines = frame(`${'😀'.repeat(100)}a"x"b${'😀'.repeat(100)}`, '"x"');
  expect(lines).not.toContain('\\u');
  expect(lines).toMatch(/…😀{14}a"x"b😀+…\n/u);
});

test('later lines of a value are cut at the end', () => {
  const [, , , second] = frame(`[\n"${'x'.repeat(110)}" ]`, `[\n"${'x'.repeat(110)}" ]`).split(
    '\n',
  );
  expect(second).toBe(`2 │ "${'x'.repeat(94)}…`);
});

test('an underline ends at the end of the shown text', () => {
  const [, text = '', marks = ''] = frame(
    `{ "name": "${'x'.repeat(5000)}" }`,
    `"${'x'.repeat(5000)}"`,
  ).split('\n');
  expect(text).toMatch(/x…$/);
  expect(marks).toMatch(/^ {2}│ {11}\^+$/);
  expect(marks.length).toBe(text.length - 1);
});

test('the label is beside the underline if there is room', () => {
  const { region, excerpt } = createRegions('{ "a": 1 }', 1)({ offset: 7, length: 1 });
  const build = (label: string) =>
    buildFrame({ region, excerpt }, { sign: '^', paint: (line) => line, label }, PLAIN);
  expect(build('did you mean 2?')).toEqual({
    lines: ['1 │ { "a": 1 }', '  │        ^ did you mean 2?'],
    labelled: true,
  });
  expect(build('x'.repeat(87)).labelled).toBe(true);
  expect(build('x'.repeat(88))).toEqual({
    lines: ['1 │ { "a": 1 }', '  │        ^'],
    labelled: false,
  });
});

test('the width of plain text equals that of the library', () => {
  const piece = fc.constantFrom(
    'a',
    ' ',
    '~',
    '…',
    '#',
    '"',
    'é',
    '日',
    '👩‍👩‍👧',
    'e\u0301',
    '\u00a0',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
      const line = `${pieces.join('')}"mark"`;
      const [, underline = ''] = frame(line, '"mark"').split('\n').slice(1);
      expect(underline).toBe(`  │ ${' '.repeat(stringWidth(pieces.join('')))}^^^^^^`);
    }),
  );
});

test.each([40, 60, 80, 120])('lines fit %i columns', (width) => {
  const wide = `{ "title": "${'誕生日'.repeat(20)}", "name": "${'誕'.repeat(30)}" }`;
  for (const text of [wide, `{ "a": "${'x'.repeat(400)}" }`]) {
    const { region, excerpt } = createRegions(text, 1)({ offset: text.length - 20, length: 12 });
    const underline = {
      sign: '^',
      paint: (line: string) => line,
      label: 'help: correct it',
      width,
    };
    const { lines } = buildFrame({ region, excerpt }, { ...underline, sign: '^' }, PLAIN);
    for (const line of lines) expect(stringWidth(line)).toBeLessThanOrEqual(width);
  }
});

test.each([
  ['a step', '[{ "type": "delay", "config": { "key": "x" }, "key": "wait" }]', 1, '"wait"'],
  ['an edge', '[{ "from": "start", "to": "wait" }]', 1, '"wait"'],
  ['a short object', '{ "config": { "a": 1 } }', 12, '{ "a": 1 }'],
  ['a long object', `{ "config": { "a": "${'x'.repeat(50)}" } }`, 12, '"config"'],
  ['an object of many lines', '{ "config": {\n"a": 1 } }', 12, '"config"'],
])('of %s the name is underlined', (_, text, offset, name) => {
  const end = text.startsWith('[') ? text.length - 1 : text.length - 2;
  const { excerpt } = createRegions(text, 1)({ offset, length: end - offset });
  expect(excerpt.lines[0]?.slice(excerpt.markStart, excerpt.markEnd)).toBe(name);
});
