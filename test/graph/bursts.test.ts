import { expect, test } from 'vitest';
import { mayBurst } from '../../src/graph/bursts.ts';
import { findCrowds } from '../../src/graph/crowds.ts';
import { flowsByEvent } from '../../src/graph/flow.ts';
import { planMails } from '../../src/graph/mail-plan.ts';
import fc from '../fast-check.ts';
import { chain, delay, graphOf, mail, sketches, wait } from './timed-workflows.ts';

test('a quick look for bursts never misses a crowd of one workflow', () => {
  let crowded = 0;
  fc.assert(
    fc.property(sketches(8), fc.constantFrom(0, 30, 60, 3600, 90_000), fc.nat(3), (sketch, within, max) => {
      const graph = graphOf(sketch);
      const isCrowded = flowsByEvent(graph).some(([, flow]) => findCrowds([planMails(flow, ({ index }) => index)], within, max).length > 0);
      if (!isCrowded) return;
      crowded++;
      expect(mayBurst(graph, within, max)).toBe(true);
    }),
    { numRuns: 3000 },
  );
  expect(crowded).toBeGreaterThan(100);
});

test.each([
  ['as many mails as are fine', chain(mail, mail, mail), false],
  ['one too many', chain(mail, mail, mail, mail), true],
  ['a delay longer than the time between them', chain(mail, mail, delay('2 hours'), mail, mail), false],
  ['a delay as long as the time', chain(mail, mail, delay('1 hour'), mail, mail), true],
  ['a wait that an answer may end at once', chain(mail, mail, wait('2 hours'), mail, mail), true],
  ['a length that nobody knows', chain(mail, mail, delay('soon'), mail, mail), true],
  [
    'a way back to a step further up',
    {
      ...chain(mail, mail, delay('2 hours'), mail, mail),
      edges: [
        [0, 4],
        [4, 5],
        [5, 1],
        [1, 2],
        [2, 3],
      ] as const,
    },
    true,
  ],
])('of %s: %#', (_, sketch, may) => {
  expect(mayBurst(graphOf(sketch), 3600, 3)).toBe(may);
});
