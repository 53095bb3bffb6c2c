import { expect, test } from 'vitest';
import { createNumbers } from '../../src/lint/numbers.ts';
import { createRegister, type Row } from '../../src/lint/register.ts';
import { createTape, hashOf, ROOM, roomFor } from '../../src/lint/tape.ts';
import fc from '../fast-check.ts';

// Halves of characters too: JSON may hold them.
const text = fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.integer({ max: 0xffff }).map((unit) => String.fromCharCode(unit)) }));
const maybe = fc.option(text, { nil: undefined });

test('what was written on a tape is read again, also in another thread', () => {
  const entries = fc.array(fc.tuple(fc.maxSafeNat(), maybe), { maxLength: 200 });
  fc.assert(
    fc.property(entries, fc.constantFrom(undefined, 999, 1001), (all, wide) => {
      const tape = createTape();
      const places = all.map(([number, word]) => {
        const padded = wide === undefined ? word : word?.padEnd(wide, 'é');
        const at = tape.begin(3 * ROOM + roomFor(padded));
        tape.writeNumber(number);
        tape.writeText(padded);
        tape.writeNumber(7);
        return [at, number, padded] as const;
      });
      const copy = createTape(structuredClone(tape.written));
      for (const [at, number, word] of places.reverse()) {
        copy.seek(at);
        expect([copy.readNumber(), copy.readText()]).toEqual([number, word]);
        copy.seek(at);
        expect([copy.readNumber(), copy.readHash()]).toEqual([number, word === undefined ? 0 : hashOf(word)]);
        copy.seek(at);
        copy.readNumber();
        copy.skipText();
        expect(copy.readNumber()).toBe(7);
      }
    }),
  );
});

test('an entry may be larger than a buffer', () => {
  const tape = createTape();
  const words = Array.from({ length: 300 }, (_, i) => `${i}`.padEnd(1000, 'é'));
  const places = [1, 2].map(() => {
    const at = tape.begin(words.reduce((sum, word) => sum + roomFor(word), 0));
    words.forEach(tape.writeText);
    return at;
  });
  const small = tape.begin(ROOM);
  tape.writeNumber(7);
  for (const at of places) {
    tape.seek(at);
    expect(words.map(() => tape.readText())).toEqual(words);
  }
  tape.seek(small);
  expect(tape.readNumber()).toBe(7);
});

test('reading where nothing was written ends', () => {
  const tape = createTape({ chunks: [new Uint8Array([0xff, 0xff])], texts: [] });
  for (const at of [0, 1, 99, 1e9]) {
    tape.seek(at);
    expect(typeof tape.readNumber()).toBe('number');
    tape.readText();
    tape.readHash();
    tape.skipText();
  }
});

test('numbers are added here and in another thread, however many', () => {
  const given = Array.from({ length: 20_000 }, (_, i) => (i % 3 === 0 ? 2 ** 53 - i : i));
  const some = createNumbers();
  given.slice(0, 9000).forEach(some.push);
  const all = createNumbers(structuredClone(some.state));
  given.slice(9000).forEach(all.push);
  expect(all.length).toBe(given.length);
  expect(given.map((_, i) => all.at(i))).toEqual(given);
  expect([all.at(given.length), all.at(-1), some.at(9000)]).toEqual([undefined, undefined, undefined]);
});

test('a register gives back what was taken down, and tells what may be alike', () => {
  const part = { pointer: '/data', first: 3, column: 0, from: 1, to: 9, bytes: [0, 9] as const };
  const document = fc.record({
    ...{ source: fc.constantFrom('a.json', 'b/c.ndjson', '-'), index: fc.nat(), line: fc.nat(), start: fc.maxSafeNat(), end: fc.maxSafeNat() },
  });
  const row: fc.Arbitrary<Row> = fc.record({
    workflow: fc.record({ id: maybe, name: maybe, status: fc.oneof(fc.constantFrom('enabled', 'disabled', undefined, ''), text) }),
    document: fc.oneof(
      document,
      document.map((ref) => ({ ...ref, part })),
    ),
    ...{ pointer: text, summaryOnly: fc.boolean() },
  });
  fc.assert(
    fc.property(fc.array(row), (rows) => {
      const register = createRegister();
      expect(rows.map(({ workflow, ...rest }) => register.add({ ...workflow, ...rest }))).toEqual(rows.map((_, i) => i));
      for (const each of [register, createRegister(structuredClone(register.state))]) {
        expect(rows.map((_, i) => each.at(i))).toEqual(rows);
        expect(rows.map((_, i) => each.placeAt(i))).toEqual(rows.map(({ document: ref, pointer }) => ({ document: ref, pointer })));
        expect(each.summaries).toBe(rows.filter(({ summaryOnly }) => summaryOnly).length);
        for (const of of ['id', 'name'] as const) {
          const hashes = new Map(rows.map(({ workflow }, i) => [workflow[of], each.hashes(of)[i]]));
          for (const [i, { workflow }] of rows.entries()) {
            expect(each.hashes(of)[i]).toBe(hashes.get(workflow[of]));
            expect(each.hashes(of)[i] === 0).toBe(workflow[of] === undefined);
          }
        }
      }
      expect(() => register.at(rows.length)).toThrow(RangeError);
    }),
  );
});
