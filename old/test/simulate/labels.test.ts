import { expect, test } from 'vitest';
import { simulateTexts } from '../../src/browser.ts';

const rule = { type: 'rule', field: 'event.plan', operator: 'eq', value: 'pro' };

test.each([
  ['trigger', { event_name: 'order.paid' }, 'starts on order.paid'],
  ['send_email', { subject: 'Hello', template: { id: 'welcome' } }, 'Hello'],
  ['send_email', { template: { id: 'welcome' } }, 'welcome'],
  ['delay', { duration: '2 days' }, 'waits 2 days'],
  ['delay', { duration: 'soon' }, 'waits for an unknown time'],
  [
    'wait_for_event',
    { event_name: 'order.paid', timeout: '1 day' },
    'waits for order.paid, at most 1 day',
  ],
  ['wait_for_event', { event_name: 'order.paid' }, 'waits for order.paid'],
  ['wait_for_event', { timeout: '1 day' }, 'waits for no event, at most 1 day'],
  ['condition', rule, 'whether event.plan is "pro"'],
  ['condition', 'none', 'a condition without a rule'],
  [
    'contact_update',
    { first_name: 'Ada', properties: { plan: 'pro' } },
    'changes the contact: first_name, plan',
  ],
  ['add_to_segment', { segment_id: 'vip' }, 'adds to segment vip'],
  ['add_to_segment', {}, 'adds to segment without an id'],
  ['send_sms', {}, 'send sms'],
  [undefined, {}, 'a step without a type'],
])('a step of type %s with %j is labelled %j', (type, config, label) => {
  const text = JSON.stringify({
    name: 'W',
    status: 'enabled',
    steps: [
      { key: 'start', type: 'trigger', config: { event_name: 'user.created' } },
      { key: 'step', type, config },
    ],
    connections: [{ from: 'start', to: 'step', type: 'default' }],
  });
  const { moments } = simulateTexts({ 'a.json': text }, { event: 'user.created' });
  expect(moments.find(({ step }) => step === 'step')?.label).toBe(label);
});
