import { expect, test } from 'vitest';
import { count, countFindings, wrap } from '../../src/report/words.ts';

test('one is singular', () => {
  expect([0, 1, 2].map((n) => count(n, 'step'))).toEqual(['0 steps', '1 step', '2 steps']);
  expect(countFindings({ errors: 1, warnings: 0, infos: 2 })).toBe('1 error, 2 infos');
  expect(countFindings({ errors: 0, warnings: 0, infos: 0 })).toBe('');
});

test('prose is broken at spaces', () => {
  expect(wrap('', 10)).toEqual([]);
  expect(wrap('the email is never sent', 10)).toEqual(['the email', 'is never', 'sent']);
  expect(wrap('https://edgewise.example is long', 10)).toEqual(['https://edgewise.example', 'is long']);
});
