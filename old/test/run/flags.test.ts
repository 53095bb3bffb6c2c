import { expect, test } from 'vitest';
import {
  choiceFlag,
  listFlag,
  negatableFlag,
  numberFlag,
  spelling,
  switchFlag,
  textFlag,
  toggleFlag,
} from '../../src/run/flag.ts';
import { eventPaths } from '../../src/run/named-sources.ts';
import { oneOf } from '../../src/run/user-error.ts';

test.each([
  [numberFlag('N', ''), ['0', '17'], 17],
  [numberFlag('N', ''), ['999999999'], 999_999_999],
  [numberFlag('N', '', [0.1, 5]), ['0.1'], 0.1],
  [numberFlag('N', '', [0.1, 5]), ['5'], 5],
  [numberFlag('N', '', [0.1, 5]), ['1.125'], 1.125],
  [numberFlag('N', '', [1, 5, 'whole']), ['1'], 1],
  [numberFlag('N', ''), [], undefined],
  [switchFlag(''), [true, false], false],
  [switchFlag(''), [true], true],
  [switchFlag(''), [], false],
  [toggleFlag(''), [], undefined],
  [toggleFlag(''), [true, false], false],
  [textFlag('TEXT', ''), ['a', ''], ''],
  [textFlag('PATH', ''), ['a', 'b'], 'b'],
  [textFlag('PATH', ''), [], undefined],
  [listFlag('PATH', ''), ['a', 'b'], ['a', 'b']],
  [negatableFlag('FILE', ''), ['a', false], false],
  [choiceFlag(['a', 'b'], ''), [], undefined],
  [choiceFlag(['a', 'b'], '', 'a'), [], 'a'],
  [choiceFlag(['a', 'b'], '', 'a'), ['a', 'b'], 'b'],
])('%j has of %j the value %j', (flag, given, value) => {
  expect(flag.read(given, '--x')).toEqual(value);
});

test.each([
  [numberFlag('N', ''), '1.5', '--x wants a whole number, not "1.5"'],
  [numberFlag('N', ''), '1000000000', '--x wants a whole number, not "1000000000"'],
  [numberFlag('N', '', [0.1, 5]), '0.05', '--x wants a number from 0.1 to 5, not "0.05"'],
  [numberFlag('N', '', [0.1, 5]), '5.1', '--x wants a number from 0.1 to 5, not "5.1"'],
  [numberFlag('N', '', [0.1, 5]), '1.1234', '--x wants a number from 0.1 to 5, not "1.1234"'],
  [numberFlag('N', '', [1, 5, 'whole']), '1.5', '--x wants a whole number from 1 to 5, not "1.5"'],
  [numberFlag('N', '', [1, 5]), '1x', '--x wants a number from 1 to 5, not "1x"'],
  [textFlag('PATH', ''), '', '--x needs a path'],
  [listFlag('DIR', ''), '', '--x needs a folder'],
  [choiceFlag(['one', 'two'], ''), 'tow', 'unknown value of --x "tow"'],
])('%j refuses %j', (flag, given, message) => {
  expect(() => flag.read([given], '--x')).toThrow(message);
});

test('an unknown value gets the nearest one and the list', () => {
  const hintFor = (given: string): unknown => {
    try {
      return oneOf('thing', given, ['one', 'three']);
    } catch (error) {
      return (error as { hint: string }).hint;
    }
  };
  expect(hintFor('thre')).toBe('did you mean "three"? allowed: one, three');
  expect(hintFor('zzz')).toBe('allowed: one, three');
  expect(hintFor('one')).toBe('one');
  expect(spelling('maxWarningsOf')).toBe('max-warnings-of');
});

test('event definitions come from paths, from the account, or from nowhere', () => {
  const of = (...events: readonly string[]) => eventPaths({ events });
  expect([of(), of('live'), of('none'), of('a', 'live', 'b')]).toEqual([
    ...[undefined, undefined, 'none', ['a', 'b']],
  ]);
  for (const others of [['a'], ['live'], ['none']])
    expect(() => of('none', ...others)).toThrow('--events none leaves no room for other --events');
});
