import { expect, test } from 'vitest';
import { countBy, groupBy } from '../../src/core/model/groups.ts';

test('words are grouped and counted by their length, in the order in which lengths first occur', () => {
  const words = ['send', 'a', 'mail', 'at', 'once'];
  const lengthOf = (word: string) => word.length;
  expect([...groupBy(words, lengthOf)]).toEqual([
    [4, ['send', 'mail', 'once']],
    [1, ['a']],
    [2, ['at']],
  ]);
  expect([...countBy(words, lengthOf)]).toEqual([
    [4, 3],
    [1, 1],
    [2, 1],
  ]);
});
