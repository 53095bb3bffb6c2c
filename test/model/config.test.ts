import { expect, test } from 'vitest';
import { decodeDocument } from '../../src/document/decode.ts';
import { acts, configField, eventNameOf, fieldOf, isKnownEdgeType, isKnownStepType, templateOf } from '../../src/model/config.ts';
import type { Step } from '../../src/model/nodes.ts';
import { camelCase } from '../../src/model/place.ts';

const REF = { source: 'w.json', index: 0, line: 1, start: 0, end: 0 };
const stepOf = (config: object, type = 'send_email'): Step =>
  decodeDocument({ name: 'x', steps: [{ key: 'a', type, config }], edges: [] }, REF).workflows[0]?.steps[0] as Step;

test('a field is read under its name or its camelCase twin, and never from the prototype', () => {
  expect(configField(stepOf({ event_name: 'a', eventName: 'b' }), 'event_name')).toBe('a');
  expect(configField(stepOf({ eventName: 'b' }), 'event_name')).toBe('b');
  const names = [
    'created_at',
    'event_name',
    'filter_rule',
    'first_name',
    'last_name',
    'reply_to',
    'segment_id',
    'template_id',
    'timeout_seconds',
    'topic_id',
    'updated_at',
  ] as const;
  for (const name of names) {
    expect([fieldOf({ [name]: null }, name), fieldOf({ [camelCase(name)]: 1 }, name), fieldOf({}, name)]).toEqual([null, 1, undefined]);
  }
});

test('a blank event name is none', () => {
  expect([{ event_name: 'a' }, { eventName: 'b' }, { event_name: ' ' }, { event_name: 5 }, {}].map((config) => eventNameOf(stepOf(config)))).toEqual([
    'a',
    'b',
    undefined,
    undefined,
    undefined,
  ]);
});

test('the template is found in both forms', () => {
  expect(templateOf(stepOf({ template: { id: 'tpl' }, template_id: 'other' }))).toEqual({ id: 'tpl', path: ['template', 'id'] });
  expect(templateOf(stepOf({ template: {}, templateId: 'tpl' }))).toEqual({ id: 'tpl', path: ['template_id'] });
  expect(templateOf(stepOf({ template: 'tpl' }))).toBeUndefined();
});

test('known types are known, and unknown ones are taken to act', () => {
  expect([isKnownStepType('delay'), isKnownStepType('constructor'), isKnownEdgeType('timeout'), isKnownEdgeType('yes')]).toEqual([true, false, true, false]);
  const types = ['trigger', 'delay', 'wait_for_event', 'condition', 'send_email', 'contact_update', 'contact_delete', 'add_to_segment', 'send_sms'];
  expect(types.filter((type) => acts(stepOf({}, type)))).toEqual(['send_email', 'contact_update', 'contact_delete', 'add_to_segment', 'send_sms']);
  expect(acts({ ...stepOf({}), type: undefined })).toBe(true);
});
