import { describe, expect, test } from 'vitest';
import { parseDocument } from '../../src/document/parse.ts';
import { explainSyntax, firstTooDeep, isDeeperThan } from '../../src/document/syntax.ts';
import fc from '../fast-check.ts';

const REF = { source: 'w.json', index: 0, line: 1, start: 0, end: 0 };
const fails = (text: string): boolean => {
  try {
    JSON.parse(text);
    return false;
  } catch {
    return true;
  }
};

describe('messages', () => {
  test.each([
    ['', 0, 'the file is empty', 'export it again, or leave it out'],
    [' \n\t', 0, 'the file is empty', 'export it again, or leave it out'],
    ['{"a":1,}', 7, 'a comma with nothing after it', 'remove the comma before this'],
    ['[1,\n]', 4, 'a comma with nothing after it', 'remove the comma before this'],
    ['[', 1, 'the text ends too early: a bracket is still open', 'the file was cut off: export it again'],
    ['{"a": [1, {"b": "]}"\n ', 20, 'the text ends too early: 3 brackets are still open', 'the file was cut off: export it again'],
    ['{"a":', 5, 'the text ends too early: a bracket is still open', 'the file was cut off: export it again'],
    ['["\\"', 1, 'this string has no closing quote', 'the file was cut off: export it again'],
    ['tru', 3, 'the text ends too early', 'the file was cut off: export it again'],
    ['[nul', 4, 'the text ends too early: a bracket is still open', 'the file was cut off: export it again'],
    ['["a', 1, 'this string has no closing quote', 'the file was cut off: export it again'],
    ['["a\n"]', 1, 'this string has no closing quote', 'close it on the same line; a line break inside is written \\n'],
    ['["a\\\nb"]', 1, 'this string has no closing quote', 'close it on the same line; a line break inside is written \\n'],
    ['["\\n\\u00e9\\x"]', 10, '\\x is no escape that JSON knows', 'a backslash itself is written \\\\'],
    ['["\\u12"]', 2, '\\u12 is no escape that JSON knows', 'after \\u come four hex digits'],
    ['["a\tb"]', 3, 'a tab inside a string', 'write it as \\t'],
    ['["a\0b"]', 3, 'the invisible character U+0000 inside a string', 'write it as \\u0000'],
    ['["a\bb"]', 3, 'the invisible character U+0008 inside a string', 'write it as \\b'],
    ['["a\fb"]', 3, 'the invisible character U+000C inside a string', 'write it as \\f'],
    ['// x\n[]', 0, 'comments are not allowed in JSON', 'remove the comment'],
    ['[] /* x */', 3, 'comments are not allowed in JSON', 'remove the comment'],
    ['{"a" 1}', 5, 'expected a colon after the name "a", found 1', undefined],
    ['{"a" x}', 5, 'expected a colon after the name "a", found x', undefined],
    ['{"a":1 "b":2}', 7, 'expected a comma or "}", found "b"', undefined],
    ['[1 2]', 3, 'expected a comma or "]", found 2', undefined],
    ['[[1} ]', 3, 'expected a comma or "]", found "}"', undefined],
    ['{"a":"say "hi" now"}', 11, 'expected a comma or "}", found hi', 'a double quote inside a string is written \\"'],
    ['[1,,2]', 3, 'expected a value, found ","', undefined],
    ['[}', 1, 'expected a value or "]", found "}"', undefined],
    ['{"a":]}', 5, 'expected a value, found "]"', undefined],
    ['{,}', 1, 'expected a name in double quotes or "}", found ","', undefined],
    ['{"a":1,[]}', 7, 'expected a name in double quotes, found "["', undefined],
    [':', 0, 'expected a value, found ":"', undefined],
    ['[*]', 1, 'expected a value, found "*"', undefined],
    ['{*}', 1, 'expected a name in double quotes, found "*"', undefined],
    ['[🎉]', 1, 'expected a value, found "🎉"', undefined],
    ['{}}', 2, '"}" closes nothing', 'remove it, or put back the bracket it belongs to'],
    ['{}\n{}', 3, 'the JSON value ends before this, but more follows: "{"', 'one document a file; several go into an array, or one a line into a .ndjson file'],
    ['{} "a"', 3, 'the JSON value ends before this, but more follows: "a"', 'one document a file; several go into an array, or one a line into a .ndjson file'],
    ['{name: 1}', 1, 'name has no quotes around it', 'write "name"'],
    ["{'a': 1}", 1, "found ' where JSON has a straight double quote", 'use " around names and texts'],
    ['[“a”]', 1, 'found “ where JSON has a straight double quote', 'use " around names and texts'],
    ['hello', 0, 'hello is no value that JSON knows', 'put text in double quotes'],
    [`[${'x'.repeat(40)}]`, 1, `${'x'.repeat(30)}… is no value that JSON knows`, 'put text in double quotes'],
    ['[True]', 1, 'True is no value that JSON knows', 'write true'],
    ['[undefined]', 1, 'undefined is no value that JSON knows', 'write null'],
    ['[NaN]', 1, 'NaN is no value that JSON knows', 'write null'],
    ['[01]', 1, '01 is no number that JSON knows', 'leave the zeros in front out, or put it in double quotes as text'],
    ['[+1]', 1, '+1 is no number that JSON knows', 'leave the plus sign out'],
    ['[.5]', 1, '.5 is no number that JSON knows', 'put a 0 before the point'],
    ['[-.5]', 1, '-.5 is no number that JSON knows', 'put a 0 before the point'],
    ['[1.]', 1, '1. is no number that JSON knows', 'digits follow the point, or leave it out'],
    ['[0x1F]', 1, '0x1F is no number that JSON knows', 'write it as a decimal number'],
    ['[1e5.5]', 1, '1e5.5 is no number that JSON knows', 'put text in double quotes'],
    ['[2026-01-01]', 1, '2026-01-01 is no number that JSON knows', 'put text in double quotes'],
    ['<html></html>', 0, 'this is HTML or XML, not JSON', 'perhaps the page of an error was saved in place of the export'],
    ['\u00a0[]', 0, 'found a no-break space, which JSON does not allow here', 'delete it, or put an ordinary space'],
    ['[\uFEFF1]', 1, 'found a byte order mark, which JSON does not allow here', 'delete it, or put an ordinary space'],
    ['[]\u2028', 2, 'found the invisible character U+2028, which JSON does not allow here', 'delete it, or put an ordinary space'],
    ['[true\u00a0]', 5, 'found a no-break space, which JSON does not allow here', 'delete it, or put an ordinary space'],
    [`${'['.repeat(201)}`, 200, 'nested too deeply: more than 200 levels', 'no workflow needs this; the file is damaged or not meant well'],
  ] as const)('%j', (text, offset, message, help) => {
    const fault = explainSyntax(text);
    expect([fault.offset, fault.message, fault.help]).toEqual([offset, message, help]);
  });

  test('every fault lies in its text, and has words', () => {
    const piece = fc.constantFrom(
      '[',
      ']',
      '{',
      '}',
      ',',
      ':',
      '"a"',
      '"',
      '\\',
      '1',
      '-',
      '.',
      'e',
      '+',
      '0',
      'true',
      'nul',
      '//',
      '/*',
      '\t',
      '\n',
      '\0',
      'é',
      '\u2028',
      ' ',
      "'",
      '<',
      '🎉',
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        if (!fails(text)) return;
        const { offset, length, message } = explainSyntax(text);
        expect(offset).toBeGreaterThanOrEqual(0);
        expect(offset).toBeLessThanOrEqual(text.length);
        expect(length).toBeGreaterThanOrEqual(0);
        expect(message).not.toMatch(/this is not JSON$/);
      }),
      { numRuns: 3000 },
    );
  });
});

describe('the verdict is that of JSON.parse', () => {
  const texts = [
    ...[
      'null',
      'true',
      'false',
      '0',
      '-0',
      '0.1',
      '1e5',
      '1E+5',
      '-1e-5',
      '123456789012345678901234567890',
      '1e999',
      '""',
      '"\\u0000"',
      '"\\ud800"',
      '"\\/"',
      '"\u007f"',
      '"\u2028"',
      ' [ ] ',
      '[\r\n]',
      '{"":0}',
      '{"a":1,"a":2}',
      '[[],[[]]]',
    ],
    ...[
      'nulll',
      'TRUE',
      '-',
      '+1',
      '00',
      '0.',
      '.1',
      '1e',
      '1e+',
      '0x1',
      '1_000',
      '"',
      '"\\"',
      '"\\a"',
      '"\\u00"',
      '"\\U0000"',
      '"\t"',
      '"\n"',
      "''",
      '[,]',
      '[1,]',
      '[1,,1]',
      '[1 1]',
      '[1:1]',
      '[',
      ']',
      '[]]',
      '{,}',
      '{"a"}',
      '{"a":}',
      '{"a":1,}',
      '{a:1}',
      '{1:1}',
      '{null:1}',
      '{"a":1:2}',
      '{"a" "b"}',
      '{',
      '}',
      '{}}',
      '[}',
      '{]',
      '[] []',
      '1 2',
      '/**/',
      '[]//',
      '#',
      '\u00a0',
      '\v',
      '\uFEFF',
      '[\u00a0]',
      '[1]\0',
      '\u2060',
      'é',
      '<a>',
      '`a`',
      '[...[]]',
      '{...{}}',
    ],
  ];
  test.each(texts)('%j', (text) => {
    expect(parseDocument(text, REF).form === 'broken').toBe(fails(text));
  });

  test('at every cut of a good text', () => {
    const text =
      '{ "name": "W\\u00e9 \\"x\\"", "steps": [{ "key": "a", "type": "trigger", "config": { "n": -1.5e3 } }], "connections": [], "x": [true, false, null] }\n';
    for (let end = 0; end < text.length - 1; end++) {
      const cut = text.slice(0, end);
      expect(parseDocument(cut, REF).form === 'broken').toBe(fails(cut));
    }
    expect(parseDocument(text, REF).form).toBe('workflow');
  });
});

describe('depth', () => {
  const arrays = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);

  test('200 levels are fine, 201 are too deep, wherever they stand', () => {
    expect(parseDocument(arrays(200), REF).form).toBe('unknown');
    expect(parseDocument(arrays(201), REF).problems[0]).toMatchObject({
      message: 'nested too deeply: more than 200 levels',
      place: { span: { offset: 200, length: 1 } },
    });
    const within = (levels: number) => `{"name":"x","steps":[],"edges":[],"a":"]]\\"[[","note":${arrays(levels)}}`;
    expect(parseDocument(within(199), REF).form).toBe('workflow');
    expect(parseDocument(within(200), REF).form).toBe('broken');
    expect(firstTooDeep(`"${'['.repeat(300)}`)).toBeUndefined();
  });

  test.each(['[', '{"a":'])('five million times %s is refused in no time', (open) => {
    for (const text of [open.repeat(5_000_000), `${open.repeat(2_500_000)}1${(open === '[' ? ']' : '}').repeat(2_500_000)}`]) {
      const start = performance.now();
      const { problems } = parseDocument(text, REF);
      expect(performance.now() - start).toBeLessThan(1000);
      expect(problems[0]?.message).toMatch(/nested too deeply/);
    }
  });

  test('isDeeperThan counts the levels below a value', () => {
    const value = { a: [1, null, { b: {} }] };
    expect([isDeeperThan(1, 0), isDeeperThan([1], 0), isDeeperThan([[]], 0), isDeeperThan(value, 2), isDeeperThan(value, 3)]).toEqual([
      false,
      false,
      true,
      true,
      false,
    ]);
  });
});
