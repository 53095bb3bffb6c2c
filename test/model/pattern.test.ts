import { RE2JS } from 're2js';
import { beforeEach, describe, expect, test } from 'vitest';
import { compilePattern, patternFault, setPatternEngine } from '../../src/core/model/pattern.ts';
import fc from '../fast-check.ts';

beforeEach(() => setPatternEngine(RE2JS));

const PIECES = [
  'a',
  'b',
  '.',
  '\\.',
  '[ab]',
  '[^a\\]]',
  '\\d',
  '\\W',
  '\\p{L}',
  '\\u{1F600}',
  '\\ud83d\\ude00',
  '\\x61',
  '\\u0062',
  '\\n',
  'é',
  '😀',
  '^',
  '$',
  '\\b',
  '\\B',
];
const TEXT = fc.string({
  unit: fc.constantFrom('a', 'b', '.', '1', '_', 'é', '😀', '\n', ']'),
  maxLength: 8,
});

const { pattern } = fc.letrec<{
  pattern: string;
  sequence: string;
  repeated: string;
  piece: string;
}>((tie) => ({
  pattern: fc.array(tie('sequence'), { minLength: 1, maxLength: 3 }).map((ways) => ways.join('|')),
  sequence: fc.array(tie('repeated'), { maxLength: 3 }).map((parts) => parts.join('')),
  repeated: fc
    .tuple(
      tie('piece'),
      fc.constantFrom('', '', '*', '+', '?', '*?', '{2}', '{0,2}', '{1,}', '{0}'),
    )
    .map(([piece, count]) => (['^', '$', '\\b', '\\B'].includes(piece) ? piece : piece + count)),
  piece: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(...PIECES),
    fc
      .tuple(fc.constantFrom('(', '(?:'), tie('pattern'))
      .map(([open, inner]) => `${open}${inner})`),
  ),
}));

test('matches as the built-in engine does', () => {
  const small = pattern.filter((source) => source.length < 80);
  fc.assert(
    fc.property(
      small,
      TEXT,
      (source, text) => compilePattern(source)(text) === new RegExp(source, 'u').test(text),
    ),
    { numRuns: 2000 },
  );
});

test.each([
  ['(?<object>[a-z]+)\\.(?<what>[a-z]+)$', 'order.paid', true],
  ['^[a-z][a-z0-9_]*(\\.[a-z0-9_]+)*$', 'order.paid', true],
  ['^[a-z][a-z0-9_]*(\\.[a-z0-9_]+)*$', 'order..paid', false],
  ['^.$', '😀', true],
  ['[\\]]', ']', true],
  ['', '', true],
  ['^[a-z]{1,60}\\.[a-z]{1,60}$', 'order.paid', true],
  ['^\\p{Script=Greek}+$', 'λόγος', true],
  ['^\\P{gc=L}+$', 'a', false],
  ['^\\\\ud83d', '\\ud83d', true],
])('%s on %s', (source, text, expected) => {
  expect(compilePattern(source)(text)).toBe(expected);
});

test.each([
  '(a+)+$',
  '^(a|a)*$',
  '(a|aa)+$',
  '^(a*)*$',
  '(x+x+)+y',
  '(.*)(.*)(.*)(.*)(.*)(.*)x',
  '(a?){40}a{40}$',
  '((a*)*)*b',
  '(?:.|.)*y',
])('%s is matched in linear time', (source) => {
  const matches = compilePattern(source);
  expect(matches(`${'a'.repeat(200)}!`)).toBe(false);
});

describe('unsupported patterns', () => {
  test.each([
    ['(', 'is not a valid regular expression: unterminated group'],
    ['a{2,1}', 'is not a valid regular expression: numbers out of order in {} quantifier'],
    ['^(?!resend:)', 'uses "(?"; lookaround and backreferences are not supported'],
    ['(?<=a)b', 'uses "(?"'],
    ['(a)\\1', 'uses "\\1"'],
    ['(?<x>a)\\k<x>', 'uses "\\k"'],
    ['([a-z]{1,200}){1,200}', 'is too large because of its counted repetitions'],
    ['(?:){100000}', 'is too large because of its counted repetitions'],
    ['(((){100000}){100000}){100000}', 'is too large'],
    ['a'.repeat(501), 'is longer than 500 characters'],
  ])('%s', (source, message) => {
    expect(patternFault(source)).toContain(message);
    expect(() => compilePattern(source)).toThrow(message);
  });
});

test('a property that only the built-in engine supports is refused when compiled', () => {
  expect(patternFault('\\p{Letter}')).toBeUndefined();
  expect(() => compilePattern('\\p{Letter}')).toThrow('is not supported: error parsing regexp');
});
