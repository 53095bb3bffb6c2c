import { describe, expect, test } from 'vitest';
import { feasiblePaths } from '../../src/core/graph/feasible-paths.ts';
import { closestSends, feasibleOverruns } from '../../src/core/graph/feasible-sends.ts';
import { flowOf } from '../../src/core/graph/flow.ts';
import { payloadsOf } from '../../src/core/graph/payloads.ts';
import { isWait } from '../../src/core/model/step-type.ts';
import fc from '../fast-check.ts';
import {
  condition,
  delay,
  deletion,
  endOf,
  graphOf,
  isMail,
  type Kind,
  type Leg,
  mail,
  pathsOf,
  type Sketch,
  stepAt,
  sum,
  update,
  wait,
} from './timed-workflows.ts';

/** Every step leads on, and many are conditions. They all have one rule, so a contact who meets one of them meets all. */
const divided: fc.Arbitrary<Sketch> = fc
  .array(
    fc.tuple(
      fc.constantFrom(
        condition,
        condition,
        condition,
        mail,
        mail,
        mail,
        delay('30 seconds'),
        delay('1 hour'),
        wait('1 minute'),
        deletion,
      ),
      fc.nat(2),
      fc.nat(2),
    ),
    {
      minLength: 4,
      maxLength: 9,
    },
  )
  .map((sketched) => {
    const steps: Kind[] = [{ type: 'trigger' }, ...sketched.map(([kind]) => kind)];
    const edges = sketched.flatMap(([, one, other], index): Sketch['edges'][number][] => {
      const onward = (skip: number): number => Math.min(index + 1 + skip, sketched.length);
      const type = steps[index]?.type;
      if (type === 'condition')
        return [
          [index, onward(one), 'condition_met'],
          [index, onward(other), 'condition_not_met'],
        ];
      if (type === 'wait_for_event')
        return [
          [index, onward(one), 'event_received'],
          ...(other > 0 ? [] : [[index, onward(1), 'timeout'] as const]),
        ];
      return [[index, onward(one), 'default']];
    });
    return { steps, edges };
  });

/** The paths that some contact can take. */
const possiblePaths = (sketch: Sketch): readonly (readonly Leg[])[] =>
  pathsOf(sketch).filter(
    (path) => new Set(path.flatMap(({ met }) => (met === undefined ? [] : [met]))).size < 2,
  );

/** The mails on a path before its end, the last first, and the time since. */
function mailsOn(
  path: readonly Leg[],
  sketch: Sketch,
): readonly { readonly send: number; readonly since: readonly Leg[] }[] {
  return path
    .flatMap(({ to }, i) =>
      i < path.length - 1 && isMail(sketch, to) ? [{ send: to, since: path.slice(i + 1) }] : [],
    )
    .reverse();
}

const secondsOf = (legs: readonly Leg[]): number => sum(legs.map(({ max }) => max));

describe('emails on feasible paths', () => {
  test('that follow another within the limit equal an enumeration of all paths', () => {
    let found = 0;
    fc.assert(
      fc.property(divided, fc.constantFrom(60, 3601), (sketch, limit) => {
        const graph = graphOf(sketch);
        const closest = closestSends(flowOf(graph), limit);
        if (feasiblePaths(graph) === undefined) return;
        for (const step of graph.workflow.steps.filter(
          ({ index }) => isMail(sketch, index) && flowOf(graph).has(stepAt(graph, index)),
        )) {
          const all = possiblePaths(sketch).flatMap((path) => {
            const last = endOf(path) === step.index ? mailsOn(path, sketch)[0] : undefined;
            return last === undefined ||
              last.since.some(({ answer }) => answer) ||
              secondsOf(last.since) >= limit
              ? []
              : [last];
          });
          const min = Math.min(...all.map(({ since }) => secondsOf(since)));
          const send = Math.min(
            ...all.filter(({ since }) => secondsOf(since) === min).map((last) => last.send),
          );
          expect(
            closest?.get(step) && [closest.get(step)?.seconds, closest.get(step)?.send.index],
          ).toEqual(all.length === 0 ? undefined : [min, send]);
          if (all.length > 0) found++;
        }
      }),
      { numRuns: 3000 },
    );
    expect(found).toBeGreaterThan(10);
  });

  test('over the limit equal an enumeration of all paths', () => {
    let found = 0;
    fc.assert(
      fc.property(
        divided,
        fc.integer({ min: 1, max: 2 }),
        fc.constantFrom(0, 60, 3600),
        (sketch, max, limit) => {
          const graph = graphOf(sketch);
          const flow = flowOf(graph);
          if (feasiblePaths(graph) === undefined) return;
          const isOver = (path: readonly Leg[]): boolean =>
            secondsOf(mailsOn(path, sketch)[max - 1]?.since ?? [{ max: Infinity } as Leg]) <= limit;
          const over = possiblePaths(sketch).filter(
            (path) => isMail(sketch, endOf(path)) && isOver(path),
          );
          const behind = over.filter((path) => {
            const last = mailsOn(path, sketch)[0]?.since ?? [];
            return (
              isOver(path.slice(0, path.length - last.length)) &&
              last.every(({ max }) => max <= limit)
            );
          });
          const first = [...new Set(over.map(endOf))]
            .filter((step) => !behind.map(endOf).includes(step))
            .sort((a, b) => a - b);
          expect(feasibleOverruns(flow, max, limit)?.map(({ step }) => step.index)).toEqual(first);
          found += first.length;
        },
      ),
      { numRuns: 3000 },
    );
    expect(found).toBeGreaterThan(10);
  });

  test('are those of the path with the email, of two paths under the same conditions', () => {
    const isBig: Kind = {
      type: 'condition',
      config: { type: 'rule', field: 'event.size', operator: 'eq', value: 'big' },
    };
    const [met, notMet] = ['condition_met', 'condition_not_met'];
    const graph = graphOf({
      steps: [{ type: 'trigger' }, condition, condition, isBig, mail, update, mail],
      edges: [
        [0, 1],
        [1, 2, met],
        [1, 2, notMet],
        [2, 3, met],
        [3, 4, met],
        [3, 5, notMet],
        [4, 5],
        [5, 6],
      ],
    });
    const last = stepAt(graph, 6);
    const send = stepAt(graph, 4);
    expect(closestSends(flowOf(graph), 60)).toEqual(new Map([[last, { send, seconds: 0 }]]));
    expect(feasibleOverruns(flowOf(graph), 1, 60)).toEqual([{ step: last, send, seconds: 0 }]);
    expect(feasibleOverruns(flowOf(graph), 2, 60)).toEqual([]);
  });

  test('end at a wait that never times out', () => {
    const graph = graphOf({
      steps: [{ type: 'trigger' }, condition, condition, mail, wait(), mail],
      edges: [
        [0, 1],
        [1, 2, 'condition_met'],
        [2, 3, 'condition_met'],
        [3, 4],
        [4, 5, 'timeout'],
      ],
    });
    expect(closestSends(flowOf(graph), 60)).toEqual(new Map());
    expect(feasibleOverruns(flowOf(graph), 1, 60)).toEqual([]);
  });

  test('may lack an event exactly when a feasible path passes without it', () => {
    let found = 0;
    fc.assert(
      fc.property(divided, (sketch) => {
        const graph = graphOf(sketch);
        const kept = possiblePaths(sketch).filter((path) => !path.some(({ answer }) => answer));
        // Without a wait for it, the event is missing on all paths.
        if (graph.where(isWait).length === 0) return;
        for (const step of graph.workflow.steps) {
          const lacks = payloadsOf(graph).mayLack(step, 'order.paid');
          expect(lacks).toBe(kept.some((path) => endOf(path) === step.index));
          if (!lacks && graph.isReachable(step)) found++;
        }
      }),
      { numRuns: 2000 },
    );
    expect(found).toBeGreaterThan(10);
  });

  test('may follow a delay of unknown length or a cycle', () => {
    const notPro: Kind = {
      type: 'condition',
      config: { type: 'rule', field: 'event.plan', operator: 'neq', value: 'pro' },
    };
    const steps: Kind[] = [
      { type: 'trigger' },
      condition,
      delay('1 day'),
      notPro,
      delay('1 day'),
      { type: 'webhook' },
      mail,
      delay('1 hour'),
      mail,
      mail,
      mail,
      mail,
    ];
    const graph = graphOf({
      steps,
      edges: [
        [0, 1],
        [1, 2, 'condition_met'],
        [1, 3, 'condition_not_met'],
        [2, 3],
        [3, 4, 'condition_met'],
        [3, 5, 'condition_not_met'],
        [4, 5],
        [5, 6],
        [6, 7],
        [7, 6],
        [5, 8],
        [8, 9],
        [1, 10, 'condition_met'],
        [10, 11],
      ],
    });
    const flow = flowOf(graph);
    expect(feasibleOverruns(flow, 1, 60)?.map(({ step }) => step.index)).toEqual([9, 11]);
  });

  test('are computed over all paths when there are too many to enumerate', () => {
    const rules = Array.from(
      { length: 40 },
      (_, i): Kind => ({
        type: 'condition',
        config: { type: 'rule', field: `event.f${i}`, operator: 'eq', value: 'a' },
      }),
    );
    const steps: Kind[] = [
      { type: 'trigger' },
      ...rules,
      ...rules,
      { type: 'send_email' },
      { type: 'send_email' },
    ];
    const edges = steps.slice(1).flatMap((_, i): Sketch['edges'][number][] =>
      steps[i]?.type === 'condition'
        ? [
            [i, i + 1, 'condition_met'],
            [i, i + 1, 'condition_not_met'],
          ]
        : [[i, i + 1, 'default']],
    );
    const graph = graphOf({ steps, edges });
    expect(feasiblePaths(graph)).toBeDefined();
    expect(closestSends(flowOf(graph), 60)).toBeUndefined();
    expect(feasibleOverruns(flowOf(graph), 1, 60)).toBeUndefined();
  });
});
