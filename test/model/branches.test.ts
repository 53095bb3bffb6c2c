import { expect, test } from 'vitest';
import { branchesOf, isFork } from '../../src/model/branches.ts';
import { EDGE_TYPES, STEP_TYPES } from '../../src/model/config.ts';

test('every known step type has branches, and every known edge type belongs to some step', () => {
  expect(new Set(STEP_TYPES.flatMap((type) => branchesOf(type) ?? []))).toEqual(new Set(EDGE_TYPES));
  expect(STEP_TYPES.filter(isFork)).toEqual(['wait_for_event', 'condition']);
});

test.each(['ab_split', 'constructor', '__proto__', undefined])('nothing is known of the step type %s', (type) => {
  expect(branchesOf(type)).toBeUndefined();
  expect(isFork(type)).toBe(false);
});
