import { describe, expect, test } from 'vitest';
import {
  createNearest,
  fold,
  isOneEdit,
  isSameSeries,
  isSpelledLike,
  nearest,
} from '../../src/core/model/nearest.ts';
import fc from '../fast-check.ts';

test('names of one series differ in their numbers only', () => {
  const [same, other] = [
    [
      ['mail_2', 'mail_1'],
      ['mail2', 'mail'],
      ['mail-10', 'mail 9'],
      ['day1_mail', 'day20_mail'],
    ],
    [
      ['mail', 'male'],
      ['day1_mail', 'day_mail'],
      ['mail_2', 'sms_2'],
    ],
  ] as const;
  expect(same.map(([a, b]) => isSameSeries(a, b))).not.toContain(false);
  expect(other.map(([a, b]) => isSameSeries(a, b))).not.toContain(true);
});

test('one edit is a letter, or two neighbours that are swapped', () => {
  const [one, other] = [
    [
      ['plan', 'plans'],
      ['plan', 'plen'],
      ['plan', 'pln'],
      ['plan', 'paln'],
    ],
    [
      ['plan', 'plan'],
      ['plan', 'planet'],
      ['plan', 'nalp'],
      ['plan', 'Pla'],
    ],
  ] as const;
  expect(one.map(([a, b]) => isOneEdit(a, b))).not.toContain(false);
  expect(other.map(([a, b]) => isOneEdit(a, b))).not.toContain(true);
  expect(isSpelledLike('Template-ID', 'template_id')).toBe(true);
  expect(isSpelledLike('templte_id', 'template_id')).toBe(true);
  expect(isSpelledLike('temp_id', 'template_id')).toBe(false);
});

describe('nearest', () => {
  test.each([
    ['a letter missing', 'user.creatd', ['user.created', 'user.deleted'], 'user.created'],
    ['a letter too many', 'useer.created', ['user.created'], 'user.created'],
    ['another letter', 'user.crested', ['user.created'], 'user.created'],
    ['two letters swapped', 'uesr', ['user'], 'user'],
    ['another case', 'USER.CREATED', ['user.deleted', 'user.created'], 'user.created'],
    ['other separators', 'userCreated', ['user.create', 'user_created'], 'user_created'],
    ['the beginning', 'warn', ['error', 'warning'], 'warning'],
    ['the first of two equally near candidates', 'cat', ['car', 'cap'], 'car'],
    ['the nearer of two', 'welcome_1', ['welcome_22', 'welcome_2'], 'welcome_2'],
    [
      'a part that begins with the same letter',
      'payment.failure',
      ['payment.failed'],
      'payment.failed',
    ],
    [
      'a part with another first letter',
      'ueser.created',
      ['account.created', 'user.created'],
      'user.created',
    ],
    ['nothing for another word in the same place', 'user.deleted', ['user.created'], undefined],
    ['nothing for another object', 'lead.created', ['user.created'], undefined],
    ['another number of parts', 'user.signup', ['user.sign_up', 'user.login'], 'user.sign_up'],
    ['nothing for a name without a near candidate', 'invoice.sent', ['user.created'], undefined],
    ['nothing for a short name without a near candidate', 'ab', ['cd'], undefined],
    ['nothing for the name itself', 'user', ['user'], undefined],
    ['nothing among nothing', 'user', [], undefined],
    ['nothing for a name that shares no letter', 'q', ['t', 'u'], undefined],
    ['another case of one letter', 'T', ['s', 't'], 't'],
    ['one letter more', 's', ['t', 's1'], 's1'],
    ['nothing for a blank name', '', ['', ' ', 'user'], undefined],
    ['nothing for a very long name', 'x'.repeat(81), ['x'.repeat(80)], undefined],
    ['nothing for a name that is long in lower case', 'İ'.repeat(60), ['x'], undefined],
    ['no candidate that is very long', 'x'.repeat(80), ['x'.repeat(81), 'İ'.repeat(60)], undefined],
  ])('finds %s', (_, name, candidates, expected) => {
    expect(nearest(name, candidates)).toBe(expected);
  });

  test('equals a plain search', () => {
    const names = fc.string({
      unit: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
      minLength: 3,
      maxLength: 9,
    });
    fc.assert(
      fc.property(names, fc.array(names, { maxLength: 6 }), (name, candidates) => {
        const limit = Math.max(1, Math.floor(name.length / 3));
        const distances = candidates.map((candidate) =>
          candidate.startsWith(name)
            ? Math.min(1, distance(name, candidate))
            : distance(name, candidate),
        );
        const reachable = distances.filter(
          (steps, index) =>
            candidates[index] !== name && steps <= (candidates[index]?.[0] === name[0] ? limit : 1),
        );
        const least = Math.min(...reachable);
        const found = nearest(name, candidates);
        if (reachable.length === 0) expect(found).toBeUndefined();
        else expect(distances[candidates.indexOf(found as string)]).toBe(least);
      }),
      { numRuns: 500 },
    );
  });

  test('accepts an iterator, and reads it only when needed', () => {
    const near = createNearest(
      (function* () {
        yield 'start';
        yield 'welcome';
      })(),
    );
    expect([near('strat'), near('welcom')]).toEqual(['start', 'welcome']);
  });

  test('has a limit for twenty thousand names among as many', () => {
    const near = createNearest(Array.from({ length: 20_000 }, (_, i) => `event.${i}.abcdefghij`));
    for (let i = 0; i < 20_000; i++) near(`evnt.${i}.jihgfedcba`);
    expect(near('EVENT.1.ABCDEFGHIJ')).toBe('event.1.abcdefghij');
    expect(near('event.1.abcdefghi')).toBeUndefined();
  });
});

test('fold ignores case and separators', () => {
  expect(fold('User.Sign-up_by mail\t')).toBe('usersignupbymail');
});

/** Edits with a swap of neighbours as one, the slow way. */
function distance(a: string, b: string): number {
  const table = Array.from({ length: a.length + 1 }, (_, row) =>
    Array.from({ length: b.length + 1 }, (_, column) =>
      row === 0 ? column : column === 0 ? row : 0,
    ),
  );
  const at = (row: number, column: number) => (table[row] as number[])[column] as number;
  for (let row = 1; row <= a.length; row++) {
    for (let column = 1; column <= b.length; column++) {
      let least = Math.min(
        at(row - 1, column) + 1,
        at(row, column - 1) + 1,
        at(row - 1, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1),
      );
      if (row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1])
        least = Math.min(least, at(row - 2, column - 2) + 1);
      (table[row] as number[])[column] = least;
    }
  }
  return at(a.length, b.length);
}
