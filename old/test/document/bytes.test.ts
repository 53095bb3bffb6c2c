import { isUtf8 } from 'node:buffer';
import { expect, test } from 'vitest';
import { decodeText } from '../../src/core/document/bytes.ts';

const decode = (...parts: (string | number[])[]) =>
  decodeText(Buffer.concat(parts.map((part) => Buffer.from(part as string))), isUtf8);
const BOM = [0xef, 0xbb, 0xbf];

test('UTF-8 is text, with or without a byte order mark', () => {
  expect(decode('{"é":"🎉"}')).toEqual({ text: '{"é":"🎉"}' });
  expect(decode(BOM, '[1]')).toEqual({ text: '[1]' });
  expect(decode(BOM)).toEqual({ text: '' });
  expect(decode('')).toEqual({ text: '' });
  expect(decode('1')).toEqual({ text: '1' });
});

test.each([
  ['little endian', Buffer.from('\uFEFF[1]', 'utf16le')],
  ['little endian', Buffer.from('[1]', 'utf16le')],
  ['big endian', Buffer.from('\uFEFF[1]', 'utf16le').swap16()],
  ['big endian', Buffer.from('[1]', 'utf16le').swap16()],
])('UTF-16 %s is detected', (order, bytes) => {
  const { text, fault } = decodeText(bytes, isUtf8);
  expect(fault).toEqual({
    offset: 0,
    length: 1,
    message: `file is UTF-16 (${order}), not UTF-8`,
    help: 'save the file as UTF-8; in PowerShell: Out-File -Encoding utf8',
  });
  expect(text).toBe('[1]');
});

test('zero bytes alone are not UTF-16', () => {
  expect(decode([0]).fault).toBeUndefined();
  expect(decode([0xff]).fault?.message).toBe('invalid UTF-8 at byte 0');
  expect(decode([0, 0]).fault).toBeUndefined();
});

test.each<[string, (string | number[])[], number, number]>([
  ['a Latin-1 letter', ['"caf', [0xe9], '"'], 4, 4],
  ['after a byte order mark', [BOM, '"', [0xff]], 1, 4],
  ['after letters of several bytes', ['"é🎉', [0x80]], 4, 7],
  ['after literal replacement characters', ['"\uFFFDé\uFFFD', [0xc3], '"'], 4, 9],
  ['a cut sequence at the end', ['"', [0xe2, 0x82]], 1, 1],
  ['a surrogate', ['"', [0xed, 0xa0, 0x80], '"'], 1, 1],
  ['an overlong form', ['"', [0xc0, 0xaf], '"'], 1, 1],
  ['the first byte', [[0xff]], 0, 0],
  ['þ in Latin-1 as the second byte', ['"', [0xfe], '"'], 1, 1],
  ['ÿ in Latin-1 as the second byte', ['"', [0xff], '"'], 1, 1],
  ['þ in Latin-1 as the first byte', [[0xfe], '"'], 0, 0],
  ['after a letter that ends like a byte order mark', [[0xe2, 0xbb, 0xbf, 0xff]], 1, 3],
  ['after a letter with the ends of a byte order mark', [[0xef, 0xa4, 0xbf, 0xff]], 1, 3],
  ['after a letter that begins like a byte order mark', [[0xef, 0xbb, 0x80, 0xff]], 1, 3],
  ['the end of a replacement character', [[0xff, 0xbf, 0xbd]], 0, 0],
  ['the ends of a replacement character', [[0xef], 'a', [0xbd]], 0, 0],
  ['the beginning of a replacement character', [[0xef, 0xbf], 'a'], 0, 0],
])('invalid UTF-8 is found: %s', (_, parts, offset, byte) => {
  expect(decode(...parts).fault).toMatchObject({
    offset,
    length: 1,
    message: `invalid UTF-8 at byte ${byte}`,
  });
});

test('a later part of a document has no byte order mark, and no other encoding', () => {
  const part = (...bytes: number[]) => decodeText(Uint8Array.from(bytes), isUtf8, 10);
  expect(part(...BOM, 0x31)).toEqual({ text: '\ufeff1' });
  expect(part(0x31, 0)).toEqual({ text: '1\0' });
  expect(part(0x31, 0xff).fault).toEqual({
    offset: 1,
    length: 1,
    message: 'invalid UTF-8 at byte 11',
    help: 'save the file as UTF-8',
  });
});
