import { describe, expect, test } from 'vitest';
import { type RawStep, recoveredGraphOf } from './graph-of.ts';

/** Positions of the guessed steps. Steps are given by their keys, the first as the trigger; edges as "from > to". */
function guesses(steps: readonly (string | RawStep)[], ...edges: readonly string[]) {
  const graph = recoveredGraphOf(
    steps.map((step, i) => ({
      type: i === 0 ? 'trigger' : 'delay',
      ...(typeof step === 'string' ? { key: step } : step),
    })),
    edges.map((edge) => {
      const [from = '', to = ''] = edge.split(' > ');
      return { from, to };
    }),
  );
  return Object.fromEntries([...graph.guesses].map(([key, { index }]) => [key, index]));
}

describe('near keys', () => {
  test('the only one', () => {
    expect(guesses(['start', 'welcome', 'end'], 'start > welcom', 'welcome > end')).toEqual({
      welcom: 1,
    });
    expect(guesses(['start', 'welcome'], 'start > welcome', 'start > welcom')).toEqual({
      welcom: 1,
    });
  });

  test('the nearest of several, none of equally near ones', () => {
    const edges = ['start > welcome_new', 'one > start'];
    expect(guesses(['start', 'welxxme_new', 'welcom_new', 'one'], ...edges)).toEqual({
      welcome_new: 2,
    });
    expect(guesses(['start', 'welcom_new', 'welxxme_new', 'one'], ...edges)).toEqual({
      welcome_new: 1,
    });
    expect(guesses(['start', 'elcome_new', 'welcom_new', 'one'], ...edges)).toEqual({});
  });

  test('the nearer of the two names of a step', () => {
    const steps = [
      { id: 'start' },
      { id: 'welxxme_new', ref: 'welcom_new' },
      { id: 'wexcome_nex' },
      { id: 'one' },
    ];
    expect(guesses(steps, 'start > welcome_new', 'one > start')).toEqual({ welcome_new: 1 });
    const turned = steps.map((step, i) =>
      i === 1 ? { id: 'welcom_new', ref: 'welxxme_new' } : step,
    );
    expect(guesses(turned, 'start > welcome_new', 'one > start')).toEqual({ welcome_new: 1 });
  });

  test('no trigger is a target', () => {
    expect(guesses(['start', 'mail'], 'mail > strt')).toEqual({});
    expect(guesses(['start', 'mail', 'end'], 'strt > mail')).toEqual({ strt: 0 });
  });

  test('no edge becomes a loop', () => {
    expect(guesses(['start', 'welcome', 'end'], 'welcome > welcom')).toEqual({});
    expect(guesses(['start', 'welcome', 'end'], 'welcom > welcome')).toEqual({});
    expect(guesses(['start', 'welcome'], 'welcom > welcom', 'start > welcom')).toEqual({});
  });

  test('the next number, only where the step lacks such an edge', () => {
    expect(guesses(['start', 'mail_1'], 'start > mail_2')).toEqual({ mail_2: 1 });
    expect(guesses(['start', 'mail_1'], 'start > mail_1', 'start > mail_2')).toEqual({});
    expect(
      guesses(['start', 'mail_1', 'end'], 'start > mail_1', 'mail_1 > end', 'mail_2 > end'),
    ).toEqual({});
    expect(guesses(['start', 'mail_1', 'end'], 'start > mail_1', 'mail_2 > end')).toEqual({
      mail_2: 1,
    });
  });
});

describe('a renamed step', () => {
  test('is the only step without edges, for the only key without a step', () => {
    expect(guesses(['start', 'old', 'end'], 'start > zzz', 'zzz > end')).toEqual({ zzz: 1 });
    expect(guesses(['start', 'mail'], 'zzz > mail')).toEqual({ zzz: 0 });
    expect(
      guesses(['start', 'welcome', 'old', 'end'], 'start > welcom', 'welcom > zzz', 'zzz > end'),
    ).toEqual({ welcom: 1, zzz: 2 });
  });

  test.each([
    ['two keys', ['start > zzz', 'zzz > end', 'start > yyy', 'yyy > end']],
    ['a source only', ['zzz > end', 'start > end']],
    ['a target only', ['start > zzz', 'start > end']],
    ['a loop', ['start > zzz', 'zzz > zzz', 'zzz > end']],
    ['a blank key', ['start >  ', '  > end']],
  ])('not for %s', (_, edges) => {
    expect(guesses(['start', 'old', 'end'], ...edges)).toEqual({});
  });

  test.each<[string, readonly RawStep[]]>([
    ['two steps', [{ key: 'start' }, { key: 'old' }, { key: 'far' }, { key: 'end' }]],
    ['a duplicate', [{ key: 'start' }, { key: 'end' }, { key: 'end' }]],
  ])('not for %s', (_, steps) => {
    expect(guesses(steps, 'start > zzz', 'zzz > end')).toEqual({});
  });

  test('a step without a key, also when no edge starts there', () => {
    const steps = [{ key: 'start' }, {}, { key: 'end' }];
    expect(guesses(steps, 'start > zzz', 'zzz > end')).toEqual({ zzz: 1 });
    expect(guesses(steps, 'start > end', 'end > zzz')).toEqual({ zzz: 1 });
    expect(guesses(steps, 'start > end', 'zzz > end')).toEqual({});
  });

  test('not for a trigger that something leads to', () => {
    expect(guesses(['start', 'mail'], 'zzz > mail', 'mail > zzz')).toEqual({});
  });
});
