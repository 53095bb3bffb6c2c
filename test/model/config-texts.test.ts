import { expect, test } from 'vitest';
import { parseDocument } from '../../src/core/document/parse.ts';
import type { Step } from '../../src/core/model/nodes.ts';
import { configTextsOf } from '../../src/core/model/variables.ts';

function textsOf(type: string, config: unknown): readonly string[] {
  const text = JSON.stringify({
    name: 'Texts',
    steps: [{ key: 'step', type, config }],
    connections: [],
  });
  const { workflows } = parseDocument(text, {
    source: 'texts.json',
    index: 0,
    line: 1,
    start: 0,
    end: text.length,
  });
  return configTextsOf(workflows[0]?.steps[0] as Step).map(
    ({ field: { name, use }, value, path }) => `${name}: ${value} (${use}) ${path.join('/')}`,
  );
}

test('the texts of an email are its ids, subject and addresses', () => {
  const config = {
    template: { id: 'tpl', variables: { A: 'x', B: 2, C: { var: 'event.c' } } },
    subject: 'Hello',
    from: 'a@acme.com',
    topicId: 'news',
  };
  expect(textsOf('send_email', { ...config, reply_to: ['b@acme.com', 3, 'c@acme.com'] })).toEqual([
    'template id: tpl (id) config/template/id',
    'subject: Hello (text) config/subject',
    'sender: a@acme.com (address) config/from',
    'reply address: b@acme.com (address) config/reply_to/0',
    'reply address: c@acme.com (address) config/reply_to/2',
    'topic id: news (id) config/topic_id',
  ]);
  expect(
    textsOf('send_email', { template_id: 'tpl', reply_to: 'b@acme.com', variables: { A: 'x' } }),
  ).toEqual([
    'template id: tpl (id) config/template_id',
    'reply address: b@acme.com (address) config/reply_to',
  ]);
});

test('the texts of other steps are their event and segment ids', () => {
  expect(textsOf('trigger', { event_name: 'a' })).toEqual(['event name: a (id) config/event_name']);
  expect(textsOf('wait_for_event', { eventName: 'a', timeout: '1 day' })).toEqual([
    'event name: a (id) config/event_name',
  ]);
  expect(textsOf('add_to_segment', { segment_id: 'a' })).toEqual([
    'segment id: a (id) config/segment_id',
  ]);
});

test('contact fields and invalid configs have no texts', () => {
  expect(textsOf('contact_update', { first_name: 'TODO' })).toEqual([]);
  expect(textsOf('send_email', 'TODO')).toEqual([]);
  expect(textsOf('send_email', { subject: 7, from: null, template: 'tpl' })).toEqual([]);
});
