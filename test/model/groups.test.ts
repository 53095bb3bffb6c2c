import { expect, test } from 'vitest';
import {
  countBy,
  createFirstFacts,
  groupBy,
  identityAmong,
  identityOfGroup,
  isCountedAmong,
} from '../../src/core/model/groups.ts';

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

test('the names of equal things do not depend on their order', () => {
  const namesOf = (first: string, ...others: string[]) =>
    others.map(identityAmong(others, first)).sort();
  expect(namesOf('b', 'a', 'c')).toEqual(['b', 'c']);
  expect(namesOf('a', 'c', 'b')).toEqual(['b', 'c']);
  expect(namesOf('c', 'a', 'b')).toEqual(['b', 'c']);
  expect(identityOfGroup(['b', 'a', 'b'])).toBe(identityOfGroup(['a', 'b']));
  expect(identityOfGroup(['a b'])).not.toBe(identityOfGroup(['a', 'b']));
});

test('a workflow in two documents counts once, also where one has its list form only', () => {
  const [one, copy, nameless] = [
    { workflow: { id: 'wf_1' } },
    { workflow: { id: 'wf_1' } },
    { workflow: {} },
  ];
  const isFirst = createFirstFacts();
  expect([one, one, copy].map((each) => isFirst(each, 'a'))).toEqual([true, true, false]);
  expect([copy, one].map((each) => isFirst(each, 'b'))).toEqual([true, false]);
  expect([nameless, { workflow: {} }].map((each) => isFirst(each, 'a'))).toEqual([true, true]);
  const all = [
    { id: 'wf_1', summaryOnly: true },
    { id: 'wf_1', summaryOnly: false },
    { id: 'wf_2', summaryOnly: true },
    { id: undefined, summaryOnly: true },
    { id: undefined, summaryOnly: false },
  ];
  expect(all.map(isCountedAmong(all, ({ id }) => id))).toEqual([false, true, true, true, true]);
});
