// Workflows and events of the tests of simulate.

export const mail = (key: string, subject = `About ${key}`) => ({
  key,
  type: 'send_email',
  config: { template: { id: `tpl-${key}` }, subject },
});
export const condition = (key: string, field: string, value: unknown) => ({
  key,
  type: 'condition',
  config: { type: 'rule', field, operator: 'eq', value },
});
export const delay = (key: string, duration: string) => ({
  key,
  type: 'delay',
  config: { duration },
});
export const trigger = (event_name: string) => ({
  key: 'start',
  type: 'trigger',
  config: { event_name },
});
export const workflow = (
  name: string,
  steps: readonly object[],
  ways: readonly string[],
  status = 'enabled',
): object => ({
  object: 'automation',
  id: `id-${name}`,
  name,
  status,
  steps,
  connections: ways.map((way) => {
    const [from, to, type = 'default'] = way.split(' ');
    return { from, to, type };
  }),
});

export const TRIAL = workflow(
  'Trial',
  [
    trigger('trial.started'),
    mail('hello', 'Your trial begins'),
    {
      key: 'paid',
      type: 'wait_for_event',
      config: { event_name: 'order.paid', timeout: '3 days' },
    },
    mail('thanks', 'Thank you'),
    condition('big', 'event.plan', 'team'),
    mail('call', 'Shall we talk?'),
    mail('nudge', 'Three days left'),
  ],
  [
    'start hello',
    'hello paid',
    'paid thanks event_received',
    'paid big timeout',
    'big call condition_met',
    'big nudge condition_not_met',
  ],
);
export const RECEIPT = workflow(
  'Receipt',
  [trigger('order.paid'), mail('receipt', 'Your receipt')],
  ['start receipt'],
);
export const OFF = workflow(
  'Old trial',
  [trigger('trial.started'), mail('old')],
  ['start old'],
  'disabled',
);
export const NAGS = workflow(
  'Nags',
  [
    trigger('cart.left'),
    mail('nag', 'Still there?'),
    delay('rest', '3 days'),
    condition('bought', 'contact.properties.bought', true),
  ],
  ['start nag', 'nag rest', 'rest bought', 'bought nag condition_not_met'],
);
export const DEFINITIONS = [
  { name: 'trial.started', schema: { plan: 'string' } },
  { name: 'order.paid', schema: { total: 'number' } },
  { name: 'cart.left', schema: null },
];
