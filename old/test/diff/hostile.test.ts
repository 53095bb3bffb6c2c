import { expect, test } from 'vitest';
import { parseDocument } from '../../src/core/document/parse.ts';
import { compareWorkspaces } from '../../src/features/diff/compare.ts';

const read = (value: unknown) => {
  const text = JSON.stringify(value);
  return [parseDocument(text, { source: 'x.json', index: 0, line: 1, start: 0, end: text.length })];
};
const compare = (before: unknown, after: unknown) =>
  compareWorkspaces(read(before), read(after)).difference;
interface Step {
  key: string;
  type: string;
  config: object;
}
const workflow = (steps: readonly Step[], connections: readonly object[]) => ({
  object: 'automation',
  id: 'a',
  name: 'Long',
  status: 'enabled',
  steps,
  connections,
});
const delay = (key: string): Step => ({ key, type: 'delay', config: { duration: '1 day' } });
const chain = (n: number, name: string) =>
  workflow(
    Array.from({ length: n }, (_, i) => delay(`${name}${i}`)),
    Array.from({ length: n - 1 }, (_, i) => ({ from: `${name}${i}`, to: `${name}${i + 1}` })),
  );

test('a chain of 1,000 equal steps with new keys', () => {
  expect(compare(chain(1000, 'a'), chain(1000, 'b')).same).toBe(true);
});

test('the same chain one step shorter', () => {
  const [only] = compare(chain(1000, 'a'), chain(999, 'b')).workflows;
  expect(only?.steps.length).toBeLessThanOrEqual(1);
});

test('a complete graph', () => {
  const clique = (name: string, length: string) => {
    const steps = Array.from({ length: 70 }, (_, i) => ({
      key: `${name}${i}`,
      type: 'delay',
      config: { duration: i % 2 === 0 ? length : '1 day' },
    }));
    return workflow(
      steps,
      steps.flatMap(({ key }) => steps.map((other) => ({ from: key, to: other.key }))),
    );
  };
  compare(clique('a', '2 days'), clique('b', '3 days'));
});

test('one step with 999 successors', () => {
  const star = (name: string) => {
    const steps = Array.from({ length: 1000 }, (_, i) => delay(`${name}${i}`));
    return workflow(
      steps,
      steps.slice(1).map(({ key }) => ({ from: `${name}0`, to: key })),
    );
  };
  expect(compare(star('a'), star('b')).same).toBe(true);
});

test('thousands of workflows with the same name', () => {
  const many = (id: string) =>
    Array.from({ length: 5000 }, (_, i) => ({ ...chain(2, 'x'), id: `${id}${i}` }));
  expect(compare(many('a'), many('b')).same).toBe(true);
});

test('a change in a config with 100,000 fields is reported as a whole, and in a deep config at its leaf', () => {
  const wide = (value: number) =>
    workflow(
      [
        {
          key: 'a',
          type: 'odd',
          config: {
            it: Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`k${i}`, value])),
          },
        },
      ],
      [],
    );
  const [only] = compare(wide(1), wide(2)).workflows;
  expect(only?.steps[0]?.fields.map(({ path }) => path)).toEqual(['/config/it']);
  const deep = (leaf: number) => {
    let config: object = { leaf };
    for (let i = 0; i < 110; i++)
      config = i % 2 === 0 ? { rules: [config] } : { type: 'and', it: config };
    return workflow([{ key: 'a', type: 'condition', config }], []);
  };
  const [step] = compare(deep(1), deep(2)).workflows[0]?.steps ?? [];
  expect(step?.fields).toMatchObject([
    { path: expect.stringMatching(/\/leaf$/), before: 1, after: 2 },
  ]);
});

test('names such as __proto__ are ordinary names, and invalid documents are compared as JSON', () => {
  const odd = (key: string) => ({
    id: '__proto__',
    name: 'constructor',
    steps: [
      { key, type: 'toString', config: JSON.parse('{"__proto__":1,"hasOwnProperty":2}') },
      7,
      null,
      { key: 3 },
      'x',
    ],
    edges: [{ from: key, to: '__proto__' }, 5, { from: 1 }],
  });
  expect(compare(odd('__proto__'), odd('__proto__')).same).toBe(true);
  expect(compare({ ...odd('a'), steps: 'none' }, { ...odd('a'), steps: 'none' }).same).toBe(true);
  expect(
    compare({ ...odd('a'), steps: 'none' }, { ...odd('a'), steps: 'some' }).workflows,
  ).toMatchObject([{ fields: [{ path: '/steps', before: 'none', after: 'some' }] }]);
  const [change] = compare(odd('a'), {
    ...odd('a'),
    steps: [...odd('a').steps.slice(0, -1), 'y'],
  }).workflows;
  expect(change?.steps.map((step) => step.change)).toEqual(['removed', 'added']);
});
