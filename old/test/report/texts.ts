import fc from '../fast-check.ts';
import { HOSTILE_NAMES } from './hostile.ts';

const fragment = fc.oneof(
  fc.constantFrom(
    ...HOSTILE_NAMES,
    '::',
    '#',
    '##',
    '[',
    ']',
    '(',
    '\\',
    '"',
    '%',
    ':',
    ' ',
    '\n',
    '\t',
    '{{',
    '誕',
    '😀',
    '/',
    '..',
    'vso',
    '#\\u0023',
  ),
  fc.constantFrom(
    '@',
    '|',
    '`',
    '<',
    '>',
    '&',
    '*',
    '_',
    '~',
    '$',
    '!',
    '-',
    '<!--',
    '-->',
    ']]>',
    '&#',
    ';',
    'www.',
    'http://',
    'GH-1',
    "'",
    '=',
    ',',
  ),
  fc.string({ unit: 'binary', maxLength: 8 }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 8 })
    .map((units) => String.fromCharCode(...units)),
);

/** Any text at all, and more often one that means something to somebody. */
export const anyText = fc.array(fragment, { maxLength: 8 }).map((parts) => parts.join(''));
