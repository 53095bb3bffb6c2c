import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { readFiles, TOO_LARGE } from '../../playground/read.ts';
import { packLink, unpackLink } from '../../playground/share.ts';
import fc from '../fast-check.ts';

const linkOf = (value: unknown): string =>
  `#share=1.${deflateRawSync(JSON.stringify(value)).toString('base64url')}`;

const STRICT = { preset: 'strict' as const, rules: [] };

test('a link restores any texts', async () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 300 });
  const file = fc.record({ name: fc.string({ minLength: 1, maxLength: 20 }), text });
  const shared = fc.record({
    files: fc.array(file, { maxLength: 4 }),
    settings: fc.record({
      preset: fc.constantFrom('correctness' as const, 'recommended' as const, 'strict' as const),
      rules: fc.array(
        fc.tuple(fc.string(), fc.constantFrom('error' as const, 'info' as const, 'off' as const)),
        { maxLength: 3 },
      ),
    }),
  });
  await fc.assert(
    fc.asyncProperty(shared, async (given) => {
      const hash = await packLink(given);
      expect(hash).toMatch(/^#share=1\.[\w-]+$/);
      expect(await unpackLink(hash)).toEqual(given);
    }),
    { numRuns: 50 },
  );
});

test('a link restores a large text', async () => {
  const text = Array.from({ length: 50_000 }, (_, i) => `line ${i}`).join('\n');
  const given = { files: [{ name: 'a.json', text }], settings: STRICT };
  expect(await unpackLink(await packLink(given))).toEqual(given);
});

test('another URL fragment is ignored', async () => {
  for (const hash of ['', '#', '#findings', '#Share=1.abc'])
    expect(await unpackLink(hash)).toBeUndefined();
});

test('a link that is cut, damaged or of another format is refused with a message', async () => {
  const whole = await packLink({
    files: [{ name: 'a.json', text: '{"name":"Welcome"}'.repeat(20) }],
    settings: STRICT,
  });
  for (const hash of [
    '#share=',
    '#share=1.',
    '#share=2.abc',
    '#share=1.!!!',
    whole.slice(0, -9),
    `${whole.slice(0, 20)}AAAA${whole.slice(24)}`,
  ]) {
    await expect(unpackLink(hash), hash).rejects.toThrow('This link cannot be read');
  }
  for (const value of [
    null,
    7,
    {},
    [],
    ['lenient'],
    [['strict', ['cycle', 'loud']]],
    [['strict', 'cycle']],
    ['strict', 'a'],
    ['strict', ['a']],
    ['strict', ['a', 1]],
    ['strict', ['', 'x']],
  ]) {
    await expect(unpackLink(linkOf(value)), JSON.stringify(value)).rejects.toThrow(
      'This link contains no texts',
    );
  }
});

test('a link that unpacks to more than the limit is refused', async () => {
  const bomb = deflateRawSync(Buffer.alloc(100 * 1024 * 1024, ' ')).toString('base64url');
  await expect(unpackLink(`#share=1.${bomb}`)).rejects.toThrow('This link cannot be read');
});

test('files are read up to a limit, as UTF-8', async () => {
  const file = (name: string, ...parts: readonly (string | Uint8Array<ArrayBuffer>)[]) =>
    new File([...parts], name);
  const { texts, refused } = await readFiles(
    [
      file('a.json', '\ufeff{\r\n}\r'),
      file('b.json', new Uint8Array([0x7b, 0xff, 0x7d])),
      file('c.json', 'x'.repeat(200)),
    ],
    [{ name: 'a.json', text: 'x'.repeat(20) }],
    120,
  );
  expect(texts).toEqual([{ name: 'a-2.json', text: '{\n}\n' }]);
  expect(refused).toEqual(['b.json: it is not UTF-8; save it as UTF-8', `c.json: ${TOO_LARGE}`]);
});
