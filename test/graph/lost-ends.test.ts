import { describe, expect, test } from 'vitest';
import { type RawEdge, recoveredGraphOf } from './graph-of.ts';

/** The edges of a graph, with the keys of the steps that their ends are bound to. */
function ends(types: readonly string[], edges: readonly RawEdge[]): readonly string[] {
  const keys = 'abcdef';
  const steps = types.map((type, i) => ({ key: keys[i] as string, type }));
  const graph = recoveredGraphOf(steps, edges);
  return graph.workflow.edges.map(
    (edge) => `${graph.source(edge)?.key ?? '?'} > ${graph.target(edge)?.key ?? '?'}`,
  );
}

const edge = (ends: string, type = 'default'): RawEdge => {
  const [from = '', to = ''] = ends.split(' > ');
  return { ...(from !== '?' && { from }), ...(to !== '?' && { to }), type };
};

describe('an edge without a target leads to', () => {
  test.each([
    ['the next step that no edge leads to', ['a > ?'], ['a > b']],
    ['a later one', ['a > b', 'b > ?'], ['a > b', 'b > c']],
    ['an earlier one if there is no later one', ['a > c', 'c > ?'], ['a > c', 'c > b']],
    ['no step if each has an edge', ['a > b', 'b > c', 'c > ?'], ['a > b', 'b > c', 'c > ?']],
    ['no step if another edge is lost', ['a > ?', 'b > ?'], ['a > ?', 'b > ?']],
    ['no step if its source is wrong', ['zzzzzzzz > ?'], ['? > ?']],
  ])('%s: %j', (_, edges, expected) => {
    const types = ['trigger', 'delay', 'send_email'];
    expect(
      ends(
        types,
        edges.map((each) => edge(each)),
      ),
    ).toEqual(expected);
  });

  test('no trigger, and not to its own step', () => {
    expect(ends(['trigger', 'delay', 'trigger'], [edge('a > b'), edge('b > ?')])).toEqual([
      'a > b',
      'b > ?',
    ]);
  });
});

describe('an edge without a source comes from', () => {
  test.each([
    [
      'the step before',
      ['trigger', 'delay', 'send_email'],
      [edge('a > b'), edge('? > c')],
      'b > c',
    ],
    [
      'no step after it',
      ['trigger', 'delay', 'send_email'],
      [edge('a > c'), edge('? > b')],
      '? > b',
    ],
    [
      'an earlier step that lacks one',
      ['trigger', 'delay', 'delay', 'send_email'],
      [edge('a > c'), edge('c > b'), edge('? > d')],
      'b > d',
    ],
    [
      'no step after which the contact is deleted',
      ['trigger', 'contact_delete', 'send_email'],
      [edge('a > b'), edge('? > c')],
      '? > c',
    ],
    [
      'a condition that lacks its type',
      ['trigger', 'condition', 'send_email', 'delay'],
      [edge('a > b'), edge('b > c', 'condition_met'), edge('? > d', 'condition_not_met')],
      'b > d',
    ],
    [
      'no condition that has its type',
      ['trigger', 'condition', 'send_email'],
      [edge('a > b'), edge('b > c', 'condition_met'), edge('? > c', 'condition_met')],
      '? > c',
    ],
  ])('%s', (_, types, edges, expected) => {
    expect(ends(types, edges).at(-1)).toBe(expected);
  });
});
