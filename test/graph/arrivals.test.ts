import { describe, expect, test } from 'vitest';
import { arrivalsOf, idleArrivals } from '../../src/core/graph/arrivals.ts';
import { flowOf, flowsByEvent } from '../../src/core/graph/flow.ts';
import fc from '../fast-check.ts';
import {
  chain,
  condition,
  delay,
  deletion,
  endOf,
  graphOf,
  type Kind,
  mail,
  pathsOf,
  type Sketch,
  sketches,
  stepAt,
  sum,
  update,
} from './timed-workflows.ts';

const arrival = (sketch: Sketch, step: number) => {
  const graph = graphOf(sketch);
  return arrivalsOf(flowOf(graph)).get(stepAt(graph, step));
};
const DAY = 86_400;

describe('arrivals', () => {
  test('equal an enumeration of all paths', () => {
    fc.assert(
      fc.property(sketches(6), (sketch) => {
        const graph = graphOf(sketch);
        const arrivals = arrivalsOf(flowOf(graph));
        const paths = pathsOf(sketch);
        for (const step of graph.workflow.steps) {
          const ways = paths.filter((path) => endOf(path) === step.index);
          const expected =
            ways.length === 0
              ? undefined
              : {
                  min: Math.min(...ways.map((path) => sum(path.map(({ min }) => min)))),
                  max: Math.max(...ways.map((path) => sum(path.map(({ max }) => max)))),
                };
          expect(arrivals.get(step)).toEqual(expected);
        }
      }),
      { numRuns: 3000 },
    );
  });

  test('a delay of unknown length has no upper bound', () => {
    expect(arrival(chain(delay('soon'), mail), 2)).toEqual({
      min: 0,
      max: Number.POSITIVE_INFINITY,
    });
    expect(arrival(chain({ type: 'delay', config: {} }, mail), 2)).toEqual({
      min: 0,
      max: Number.POSITIVE_INFINITY,
    });
    expect(arrival(chain(delay('5m'), mail), 2)).toEqual({ min: 300, max: 300 });
  });

  test('two different lengths give a range from the shorter to the longer', () => {
    const torn: Kind = { type: 'delay', config: { seconds: 60, duration: '1 day' } };
    expect(arrival(chain(torn, mail), 2)).toEqual({ min: 60, max: DAY });
    expect(
      arrival(chain({ type: 'delay', config: { seconds: 60, duration: 'soon' } }, mail), 2),
    ).toEqual({ min: 60, max: 60 });
    const tornWait: Kind = {
      type: 'wait_for_event',
      config: { event_name: 'order.paid', timeout: '1 day', timeout_seconds: 60 },
    };
    const sketch: Sketch = {
      steps: [{ type: 'trigger' }, tornWait, mail, mail],
      edges: [
        [0, 1],
        [1, 2, 'timeout'],
        [1, 3, 'event_received'],
      ],
    };
    expect(arrival(sketch, 2)).toEqual({ min: 60, max: DAY });
    expect(arrival(sketch, 3)).toEqual({ min: 0, max: DAY });
  });

  test('a length above the largest number has no fixed time', () => {
    const graph = graphOf(
      chain(
        { type: 'delay', config: { seconds: 1e308 } },
        { type: 'delay', config: { seconds: 1e308 } },
        mail,
      ),
    );
    expect(idleArrivals(flowOf(graph)).get(stepAt(graph, 3))).toBeUndefined();
  });

  test('two different lengths have no fixed time, nor has what follows them', () => {
    const torn: Kind = { type: 'delay', config: { seconds: 60, duration: '1 day' } };
    const graph = graphOf(chain(mail, torn, mail, delay('1 hour'), mail));
    const idle = Array.from(idleArrivals(flowOf(graph)), ([{ index }, time]) => [index, time]);
    expect(idle).toEqual([0, 1, 2].map((index) => [index, 0]));
  });

  test('contact_delete, steps on a cycle and duplicate steps end the search', () => {
    expect(arrival(chain(deletion, mail), 2)).toBeUndefined();
    expect(
      arrival(
        {
          ...chain(delay('1 day'), update, mail),
          edges: [
            [0, 1],
            [1, 2],
            [2, 1],
            [2, 3],
          ],
        },
        3,
      ),
    ).toBeUndefined();
    expect(
      arrival(
        {
          ...chain(update, mail),
          edges: [
            [0, 1],
            [1, 1],
            [1, 2],
          ],
        },
        2,
      ),
    ).toBeUndefined();
    const twins = graphOf({
      ...chain(mail),
      steps: [
        { type: 'trigger' },
        { ...mail, key: '1' } as Kind,
        { ...mail, key: '1', id: 'x' } as Kind,
      ],
      edges: [
        [0, 1],
        [1, 'x' as unknown as number],
      ],
    });
    expect(flowOf(twins).order.map(({ index }) => index)).toEqual([0, 1]);
    expect(flowOf(twins).has(stepAt(twins, 2))).toBe(false);
  });
});

describe('the paths from each event of a workflow', () => {
  test('are computed for each event of its triggers', () => {
    const other: Kind = { type: 'trigger', config: { event_name: 'user.invited' } };
    const graph = graphOf({
      steps: [{ type: 'trigger' }, other, mail, mail, other],
      edges: [
        [0, 2],
        [1, 3],
      ],
    });
    expect(
      flowsByEvent(graph).map(([event, { order }]) => [event, order.map(({ index }) => index)]),
    ).toEqual([
      ['user.created', [0, 2]],
      ['user.invited', [1, 4, 3]],
    ]);
    expect(flowOf(graph).order.map(({ index }) => index)).toEqual([0, 1, 4, 2, 3]);
  });

  test('are bounded, and empty without an event', () => {
    const triggers = Array.from(
      { length: 20 },
      (_, i): Kind => ({ type: 'trigger', config: { event_name: `event.${i}` } }),
    );
    expect(
      flowsByEvent(graphOf({ steps: [{ type: 'trigger' }, ...triggers], edges: [] })),
    ).toHaveLength(8);
    expect(flowsByEvent(graphOf({ ...chain(mail), event: ' ' }))).toEqual([]);
  });

  test('are computed once', () => {
    const graph = graphOf(chain(mail));
    expect(flowOf(graph)).toBe(flowOf(graph));
    expect(flowsByEvent(graph)[0]?.[1]).toBe(flowOf(graph));
    expect(arrivalsOf(flowOf(graph))).toBe(arrivalsOf(flowOf(graph)));
  });
});

test('is computed for 1,000 diamonds', () => {
  const steps: Kind[] = [{ type: 'trigger' }];
  const edges: [number, number, string][] = [];
  for (let i = 0; i < 1000; i++) {
    const fork = steps.push(condition, delay('1 hour'), delay('1 day'), update) - 4;
    edges.push(
      [fork - 1, fork, 'default'],
      [fork, fork + 1, 'condition_met'],
      [fork, fork + 2, 'condition_not_met'],
      [fork + 1, fork + 3, 'default'],
      [fork + 2, fork + 3, 'default'],
    );
  }
  const diamonds = graphOf({ steps, edges });
  expect(arrivalsOf(flowOf(diamonds)).get(stepAt(diamonds, 4000))).toEqual({
    min: 1000 * 3600,
    max: 1000 * DAY,
  });
});

describe('every contact who does nothing reaches', () => {
  const reached = (sketch: Sketch): readonly number[] =>
    [...idleArrivals(flowOf(graphOf(sketch))).keys()].map(({ index }) => index);
  const fork = (...edges: Sketch['edges']): Sketch => ({
    steps: [{ type: 'trigger' }, condition, mail, update, mail, mail],
    edges: [[0, 1], [1, 2, 'condition_met'], ...edges],
  });
  const notMet = [1, 3, 'condition_not_met'] as const;

  test('a step where all branches join, and what follows it', () => {
    expect(reached(fork(notMet, [2, 4], [3, 4], [4, 5]))).toEqual([0, 1, 4, 5]);
    expect(reached(fork(notMet, [2, 4], [3, 5], [4, 5]))).toEqual([0, 1, 5]);
  });

  test('no step after a branch that ends', () => {
    expect(reached(fork([2, 4], [4, 5]))).toEqual([0, 1]);
    expect(reached(fork(notMet, [3, 4], [4, 5]))).toEqual([0, 1]);
    expect(reached(fork(notMet, [2, 4], [4, 5]))).toEqual([0, 1]);
    const ending = fork(notMet, [2, 4], [3, 4]);
    const steps = ending.steps.map((step, i) => (i === 2 ? deletion : step));
    expect(reached({ ...ending, steps })).toEqual([0, 1]);
  });

  test('no step after one of two triggers', () => {
    const two = chain({ type: 'trigger', config: { event_name: 'user.created' } }, mail);
    expect(
      reached({
        ...two,
        edges: [
          [0, 2],
          [1, 2],
        ],
      }),
    ).toEqual([]);
  });
});

describe('a contact who does nothing', () => {
  const idle = (sketch: Sketch): readonly (readonly [number, number])[] =>
    [...idleArrivals(flowOf(graphOf(sketch)))].map(([{ index }, time]) => [index, time]);
  const waiting = (timeout: string | undefined, event = 'user.verified'): Sketch => ({
    steps: [
      { type: 'trigger' },
      { type: 'wait_for_event', config: { event_name: event, ...(timeout && { timeout }) } },
      mail,
      mail,
    ],
    edges: [
      [0, 1],
      [1, 2, 'event_received'],
      [1, 3, 'timeout'],
    ],
  });

  test('takes the timeout of a wait', () => {
    const always: readonly (readonly [number, number])[] = [
      [0, 0],
      [1, 0],
    ];
    expect(idle(waiting('3 days'))).toEqual([...always, [3, 3 * DAY]]);
    expect(idle(waiting('3 days', 'resend:email.opened'))).toEqual([...always, [3, 3 * DAY]]);
    expect(idle(waiting(undefined))).toEqual(always);
    // An email is delivered without the contact.
    expect(idle(waiting('3 days', 'resend:email.delivered'))).toEqual(always);
  });

  test('reaches a step at one time when all timeouts take as long', () => {
    const both = (first: string, second: string): Sketch => ({
      steps: [{ type: 'trigger' }, condition, delay(first), delay(second), mail],
      edges: [
        [0, 1],
        [1, 2, 'condition_met'],
        [1, 3, 'condition_not_met'],
        [2, 4],
        [3, 4],
      ],
    });
    expect(idle(both('2 days', '2 days'))).toContainEqual([4, 2 * DAY]);
    expect(idle(both('2 days', '3 days')).map(([index]) => index)).not.toContain(4);
  });
});
