import { describe, expect, test } from 'vitest';
import { parseDocument } from '../../src/core/document/parse.ts';
import { explainSyntax, firstTooDeep } from '../../src/core/document/syntax.ts';
import { applyEdits } from '../../src/core/document/text-edits.ts';
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
    ['', 0, 'the file is empty', 'export it again, or remove it'],
    [' \n\t', 0, 'the file is empty', 'export it again, or remove it'],
    ['{"a":1,}', 7, 'trailing comma', 'remove the comma'],
    ['[1,\n]', 4, 'trailing comma', 'remove the comma'],
    [
      '[',
      1,
      'unexpected end of file: 1 unclosed bracket',
      'the file is incomplete; export it again',
    ],
    [
      '{"a": [1, {"b": "]}"\n ',
      20,
      'unexpected end of file: 3 unclosed brackets',
      'the file is incomplete; export it again',
    ],
    [
      '{"a":',
      5,
      'unexpected end of file: 1 unclosed bracket',
      'the file is incomplete; export it again',
    ],
    ['["\\"', 1, 'string has no closing quote', 'the file is incomplete; export it again'],
    ['["\\', 1, 'string has no closing quote', 'the file is incomplete; export it again'],
    ['["\\u00', 1, 'string has no closing quote', 'the file is incomplete; export it again'],
    [
      '["\\"[", ',
      7,
      'unexpected end of file: 1 unclosed bracket',
      'the file is incomplete; export it again',
    ],
    [
      '["\\\\", [',
      8,
      'unexpected end of file: 2 unclosed brackets',
      'the file is incomplete; export it again',
    ],
    [
      '[tru \n',
      4,
      'unexpected end of file: 1 unclosed bracket',
      'the file is incomplete; export it again',
    ],
    ['[tru]', 1, 'invalid value tru', 'put strings in double quotes'],
    ['tru', 3, 'unexpected end of file', 'the file is incomplete; export it again'],
    [
      '[nul',
      4,
      'unexpected end of file: 1 unclosed bracket',
      'the file is incomplete; export it again',
    ],
    ['["a', 1, 'string has no closing quote', 'the file is incomplete; export it again'],
    [
      '["a\n"]',
      1,
      'string has no closing quote',
      'close it on the same line, and write a line break as \\n',
    ],
    [
      '["a\\\nb"]',
      1,
      'string has no closing quote',
      'close it on the same line, and write a line break as \\n',
    ],
    ['["\\n\\u00e9\\x"]', 10, 'invalid escape sequence \\x', 'write a backslash as \\\\'],
    ['["\\u12"]', 2, 'invalid escape sequence \\u12', 'write four hex digits after \\u'],
    ['["a\tb"]', 3, 'unescaped tab in a string', 'write it as \\t'],
    ['["a b\tc"]', 5, 'unescaped tab in a string', 'write it as \\t'],
    ['["a\0b"]', 3, 'unescaped character U+0000 in a string', 'write it as \\u0000'],
    ['["a\bb"]', 3, 'unescaped character U+0008 in a string', 'write it as \\b'],
    ['["a\fb"]', 3, 'unescaped character U+000C in a string', 'write it as \\f'],
    ['// x\n[]', 0, 'comments are not allowed in JSON', 'remove the comment'],
    ['[] /* x */', 3, 'comments are not allowed in JSON', 'remove the comment'],
    ['{"a" 1}', 5, 'expected a colon after the key "a", found 1', undefined],
    ['{"name" 1}', 8, 'expected a colon after the key "name", found 1', undefined],
    ['["x","a" "b"]', 9, 'expected a comma or "]", found "b"', undefined],
    ['{"a" false', 5, 'expected a colon after the key "a", found false', undefined],
    ['{"a" x}', 5, 'expected a colon after the key "a", found x', undefined],
    ['{"a":1 "b":2}', 7, 'expected a comma or "}", found "b"', undefined],
    ['[1 2]', 3, 'expected a comma or "]", found 2', undefined],
    ['[[1} ]', 3, 'expected a comma or "]", found "}"', undefined],
    [
      '{"a":"say "hi" now"}',
      11,
      'expected a comma or "}", found hi',
      'write a double quote in a string as \\"',
    ],
    ['[1,,2]', 3, 'expected a value, found ","', undefined],
    ['[}', 1, 'expected a value or "]", found "}"', undefined],
    ['{"a":]}', 5, 'expected a value, found "]"', undefined],
    ['{,}', 1, 'expected a key in double quotes or "}", found ","', undefined],
    ['{"a":1,[]}', 7, 'expected a key in double quotes, found "["', undefined],
    [':', 0, 'expected a value, found ":"', undefined],
    ['[*]', 1, 'expected a value, found "*"', undefined],
    ['{*}', 1, 'expected a key in double quotes, found "*"', undefined],
    ['[🎉]', 1, 'expected a value, found "🎉"', undefined],
    ['{}}', 2, 'unmatched "}"', 'remove it, or add the missing opening bracket'],
    [
      '{}\n{}',
      3,
      'unexpected "{" after the end of the JSON value',
      'use one file per document, an array, or a .ndjson file with one document per line',
    ],
    [
      '{} "a"',
      3,
      'unexpected "a" after the end of the JSON value',
      'use one file per document, an array, or a .ndjson file with one document per line',
    ],
    ['{name: 1}', 1, 'key name has no quotes', 'write "name"'],
    ["{'a': 1}", 1, "found ' instead of a straight double quote", 'use " around keys and strings'],
    ['[“a”]', 1, 'found “ instead of a straight double quote', 'use " around keys and strings'],
    ['hello', 0, 'invalid value hello', 'put strings in double quotes'],
    [`[${'x'.repeat(40)}]`, 1, `invalid value ${'x'.repeat(30)}…`, 'put strings in double quotes'],
    [`[${'x'.repeat(30)}]`, 1, `invalid value ${'x'.repeat(30)}`, 'put strings in double quotes'],
    ["[it's]", 1, "invalid value it's", 'put strings in double quotes'],
    ['[§a]', 1, 'expected a value, found "§"', undefined],
    ['[True]', 1, 'invalid value True', 'write true'],
    ['[undefined]', 1, 'invalid value undefined', 'write null'],
    ['[NaN]', 1, 'invalid value NaN', 'write null'],
    [
      '[01]',
      1,
      'invalid number 01',
      'remove the leading zeros, or write it as a string in double quotes',
    ],
    ['[+1]', 1, 'invalid number +1', 'remove the plus sign'],
    ['[.5]', 1, 'invalid number .5', 'write 0 before the decimal point'],
    ['[-.5]', 1, 'invalid number -.5', 'write 0 before the decimal point'],
    ['[1.]', 1, 'invalid number 1.', 'add digits after the decimal point, or remove it'],
    ['[12.]', 1, 'invalid number 12.', 'add digits after the decimal point, or remove it'],
    ['[1.x]', 1, 'invalid number 1.x', 'add digits after the decimal point, or remove it'],
    ['[10x5]', 1, 'invalid number 10x5', 'put strings in double quotes'],
    ['[1e2.]', 1, 'invalid number 1e2.', 'put strings in double quotes'],
    ['[0x1F]', 1, 'invalid number 0x1F', 'write it as a decimal number'],
    ['[1e5.5]', 1, 'invalid number 1e5.5', 'put strings in double quotes'],
    ['[2026-01-01]', 1, 'invalid number 2026-01-01', 'put strings in double quotes'],
    [
      '<html></html>',
      0,
      'this is HTML or XML, not JSON',
      'export the file again; this may be an error page',
    ],
    [
      '{}\n<<<<<<< a',
      3,
      'unexpected "<" after the end of the JSON value',
      'use one file per document, an array, or a .ndjson file with one document per line',
    ],
    [
      '{}\n>>>>>>> a',
      3,
      'unexpected ">" after the end of the JSON value',
      'use one file per document, an array, or a .ndjson file with one document per line',
    ],
    ['\u00a0[]', 0, 'unexpected no-break space', 'remove it, or replace it by a normal space'],
    ['[\uFEFF1]', 1, 'unexpected byte order mark', 'remove it, or replace it by a normal space'],
    ['[]\u2028', 2, 'unexpected character U+2028', 'remove it, or replace it by a normal space'],
    ['[true\u00a0]', 5, 'unexpected no-break space', 'remove it, or replace it by a normal space'],
    [`${'['.repeat(201)}`, 200, 'nesting is deeper than 200 levels', 'export the file again'],
  ] as const)('%j', (text, offset, message, help) => {
    const fault = explainSyntax(text);
    expect([fault.offset, fault.message, fault.help]).toEqual([offset, message, help]);
  });

  test.each([
    ['{"a":[1,],}', '{"a":[1]}'],
    ["['a']", '["a"]'],
    ['[1, /* b */ 2] // c', '[1,  2] '],
    ['[1 2,]', undefined],
    ["['a\\n']", undefined],
  ])('%j is repaired as %j', (text, expected) => {
    const { repair } = explainSyntax(text);
    expect(repair && applyEdits(text, [{ edits: repair }]).text).toBe(expected);
  });

  test('every syntax error is inside the text, and has a message', () => {
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

  test('for a valid text cut at any character', () => {
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

  test('200 levels are accepted, 201 are refused at any position', () => {
    expect(parseDocument(arrays(200), REF).form).toBe('unknown');
    expect(parseDocument(arrays(201), REF).problems[0]).toMatchObject({
      message: 'nesting is deeper than 200 levels',
      place: { span: { offset: 200, length: 1 } },
    });
    const within = (levels: number) =>
      `{"name":"x","steps":[],"edges":[],"a":"]]\\"[[","note":${arrays(levels)}}`;
    expect(parseDocument(within(199), REF).form).toBe('workflow');
    expect(parseDocument(within(200), REF).form).toBe('broken');
    expect(firstTooDeep(`"${'['.repeat(300)}`)).toBeUndefined();
  });

  test.each(['[', '{"a":'])('five million times %s is refused', (open) => {
    for (const text of [
      open.repeat(5_000_000),
      `${open.repeat(2_500_000)}1${(open === '[' ? ']' : '}').repeat(2_500_000)}`,
    ]) {
      const { problems } = parseDocument(text, REF);
      expect(problems[0]?.message).toMatch(/nesting is deeper/);
    }
  });
});
