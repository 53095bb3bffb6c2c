import { describe, expect, test } from 'vitest';
import { meetingOf } from '../../src/core/graph/rejoin.ts';
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
        for (const fork of graph.workflow.steps) {
          const [one, other] = BRANCHES.map((type) => side(fork.key as string, type, edges)) as [
            ReadonlySet<string>,
            ReadonlySet<string>,
          ];
          const both = [...one].filter((step) => other.has(step));
          const meeting = meetingOf(graph, fork, BRANCHES)?.key;
          if (meeting === undefined) expect(both).toEqual([]);
          else expect(both).toContain(meeting);
        }
      }),
      { numRuns: 3000 },
    );
  });
});
