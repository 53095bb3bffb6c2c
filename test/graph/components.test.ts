import { describe, expect, test } from 'vitest';
import { stronglyConnectedComponents } from '../../src/core/graph/components.ts';

const componentsOf = (successors: readonly (readonly number[])[]): number[] => [
  ...stronglyConnectedComponents(successors),
];

describe('strongly connected components', () => {
  test('have lower numbers than their successors', () => {
    // 0 → {1, 2} → 3, and 4 by itself
    expect(componentsOf([[1], [2], [1, 3], [], []])).toEqual([1, 2, 2, 3, 0]);
  });

  test('are single nodes in an acyclic graph', () => {
    expect(componentsOf([[1, 2], [3], [3], []])).toEqual([0, 2, 1, 3]);
  });

  test('are empty for an empty graph', () => {
    expect(componentsOf([])).toEqual([]);
  });
});
