import { describe, expect, test } from 'vitest';
import { flowOf } from '../../src/core/graph/flow.ts';
import { longestFeasiblePath, longestPath } from '../../src/core/graph/longest-path.ts';
import { delay, graphOf, type Kind, mail, type Sketch, wait } from './timed-workflows.ts';

const is = (field: string, value: string): Kind => ({
  type: 'condition',
  config: { type: 'rule', field, operator: 'eq', value },
});
const [met, notMet] = ['condition_met', 'condition_not_met'];

/** As a report names it: the duration in days, and the step where the path ends. */
function longest(sketch: Sketch, feasible = false): string {
  const flow = flowOf(graphOf(sketch));
  const any = longestPath(flow);
  const path = any && feasible ? longestFeasiblePath(flow, any) : any;
  if (path === undefined) return 'none';
  return `${path.isOpen ? 'at least ' : ''}${path.seconds / 86_400} to ${path.last.index}`;
}

describe('of equally long paths the longest', () => {
  test('ends at the step that comes first in the array', () => {
    const steps = [{ type: 'trigger' }, is('event.plan', 'pro'), delay('9 days'), delay('9 days')];
    const edges: Sketch['edges'] = [
      [0, 1],
      [1, 2, met],
      [1, 3, notMet],
    ];
    const to = (a: number, b: number): Sketch => ({
      steps: [...steps, mail, mail],
      edges: [...edges, [2, a], [3, b]],
    });
    expect(longest(to(4, 5))).toBe('9 to 4');
    expect(longest(to(5, 4))).toBe('9 to 4');
  });

  test('has a known length', () => {
    const fork = (first: Kind, second: Kind): Sketch => ({
      steps: [{ type: 'trigger' }, is('event.plan', 'pro'), first, second, mail],
      edges: [
        [0, 1],
        [1, 2, met],
        [1, 3, notMet],
        [2, 4],
        [3, 4],
      ],
    });
    const soon = delay('soon');
    expect(longest(fork(mail, soon))).toBe('0 to 4');
    expect(longest(fork(soon, mail))).toBe('0 to 4');
    expect(longest(fork(soon, soon))).toBe('at least 0 to 4');
    const ends = (first: Kind, second: Kind): Sketch => ({
      ...fork(first, second),
      edges: fork(first, second).edges.slice(0, 3),
    });
    expect(longest(ends(wait(), mail))).toBe('0 to 3');
    expect(longest(ends(mail, wait()))).toBe('0 to 2');
    expect(longest(ends(wait(), wait()))).toBe('at least 0 to 2');
  });
});

describe('the longest path that conditions leave open', () => {
  /** Of 6 days, then 5 for nobody, or 4 on two branches. */
  const year = (forNobody: string, bigEnd: number, smallEnd: number): Sketch => ({
    steps: [
      { type: 'trigger' },
      is('event.plan', 'pro'),
      delay('6 days'),
      is('event.plan', 'free'),
      delay(forNobody),
      is('event.size', 'big'),
      delay('4 days'),
      delay('4 days'),
      mail,
      mail,
    ],
    edges: [
      [0, 1],
      [1, 2, met],
      [1, 3, notMet],
      [2, 3],
      [3, 4, met],
      [3, 5, notMet],
      [5, 6, met],
      [5, 7, notMet],
      [6, bigEnd],
      [7, smallEnd],
    ],
  });

  test('is the longest of all when some contact takes that', () => {
    expect(longest(year('1 day', 8, 9), true)).toBe('10 to 8');
    expect(longest(year('1 day', 9, 8), true)).toBe('10 to 8');
  });

  test('ends where no step follows', () => {
    expect(longest(year('5 days', 8, 9))).toBe('11 to 4');
    expect(longest(year('5 days', 8, 9), true)).toBe('10 to 9');
    expect(longest(year('5 days', 9, 8), true)).toBe('10 to 8');
    // A shorter path ends after it.
    const { steps, edges } = year('5 days', 8, 9);
    const short: Sketch = { steps: [...steps, mail], edges: [...edges, [1, 10, notMet]] };
    expect(longest(short, true)).toBe('10 to 9');
  });
});
