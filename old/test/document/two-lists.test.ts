import { expect, test } from 'vitest';
import { decodeDocument } from '../../src/core/document/decode.ts';

const document = { source: 'w.json', index: 0, line: 1, start: 0, end: 1 };
const steps = [
  { id: 'a', ref: 'first', type: 'trigger', config: { event_name: 'user.created' } },
  { id: 'b', ref: 'a', type: 'delay', config: { duration: '1 day' } },
  { id: 'c', ref: 'last', type: 'delay', config: { duration: '1 day' } },
];
const edges = [
  { from_step_id: 'a', to_step_id: 'b' },
  { from_step_id: 'b', to_step_id: 'c', edge_type: 'default' },
];

const messages = (connections: unknown): readonly string[] =>
  decodeDocument({ name: 'Welcome', steps, edges, connections }, document)
    .problems.filter(({ place }) => place.pointer === '/connections')
    .map(({ message }) => message);

const DIFFERENT = [
  'workflow "Welcome" has different "edges" and "connections"; only "edges" is read',
];

test.each([
  [
    'in another order',
    [
      { from: 'b', to: 'c' },
      { from: 'a', to: 'b' },
    ],
  ],
  [
    'by other ids',
    [
      { from: 'first', to: 'b', type: 'default' },
      { from: 'b', to: 'last' },
    ],
  ],
  [
    'one twice',
    [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'c' },
      { from: 'b', to: 'last' },
    ],
  ],
  ['none', []],
])('edges and connections are the same: %s', (_, connections) => {
  expect(messages(connections)).toEqual([]);
});

test.each([
  ['one is missing', [{ from: 'a', to: 'b' }]],
  [
    'one leads elsewhere',
    [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'a' },
    ],
  ],
  [
    'one leads to a key that no step has',
    [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'd' },
    ],
  ],
  [
    'one has another type',
    [
      { from: 'a', to: 'b', type: 'timeout' },
      { from: 'b', to: 'c' },
    ],
  ],
  ['one has no end', [{ from: 'a', to: 'b' }, { from: 'b' }]],
  [
    'one more',
    [
      { from: 'a', to: 'b' },
      { from: 'b', to: 'c' },
      { from: 'a', to: 'c' },
    ],
  ],
])('edges and connections differ: %s', (_, connections) => {
  expect(messages(connections)).toEqual(DIFFERENT);
});
