import { expect, test } from 'vitest';
import { cutMiddleTo, cutTo, widthOf, wrapTo } from '../../src/core/drawing/text-width.ts';

const FONT = { size: 10 };

test('texts are cut to a width between characters', () => {
  expect(cutTo('short', 100, FONT)).toBe('short');
  expect(cutTo('', 100, FONT)).toBe('');
  expect(cutTo('much too long for it', 60, FONT)).toMatch(/^much too?…$/);
  expect(cutTo('👩‍🚀👩‍🚀👩‍🚀👩‍🚀', 40, FONT)).toBe('👩‍🚀👩‍🚀…');
  expect(wrapTo('Getting the most out of your filter', 100, 2, FONT)).toEqual([
    'Getting the most',
    'out of your filter',
  ]);
  expect(wrapTo('order.placed.in.the.online.shop', 100, 3, FONT)).toEqual([
    'order.placed.in.',
    'the.online.shop',
  ]);
  expect(wrapTo('x'.repeat(1_000_000), 100, 2, FONT)).toHaveLength(2);
  expect(cutTo(`z${'\u0301'.repeat(100_000)}`, 50, FONT).length).toBeLessThan(200);
  const stacked = `z${'\u0301'.repeat(100_000)}`;
  expect(wrapTo(stacked, 50, 2, FONT)).toEqual([expect.stringMatching(/^z\u0301+…$/)]);
  expect(cutTo('  short ', 100, FONT)).toBe('short');
  expect(cutTo('a', widthOf('a', FONT), FONT)).toBe('a');
  expect([widthOf('~', FONT), widthOf('e\u0301', FONT)].map(Math.round)).toEqual([7, 8]);
  expect(widthOf('é', { size: 100, bold: true })).toBeCloseTo(89.6);
  expect(widthOf('漢字', FONT)).toBeGreaterThan(widthOf('ab', FONT));
  expect(widthOf('WW', { size: 10, mono: true })).toBe(widthOf('ii', { size: 10, mono: true }));
});

test('names are cut in their middle, between characters', () => {
  expect(cutMiddleTo('trial.started', 100, FONT)).toBe('trial.started');
  expect(cutMiddleTo('order.placed.in.the.online.shop', 100, FONT)).toBe('order.pla…ine.shop');
  expect(cutMiddleTo('👩‍🚀👩‍🚀👩‍🚀👩‍🚀👩‍🚀', 40, FONT)).toBe('👩‍🚀…👩‍🚀');
  const end = `${'x'.repeat(1_000_000)} the end`;
  expect(cutMiddleTo(end, 100, FONT)).toBe('xxxxxxx… the end');
});
