import { describe, expect, test } from 'vitest';
import { createMeetingFinder } from '../../src/core/graph/rejoin.ts';
import type { Step } from '../../src/core/model/nodes.ts';
import fc from '../fast-check.ts';
import { graphOf, type RawEdge } from './graph-of.ts';

const BRANCHES = ['condition_met', 'condition_not_met'] as const;
const keys = ['a', 'b', 'c', 'd', 'e', 'f'];

/** Steps that are reachable by one branch of the fork, without passing the fork again. */
function side(fork: string, type: string, edges: readonly RawEdge[]): ReadonlySet<string> {
  const found = new Set(
    edges.filter((edge) => edge.from === fork && edge.type === type).map(({ to }) => to as string),
  );
  for (const step of found) {
    if (step === fork) continue;
    for (const { from, to } of edges) if (from === step) found.add(to as string);
  }
  return found;
}

const key = fc.constantFrom(...keys);
const edge = fc.record({ from: key, to: key, type: fc.constantFrom(...BRANCHES, 'default') });

describe('steps where branches join', () => {
  test('are found exactly where a brute-force search finds one', () => {
    fc.assert(
      fc.property(fc.array(edge, { maxLength: 12 }), (edges) => {
        const graph = graphOf(
          keys.map((name) => ({ key: name, type: 'condition' })),
          edges,
        );
        const find = createMeetingFinder(graph);
        for (const fork of graph.workflow.steps) {
          const [one, other] = BRANCHES.map((type) => side(fork.key as string, type, edges)) as [
            ReadonlySet<string>,
            ReadonlySet<string>,
          ];
          const both = [...one].filter((step) => other.has(step));
          const meeting = find(fork, BRANCHES)?.key;
          if (meeting === undefined) expect(both).toEqual([]);
          else expect(both).toContain(meeting);
        }
      }),
      { numRuns: 3000 },
    );
  });

  test('are searched up to the limit', () => {
    const chain = Array.from({ length: 50 }, (_, i) => `s${i}`);
    const edges = chain.slice(1).map((to, i) => ({ from: chain[i] as string, to }));
    const graph = graphOf(
      [...chain, 'fork', 'other', 'end'].map((name) => ({ key: name, type: 'condition' })),
      [
        ...edges,
        { from: 'fork', to: 's0', type: 'condition_met' },
        { from: 'fork', to: 'other', type: 'condition_not_met' },
        { from: 'other', to: 'end' },
        { from: 's49', to: 'end' },
      ],
    );
    const fork = graph.resolve('fork') as Step;
    expect(createMeetingFinder(graph)(fork, BRANCHES)?.key).toBe('end');
    expect(createMeetingFinder(graph, 10)(fork, BRANCHES)).toBeUndefined();
  });
});
