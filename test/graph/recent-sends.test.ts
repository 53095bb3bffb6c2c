import { describe, expect, test } from 'vitest';
import { flowOf } from '../../src/core/graph/flow.ts';
import { findOverruns, recentSends } from '../../src/core/graph/recent-sends.ts';
import fc from '../fast-check.ts';
import {
  chain,
  condition,
  delay,
  endOf,
  graphOf,
  isMail,
  type Kind,
  type Leg,
  mail,
  pathsOf,
  type Sketch,
  sketches,
  stepAt,
  sum,
  update,
  wait,
} from './timed-workflows.ts';

/** By each path to the step: the nth last mail before it, and the time since, at most. */
function looksBack(
  sketch: Sketch,
  step: number,
  n: number,
  acrossAnswers: boolean,
): { send: number; seconds: number }[] {
  return pathsOf(sketch)
    .filter((path) => endOf(path) === step)
    .flatMap((path) => {
      const [start, ...legs] = path as [Leg, ...Leg[]];
      const stops = [start.to, ...legs.map(({ to }) => to)];
      const mails = stops.flatMap((stop, i) =>
        i < stops.length - 1 && isMail(sketch, stop) ? [i] : [],
      );
      const at = mails.at(-n);
      if (at === undefined) return [];
      const since = legs.slice(at);
      const seconds = sum(since.map(({ max }) => max));
      return seconds === Number.POSITIVE_INFINITY ||
        (!acrossAnswers && since.some(({ answer }) => answer))
        ? []
        : [{ send: stops[at] as number, seconds }];
    });
}

describe('recent emails', () => {
  test.each([true, false])(
    'equal an enumeration of all paths (across answers: %s)',
    (acrossAnswers) => {
      fc.assert(
        fc.property(sketches(6), (sketch) => {
          const graph = graphOf(sketch);
          const recent = recentSends(flowOf(graph), 3, acrossAnswers);
          for (const step of graph.workflow.steps) {
            for (const n of [1, 2, 3]) {
              const all = looksBack(sketch, step.index, n, acrossAnswers);
              const min = Math.min(...all.map(({ seconds }) => seconds));
              const sends = all.filter(({ seconds }) => seconds === min).map(({ send }) => send);
              const found = recent.before(step, n);
              expect(found?.seconds ?? Number.POSITIVE_INFINITY).toBe(min);
              if (n === 1)
                expect(found?.send.index).toBe(all.length === 0 ? undefined : Math.min(...sends));
              else if (found !== undefined) expect(sends).toContain(found.send.index);
            }
          }
        }),
        { numRuns: 2000 },
      );
    },
  );

  test('are kept only up to the requested number', () => {
    const graph = graphOf(chain(mail, mail, mail));
    expect(recentSends(flowOf(graph), 1, true).before(stepAt(graph, 3), 2)).toBeUndefined();
  });
});

describe('emails over the limit', () => {
  const over = (sketch: Sketch, max: number, limit: number) =>
    findOverruns(flowOf(graphOf(sketch)), max, limit).map(({ step, send, seconds }) => [
      step.index,
      send.index,
      seconds,
    ]);

  test('are found when a path has too many, and later ones are not reported again', () => {
    fc.assert(
      fc.property(
        sketches(7),
        fc.integer({ min: 1, max: 3 }),
        fc.constantFrom(0, 60, 3600, 86_400),
        (sketch, max, limit) => {
          const isOver = (step: number) =>
            isMail(sketch, step) &&
            looksBack(sketch, step, max, true).some(({ seconds }) => seconds <= limit);
          const all = sketch.steps.flatMap((_, step) => (isOver(step) ? [step] : []));
          const named = over(sketch, max, limit).map(([step]) => step as number);
          for (const step of named) expect(all).toContain(step);
          const paths = pathsOf(sketch);
          // Each is named, or comes after one that is.
          for (const step of all)
            expect(
              named.includes(step) ||
                paths.some(
                  (path) => endOf(path) === step && path.some(({ from }) => named.includes(from)),
                ),
            ).toBe(true);
        },
      ),
      { numRuns: 2000 },
    );
  });

  test('start at the first of a series, and again with the next series', () => {
    const run = (count: number): Kind[] => Array.from({ length: count }, () => mail);
    expect(over(chain(...run(5)), 2, 0)).toEqual([[3, 1, 0]]);
    expect(over(chain(...run(4), delay('1 day'), ...run(3)), 2, 3600)).toEqual([
      [3, 1, 0],
      [8, 6, 0],
    ]);
    expect(over(chain(mail, delay('1 hour'), mail), 1, 3600)).toEqual([[3, 1, 3600]]);
    expect(over(chain(mail, delay('1 hour'), mail), 1, 3599)).toEqual([]);
    expect(over(chain(mail, wait(), mail), 1, 3600)).toEqual([]);
    // A series is followed by a wait without a timeout.
    const endless = chain(mail, mail, wait(), mail);
    expect(
      over({ ...endless, edges: [...endless.edges.slice(0, 3), [3, 4, 'timeout']] }, 1, 3600),
    ).toEqual([[2, 1, 0]]);
  });

  test('start again after a pause, whatever comes before it', () => {
    const edges: Sketch['edges'] = [
      ...[[0, 1] as const, [1, 2] as const, [2, 3] as const, [3, 5] as const],
      ...[[0, 4] as const, [4, 5] as const],
    ];
    const sketch = { ...chain(mail, mail, delay('1 day'), mail, mail), edges };
    expect(over(sketch, 1, 3600)).toEqual([
      [2, 1, 0],
      [5, 4, 0],
    ]);
  });

  test('on two branches are two findings', () => {
    const sketch: Sketch = {
      steps: [{ type: 'trigger' }, mail, condition, mail, mail, mail],
      edges: [
        [0, 1],
        [1, 2],
        [2, 3, 'condition_met'],
        [2, 4, 'condition_not_met'],
        [3, 5],
        [4, 5],
      ],
    };
    expect(over(sketch, 1, 60)).toEqual([
      [3, 1, 0],
      [4, 1, 0],
    ]);
    // Where they join, it is the third on both branches.
    expect(over(sketch, 2, 60)).toEqual([[5, 1, 0]]);
  });

  test('are found in a graph of 2^1000 paths, and in a long chain', () => {
    const steps: Kind[] = [{ type: 'trigger' }];
    const edges: [number, number, string][] = [];
    for (let i = 0; i < 1000; i++) {
      const fork = steps.push(condition, mail, delay('1 hour'), update) - 4;
      edges.push(
        [fork - 1, fork, 'default'],
        [fork, fork + 1, 'condition_met'],
        [fork, fork + 2, 'condition_not_met'],
        [fork + 1, fork + 3, 'default'],
        [fork + 2, fork + 3, 'default'],
      );
    }
    const diamonds = graphOf({ steps, edges });
    const long = graphOf(
      chain(...Array.from({ length: 50_000 }, () => [mail, delay('1 day')]).flat()),
    );
    // All the mails of the first branches at once: the sixth is over, and all that follow are because of it.
    expect(
      findOverruns(flowOf(diamonds), 5, 86_400).map(({ step, seconds }) => [step.index, seconds]),
    ).toEqual([[22, 0]]);
    expect(findOverruns(flowOf(long), 5, 86_400)).toEqual([]);
  });
});
