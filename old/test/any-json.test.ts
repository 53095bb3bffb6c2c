import { expect, test } from 'vitest';
import fc from './fast-check.ts';
import { lintTexts } from './lint-text.ts';

// For any JSON, no rule throws, and every finding has a place in it.

const names = [
  'a',
  'b',
  '',
  ' ',
  'user.created',
  'trigger',
  'delay',
  'send_email',
  'wait_for_event',
  'condition',
  '__proto__',
  'constructor',
  'toString',
  '2 days',
  'event.plan',
];
const leaf = fc.oneof(
  fc.constantFrom<unknown>(...names, 0, -1, 1e308, 60, true, false, null),
  fc.jsonValue({ maxDepth: 2 }),
);
const loosely = (shape: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<unknown> =>
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record(
        Object.fromEntries(
          Object.entries(shape).map(([key, value]) => [
            key,
            fc.oneof({ weight: 6, arbitrary: value }, leaf),
          ]),
        ),
        {
          requiredKeys: [],
        },
      ),
    },
    leaf,
  );
const key = fc.constantFrom(...names.slice(0, 3));
const type = fc.constantFrom(...names.slice(5, 10));
const config = loosely({
  event_name: fc.constantFrom(...names),
  template: loosely({ id: leaf, variables: fc.dictionary(key, leaf) }),
  template_id: leaf,
  subject: leaf,
  from: leaf,
  duration: leaf,
  seconds: leaf,
  unit: leaf,
  timeout: leaf,
  type: fc.constantFrom('rule', 'and'),
  field: leaf,
  operator: fc.constantFrom('eq', 'gt', 'exists'),
  value: leaf,
  rules: fc.array(leaf, { maxLength: 2 }),
  first_name: leaf,
  properties: leaf,
});
const step = loosely({ key, id: key, ref: key, type, config });
const edge = loosely({
  from: key,
  to: key,
  type: fc.constantFrom('default', 'timeout', 'condition_met', 'x'),
  id: key,
  from_step_id: key,
  to_step_id: key,
  edge_type: leaf,
});
const workflow = loosely({
  object: fc.constantFrom('workflow', 'automation', 'list'),
  id: key,
  name: key,
  status: fc.constantFrom('enabled', 'disabled', 'x'),
  created_at: leaf,
  updated_at: leaf,
  steps: fc.array(step, { maxLength: 5 }),
  edges: fc.array(edge, { maxLength: 6 }),
  connections: fc.array(edge, { maxLength: 3 }),
});
const event = loosely({
  id: key,
  name: fc.constantFrom(...names),
  schema: fc.dictionary(key, fc.constantFrom('string', 'number', 'x', 5, null)),
  created_at: leaf,
});
const list = (item: fc.Arbitrary<unknown>) =>
  loosely({
    object: fc.constant('list'),
    has_more: fc.boolean(),
    data: fc.array(item, { maxLength: 3 }),
  });
const document = fc.oneof(
  workflow,
  fc.array(fc.oneof(workflow, event), { maxLength: 3 }),
  list(workflow),
  list(event),
  loosely({ workflows: list(workflow), events: list(event) }),
  fc.jsonValue(),
);

test('no rule throws, and every finding has a place', () => {
  fc.assert(
    fc.property(document, document, (first, second) => {
      const { findings, crashed } = lintTexts(
        { 'a.json': JSON.stringify(first, undefined, 1), 'b.json': JSON.stringify(second) },
        { preset: 'strict' },
      );
      expect(
        findings.filter(({ rule }) => rule === 'rule-crashed').map(({ message }) => message),
      ).toEqual([]);
      expect(crashed).toBe(false);
      expect(findings.filter(({ location }) => location.region === undefined)).toEqual([]);
      expect(new Set(findings.map(({ fingerprint }) => fingerprint)).size).toBe(findings.length);
    }),
    { numRuns: 1000 },
  );
});
