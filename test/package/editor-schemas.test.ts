import { readdirSync, readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { expect, test } from 'vitest';
import { OPERATORS } from '../../src/core/model/condition.ts';
import { EDGE_TYPES, STEP_TYPES } from '../../src/core/steps/registry.ts';

// The schemas that editors use: they accept what the rules accept, and name what editors can know.

const read = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');
const ajv = new Ajv({ strict: false, allErrors: true });
const schemas = ['workflow', 'events'].map((name) =>
  ajv.compile(JSON.parse(read(`schemas/${name}.schema.json`))),
) as [ReturnType<typeof ajv.compile>, ReturnType<typeof ajv.compile>];
const [workflow, events] = schemas;

const faults = (value: unknown, check = workflow): readonly string[] => {
  check(value);
  return (check.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
};

test('workflows and events of the examples are accepted', () => {
  const files = ['automations', 'alpha'].flatMap((folder) =>
    readdirSync(new URL(`../../examples/${folder}`, import.meta.url)).map(
      (name) => `examples/${folder}/${name}`,
    ),
  );
  for (const file of [...files, 'examples/events.json'].filter((name) => name.endsWith('.json'))) {
    const isEvents = /events/.test(file);
    expect([file, faults(JSON.parse(read(file)), isEvents ? events : workflow)]).toEqual([
      file,
      [],
    ]);
  }
});

const alpha = {
  $schema: './node_modules/edgewise/schemas/workflow.schema.json',
  object: 'workflow',
  id: 'wf_1',
  name: 'Welcome',
  status: 'enabled',
  steps: [
    { id: 'a', type: 'trigger', config: { event_name: 'user.created' } },
    { id: 'b', type: 'delay', config: { seconds: 60 } },
    { id: 'c', type: 'send_email', config: { template_id: 'tpl', subject: null } },
  ],
  edges: [{ id: 'e', from_step_id: 'a', to_step_id: 'b', edge_type: 'default' }],
};
const today = {
  name: 'Welcome',
  steps: [
    { key: 'a', type: 'trigger', config: { eventName: 'user.created' } },
    {
      key: 'b',
      type: 'condition',
      config: {
        type: 'and',
        rules: [{ type: 'rule', field: 'event.x', operator: 'eq', value: 1 }],
      },
    },
    {
      key: 'c',
      type: 'wait_for_event',
      config: {
        event_name: 'x',
        timeout: '3 days',
        filter_rule: { type: 'rule', field: 'event.y', operator: 'exists' },
      },
    },
  ],
  connections: [
    { from: 'a', to: 'b' },
    { from: 'b', to: 'c', type: 'condition_met' },
  ],
};

test('all dialects and forms are accepted', () => {
  for (const value of [alpha, today]) {
    expect(faults(value)).toEqual([]);
    expect(faults([value])).toEqual([]);
    expect(faults({ object: 'list', has_more: false, data: [value] })).toEqual([]);
    expect(faults({ $schema: 'x', workflows: [value], events: [] })).toEqual([]);
  }
  const event = {
    $schema: 'x',
    name: 'user.created',
    schema: { plan: 'string' },
    updated_at: null,
  };
  expect(faults(event, events)).toEqual([]);
  expect(faults([event, { name: 'x', schema: null }], events)).toEqual([]);
});

test.each([
  [{ ...today, status: 'on' }, '/status'],
  [{ ...today, steps: [{ key: 'a', type: 'send_mail', config: {} }] }, '/steps/0/type'],
  [{ ...today, steps: [{ key: 'a', type: 'send_email', config: {} }] }, '/steps/0/config'],
  [
    { ...today, steps: [{ key: 'a', type: 'condition', config: { type: 'if' } }] },
    '/steps/0/config/type',
  ],
  [{ ...today, connections: [{ from: 'a' }] }, '/connections/0'],
  [{ ...today, connections: [{ from: 'a', to: 'b', type: 'yes' }] }, '/connections/0/type'],
])('a fault is reported at its place: %#', (value, pointer) => {
  expect(faults(value).some((fault) => fault.startsWith(`${pointer} `))).toBe(true);
});

test('an unknown type of an event property is a fault', () => {
  expect(faults({ name: 'x', schema: { plan: 'text' } }, events)[0]).toMatch(/^\/schema\/plan /);
});

interface Typed {
  readonly properties: Readonly<Record<string, { const?: string; $ref?: string } & Partial<Typed>>>;
}

test('the schema knows the types, fields and operators that the program knows', () => {
  const { definitions } = JSON.parse(read('schemas/workflow.schema.json'));
  const names = STEP_TYPES.map(({ name }) => name);
  expect([...definitions.step.properties.type.enum].sort()).toEqual(names.sort());
  const steps = definitions.step.allOf as { if: Typed; then: Typed }[];
  for (const { name, fields, condition } of STEP_TYPES) {
    const own = steps.find((each) => each.if.properties['type']?.const === name);
    const { properties = {}, $ref } = own?.then.properties['config'] ?? {};
    if (condition === 'config') expect($ref).toBe('#/definitions/rule');
    else expect(Object.keys(properties), name).toEqual(expect.arrayContaining([...fields.keys()]));
  }
  expect(Object.keys(definitions.step.properties)).toEqual(['key', 'id', 'ref', 'type', 'config']);
  expect(definitions.rule.properties.operator.enum).toEqual(OPERATORS);
  expect([...definitions.edge.properties.type.enum].sort()).toEqual([...EDGE_TYPES].sort());
});
