import { describe, expect, test } from 'vitest';
import { shortestCycle } from '../../src/core/graph/shortest-cycle.ts';
import type { Edge, Step } from '../../src/core/model/nodes.ts';
import fc from '../fast-check.ts';
import { graphOf, type RawEdge, type RawStep } from './graph-of.ts';

/** The results of a graph by brute force over all steps and edges. Steps are named by their position. */
function slowly(steps: readonly RawStep[], edges: readonly RawEdge[]) {
  const names = steps.map(({ id, ref }) => ({
    key: id ?? ref,
    alias: id !== undefined && ref !== id ? ref : undefined,
  }));
  const resolve = (name: string | undefined): number => {
    if (name === undefined) return -1;
    const byKey = names.findIndex(({ key }) => key === name);
    return byKey !== -1 ? byKey : names.findIndex(({ alias }) => alias === name);
  };
  const all = steps.map((_, i) => i);
  const resolved = edges
    .map(({ from, to }, index) => ({ index, from: resolve(from), to: resolve(to) }))
    .filter(({ from, to }) => from !== -1 && to !== -1);
  // walk[a][b]: some walk of one edge or more leads from a to b.
  const walk = all.map((a) =>
    all.map((b) => resolved.some(({ from, to }) => from === a && to === b)),
  );
  for (const via of all)
    for (const a of all)
      for (const b of all) if (walk[a]?.[via] && walk[via]?.[b]) (walk[a] as boolean[])[b] = true;
  const leads = (a: number, b: number): boolean => walk[a]?.[b] === true;
  const isDuplicate = (i: number): boolean =>
    names[i]?.key !== undefined && names.findIndex(({ key }) => key === names[i]?.key) < i;
  const starts = all.filter((i) => steps[i]?.type === 'trigger' && !isDuplicate(i));
  const cycles = all
    .filter(
      (a) =>
        all.some((b) => b !== a && leads(a, b) && leads(b, a)) &&
        all.every((b) => b >= a || !leads(a, b) || !leads(b, a)),
    )
    .map((a) => all.filter((b) => b === a || (leads(a, b) && leads(b, a))));
  return {
    all,
    resolve,
    resolved,
    leads,
    isDuplicate,
    isReachable: (i: number) => starts.some((start) => start === i || leads(start, i)),
    cycles,
  };
}

function expectSame(steps: readonly RawStep[], edges: readonly RawEdge[]): void {
  const graph = graphOf(steps, edges);
  const slow = slowly(steps, edges);
  const { steps: nodes, edges: links } = graph.workflow;
  const stepAt = (i: number) => nodes[i] as Step;
  const positions = (list: Iterable<Step | Edge>) => [...list].map(({ index }) => index);
  const resolved = new Set(slow.resolved.map(({ index }) => index));
  expect(positions(graph.unresolvedEdges)).toEqual(
    edges.map((_, i) => i).filter((i) => !resolved.has(i)),
  );
  for (const name of NAMES) expect(graph.resolve(name)?.index ?? -1).toBe(slow.resolve(name));
  for (const edge of links) {
    expect(graph.source(edge)?.index ?? -1).toBe(slow.resolve(edges[edge.index]?.from));
    expect(graph.target(edge)?.index ?? -1).toBe(slow.resolve(edges[edge.index]?.to));
  }
  for (const a of slow.all) {
    const out = slow.resolved.filter(({ from }) => from === a);
    expect(positions(graph.outgoing(stepAt(a)))).toEqual(out.map(({ index }) => index));
    expect(positions(graph.incoming(stepAt(a)))).toEqual(
      slow.resolved.filter(({ to }) => to === a).map(({ index }) => index),
    );
    expect(positions(graph.successors(stepAt(a)))).toEqual([...new Set(out.map(({ to }) => to))]);
    expect(graph.isDuplicate(stepAt(a))).toBe(slow.isDuplicate(a));
    expect(graph.isReachable(stepAt(a))).toBe(slow.isReachable(a));
    expect(positions(graph.reachableFrom([stepAt(a)])).sort()).toEqual(
      slow.all.filter((b) => b === a || slow.leads(a, b)),
    );
    expect(positions(graph.reachableFrom([stepAt(a)], () => false))).toEqual([a]);
    for (const b of slow.all.filter((each) => each !== a))
      expect(graph.onOneCycle(stepAt(a), stepAt(b))).toBe(slow.leads(a, b) && slow.leads(b, a));
  }
  expect(graph.cycles().map(positions)).toEqual(slow.cycles);
  for (const component of graph.cycles()) {
    const round = shortestCycle(component, graph);
    expect(round.length).toBeGreaterThan(1);
    expect(graph.source(round[0] as Edge)).toBe(component[0]);
    for (const [i, edge] of round.entries())
      expect(graph.target(edge)).toBe(graph.source(round[(i + 1) % round.length] as Edge));
    expect(new Set(round.map((edge) => graph.source(edge))).size).toBe(round.length);
  }
}

const NAMES = ['a', 'b', 'c', 'd', 'e', '__proto__', 'nobody'];
const name = fc.constantFrom(...NAMES.slice(0, 6));
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined, freq: 6 });
const drop = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as T;

const anySteps = fc.array(
  fc.record({
    id: maybe(name),
    ref: fc.option(name, { nil: undefined, freq: 1 }),
    type: fc.constantFrom('trigger', 'send_email', 'delay'),
  }),
  { maxLength: 5 },
);
const anyEdges = fc.array(
  fc.record({ from: maybe(fc.constantFrom(...NAMES)), to: maybe(fc.constantFrom(...NAMES)) }),
  { maxLength: 9 },
);

describe('graph', () => {
  test('equals a brute-force search for random graphs of five steps', () => {
    fc.assert(
      fc.property(anySteps, anyEdges, (steps, edges) =>
        expectSame(steps.map(drop) as RawStep[], edges.map(drop) as RawEdge[]),
      ),
      { numRuns: 3000 },
    );
  });

  test('equals a brute-force search for all graphs of three steps', () => {
    const steps = ['a', 'b', 'c'].map((id, i) => ({ id, type: i === 0 ? 'trigger' : 'delay' }));
    const pairs = steps.flatMap(({ id: from }) => steps.map(({ id: to }) => ({ from, to })));
    for (let subset = 0; subset < 2 ** pairs.length; subset++)
      expectSame(
        steps,
        pairs.filter((_, i) => (subset >> i) % 2 === 1),
      );
  });

  test('edges may name a step by id or ref, and a key takes precedence over a ref', () => {
    const steps = [
      { id: '1', ref: 'start', type: 'trigger' },
      { id: '2', ref: '1', type: 'delay' },
      { id: '3', ref: 'start', type: 'delay' },
    ];
    const graph = graphOf(steps, [{ from: 'start', to: '2' }]);
    expect([
      graph.resolve('1')?.index,
      graph.resolve('start')?.index,
      graph.resolve('3')?.index,
    ]).toEqual([0, 0, 2]);
    expect(graph.workflow.steps.map((step) => graph.isReachable(step))).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('the search continues only from the given steps', () => {
    const graph = graphOf(
      ['a', 'b', 'c'].map((key) => ({ key, type: 'delay' })),
      [
        { from: 'a', to: 'b' },
        { from: 'b', to: 'c' },
      ],
    );
    const [a] = graph.workflow.steps as [Step];
    expect([...graph.reachableFrom([a], ({ key }) => key !== 'b')].map(({ key }) => key)).toEqual([
      'a',
      'b',
    ]);
  });
});
