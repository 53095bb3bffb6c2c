import { expect, test } from 'vitest';
import { decodeDocument } from '../../src/core/document/decode.ts';
import { configField, eventNameOf, fieldOf, templateOf } from '../../src/core/model/config.ts';
import { camelCase } from '../../src/core/model/fields.ts';
import type { Step } from '../../src/core/model/nodes.ts';

const REF = { source: 'w.json', index: 0, line: 1, start: 0, end: 0 };
const stepOf = (config: object, type = 'send_email'): Step =>
  decodeDocument({ name: 'x', steps: [{ key: 'a', type, config }], edges: [] }, REF).workflows[0]
    ?.steps[0] as Step;

test('a field is read in snake_case or camelCase, and never from the prototype', () => {
  expect(configField(stepOf({ event_name: 'a', eventName: 'b' }, 'trigger'), 'event_name')).toBe(
    'a',
  );
  expect(configField(stepOf({ eventName: 'b' }, 'trigger'), 'event_name')).toBe('b');
  expect(configField(stepOf({ filterRule: 1 }, 'wait_for_event'), 'filter_rule')).toBe(1);
  for (const name of ['created_at', 'updated_at'] as const) {
    expect([
      fieldOf({ [name]: null }, name),
      fieldOf({ [camelCase(name)]: 1 }, name),
      fieldOf({}, name),
    ]).toEqual([null, 1, undefined]);
  }
});

test('a blank event name is missing', () => {
  expect(
    [{ event_name: 'a' }, { eventName: 'b' }, { event_name: ' ' }, { event_name: 5 }, {}].map(
      (config) => eventNameOf(stepOf(config, 'trigger')),
    ),
  ).toEqual(['a', 'b', undefined, undefined, undefined]);
});

test('the template is found in both forms', () => {
  expect(templateOf(stepOf({ template: { id: 'tpl' }, template_id: 'other' }))).toEqual({
    id: 'tpl',
    path: ['template', 'id'],
  });
  expect(templateOf(stepOf({ template: {}, templateId: 'tpl' }))).toEqual({
    id: 'tpl',
    path: ['template_id'],
  });
  expect(templateOf(stepOf({ template: 'tpl' }))).toBeUndefined();
});
