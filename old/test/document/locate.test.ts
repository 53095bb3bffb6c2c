import { describe, expect, test } from 'vitest';
import { locate } from '../../src/core/document/locate.ts';
import { createRegions } from '../../src/core/document/regions.ts';
import { escapeSegment } from '../../src/core/model/place.ts';
import fc from '../fast-check.ts';

/** Every pointer of a value with what it points to. */
function* pointersOf(value: unknown, pointer = ''): Iterable<readonly [string, unknown]> {
  yield [pointer, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value))
    yield* pointersOf(inner, `${pointer}/${escapeSegment(key)}`);
}

const indents = fc.constantFrom<string | number | undefined>(undefined, 0, 1, 2, '\t', ' \t ');

describe('locate', () => {
  test('the span of every pointer parses to its value, with any formatting', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), indents, fc.boolean(), (value, indent, crlf) => {
        const printed = JSON.stringify(value, undefined, indent);
        const text = crlf ? printed.replaceAll('\n', '\r\n') : printed;
        const parsed: unknown = JSON.parse(text);
        const pointers = [...pointersOf(parsed)];
        const spanOf = locate(
          text,
          pointers.map(([pointer]) => ({ pointer })),
        );
        for (const [pointer, expected] of pointers) {
          const { offset, length } = spanOf({ pointer }) ?? { offset: -1, length: 0 };
          expect(JSON.parse(text.slice(offset, offset + length))).toEqual(expected);
        }
      }),
      { numRuns: 500 },
    );
  });

  test('the span of every key parses to the last segment of its pointer', () => {
    fc.assert(
      fc.property(
        fc.dictionary(fc.string(), fc.dictionary(fc.string(), fc.integer())),
        indents,
        (value, indent) => {
          const text = JSON.stringify(value, undefined, indent);
          const pointers = [...pointersOf(JSON.parse(text))]
            .map(([pointer]) => pointer)
            .filter((pointer) => pointer !== '');
          const wanted = pointers.map((pointer) => ({ pointer, onKey: true }));
          const spanOf = locate(text, wanted);
          for (const want of wanted) {
            const { offset, length } = spanOf(want) ?? { offset: -1, length: 0 };
            expect(`/${escapeSegment(JSON.parse(text.slice(offset, offset + length)))}`).toBe(
              want.pointer.slice(want.pointer.lastIndexOf('/')),
            );
          }
        },
      ),
      { numRuns: 300 },
    );
  });

  test('of duplicate keys the last is found, as by JSON.parse', () => {
    const text = '{"a":1,"b":{"a":2},"a":[3,{"c":4}]}';
    const spanOf = locate(text, [{ pointer: '/a' }, { pointer: '/a/1/c' }, { pointer: '/b/a' }]);
    const at = (pointer: string, onKey = false) => {
      const span = spanOf({ pointer, onKey });
      return span && text.slice(span.offset, span.offset + span.length);
    };
    expect([at('/a'), at('/a/1/c'), at('/b/a'), at('/a/1/c', true)]).toEqual([
      '[3,{"c":4}]',
      '4',
      '2',
      '"c"',
    ]);
    expect(spanOf({ pointer: '/a', onKey: true })?.offset).toBe(19);
  });

  test('the key of a value without a key is the value itself', () => {
    const spanOf = locate('[[5]]', [{ pointer: '' }, { pointer: '/0/0' }]);
    expect([
      spanOf({ pointer: '', onKey: true }),
      spanOf({ pointer: '/0/0', onKey: true }),
    ]).toEqual([
      { offset: 0, length: 5 },
      { offset: 2, length: 1 },
    ]);
  });

  test('a missing pointer, or one that was not requested, is not found', () => {
    const spanOf = locate('{"a":{"b":1},"c":[1]}', [
      { pointer: '/a/x' },
      { pointer: '/c/7' },
      { pointer: '/a/b/c' },
    ]);
    expect(
      ['/a/x', '/c/7', '/a/b/c', '/nothing', '/nothing/at/all'].map((pointer) =>
        spanOf({ pointer }),
      ),
    ).toEqual(Array(5).fill(undefined));
  });

  test('names such as __proto__ are ordinary names', () => {
    const spanOf = locate('{"__proto__":{"constructor":1}}', [
      { pointer: '/__proto__/constructor' },
    ]);
    expect(spanOf({ pointer: '/__proto__/constructor' })).toEqual({ offset: 28, length: 1 });
  });

  test('a text that is no longer JSON gives spans inside of it, or none', () => {
    const garbage = fc.string({ unit: fc.constantFrom(...'{}[]":,a1\\ \n') });
    fc.assert(
      fc.property(
        garbage,
        fc.array(fc.constantFrom('', '/a', '/0', '/a/0', '/1/a', 'a')),
        (text, pointers) => {
          const spanOf = locate(
            text,
            pointers.map((pointer) => ({ pointer })),
          );
          for (const pointer of pointers) {
            const { offset, length } = spanOf({ pointer }) ?? { offset: 0, length: 0 };
            expect(offset + length).toBeLessThanOrEqual(text.length);
          }
        },
      ),
      { numRuns: 1000 },
    );
  });

  test('a hundred thousand levels do not overflow the stack', () => {
    const text = '['.repeat(100_000) + ']'.repeat(100_000);
    expect(locate(text, [{ pointer: '/0/0' }])({ pointer: '/0/0' })).toEqual({
      offset: 2,
      length: 199_996,
    });
  });
});

describe('regions', () => {
  test('lines and columns start at one, and lines are relative to the first line of the document', () => {
    const regionOf = createRegions('{\n  "a": "é🎉",\r\n  "b": 1\n}', 7);
    expect(regionOf({ offset: 9, length: 5 }).region).toEqual({
      startLine: 8,
      startColumn: 8,
      endLine: 8,
      endColumn: 13,
    });
    expect(regionOf({ offset: 0, length: 27 }).region).toEqual({
      startLine: 7,
      startColumn: 1,
      endLine: 10,
      endColumn: 2,
    });
    expect(regionOf({ offset: 9, length: 5 }).excerpt).toMatchObject({
      startLine: 8,
      lines: ['  "a": "é🎉",'],
      markStart: 7,
      markEnd: 12,
    });
  });

  test('every span has the line and column of a character count', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', '\n', '\r\n', '🎉'), { maxLength: 30 }),
        fc.nat(),
        fc.nat(),
        (pieces, start, size) => {
          const text = pieces.join('');
          const offset = start % (text.length + 1);
          const length = size % (text.length - offset + 1);
          const count = (at: number) => {
            const lines = text.slice(0, at).split('\n');
            return [lines.length, (lines.at(-1) as string).length + 1];
          };
          const { startLine, startColumn, endLine, endColumn } = createRegions(
            text,
            1,
          )({ offset, length }).region;
          expect([
            [startLine, startColumn],
            [endLine, endColumn],
          ]).toEqual([count(offset), count(offset + length)]);
        },
      ),
    );
  });

  test('the first three lines of a long value are shown', () => {
    const { excerpt } = createRegions('[\n1,\n2,\n3\n]', 1)({ offset: 0, length: 11 });
    expect(excerpt).toEqual({
      startLine: 1,
      lines: ['[', '1,', '2,'],
      markStart: 0,
      markEnd: 1,
      cutBefore: false,
      cutAfter: false,
    });
  });

  test.each([
    ['in the middle', 500, 5, { markStart: 40, markEnd: 45, cutBefore: true, cutAfter: true }],
    ['at the start', 0, 5, { markStart: 0, markEnd: 5, cutBefore: false, cutAfter: true }],
    ['at the end', 995, 5, { markStart: 155, markEnd: 160, cutBefore: true, cutAfter: false }],
    [
      'longer than a line',
      500,
      400,
      { markStart: 40, markEnd: 160, cutBefore: true, cutAfter: true },
    ],
  ])('a long line is cut around a mark %s', (_, offset, length, expected) => {
    const { excerpt } = createRegions('x'.repeat(1000), 1)({ offset, length });
    expect(excerpt).toEqual({ startLine: 1, lines: ['x'.repeat(160)], ...expected });
  });
});
