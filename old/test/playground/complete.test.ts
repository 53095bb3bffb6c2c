import { expect, test } from 'vitest';
import { completionsAt } from '../../playground/complete.ts';
import { parseDocument } from '../../src/core/document/parse.ts';

const NAMES = ['user.created', '<b>'];
const EVENTS = NAMES.map((name) => ({ name, schema: { plan: 'string' } }));

const read = (text: string) =>
  parseDocument(text, { source: 'a.json', index: 0, line: 1, start: 0, end: text.length });

/** The completions at `|` in a text. */
function offered(marked: string): readonly string[] {
  const offset = marked.indexOf('|');
  const text = marked.replace('|', '');
  const { events } = read(JSON.stringify(EVENTS));
  const found = completionsAt(text, offset, read(text), events);
  if (found === undefined) return [];
  expect(found.from).toBeLessThanOrEqual(offset);
  expect(found.to).toBeGreaterThanOrEqual(offset);
  return found.options.map((option) => JSON.parse(option.text));
}

const STEPS = '"steps":[{"key":"a","type":"trigger"},{"key":"b","type":"wait_for_event","config":';

const VARIABLE =
  '"steps":[{"key":"a","type":"trigger","config":{"event_name":"user.created"}},{"key":"b","type":"send_email","config":{"template":{"variables":{"PLAN":{"var":"|"}}}}}],"connections":[{"from":"a","to":"b"}]';

test.each([
  ['keys of a workflow', '{"name":"A", "|"}', ['name', 'status', 'steps', 'connections']],
  ['its status', '{"status":"|"}', ['enabled', 'disabled']],
  ['keys of a step', '{"steps":[{"|"}]}', ['key', 'type', 'config']],
  ['types of steps', '{"steps":[{"type":"|"}]}', ['trigger', 'send_email', 'delay', 'condition']],
  ['fields of a config by the type', `{${STEPS}{"|"}}]}`, ['event_name', 'timeout', 'filter_rule']],
  ['names of events', `{${STEPS}{"event_name": "|"}}]}`, NAMES],
  ['variables of the trigger', `{${VARIABLE}}`, ['event.plan', 'contact.email']],
  ['ends of an edge', `{${STEPS}{}}],"connections":[{"from":"|"}]}`, ['a', 'b']],
  ['types of an edge', '{"edges":[{"type":"|"}]}', ['default', 'condition_met', 'timeout']],
  ['in a list', `{"data":[{${STEPS}{"event_name": "|"}}]}]}`, NAMES],
  ['while the text is broken', '{"steps":[{"type":"|', ['trigger']],
])('offers %s', (_, marked, expected) => {
  expect(offered(marked)).toEqual(expect.arrayContaining([...expected]));
});

test('offers nothing where any value is valid', () => {
  for (const marked of ['{"name":"|"}', '{"steps":[{"key":"|"}]}', '|', '{"steps":[|]}'])
    expect(offered(marked)).toEqual([]);
});
