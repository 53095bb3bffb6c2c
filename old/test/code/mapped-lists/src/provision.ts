import { Resend } from 'resend';
const resend = new Resend(process.env.RESEND_API_KEY);
const EVENT = process.env.WELCOME_EVENT?.trim() || 'user.create'; // finds unknown-event
const EMAILS = [
  { key: 'one', wait: '1 day', template: 'welcome-one' },
  { key: 'two', wait: '2 dais', template: 'welcome-two' }, // finds invalid-delay
];
const KEYS = ['plan', 'name']; // finds unqualified-variable
const { error } = await resend.automations.create({
  name: 'Mapped',
  steps: [
    { key: 'start', type: 'trigger', config: { eventName: EVENT } },
    ...EMAILS.flatMap(({ key, wait, template }) => [
      { key: `wait_${key}`, type: 'delay', config: { duration: wait } },
      { key: `send_${key}`, type: 'send_email', config: { template: { id: template, variables: Object.fromEntries(KEYS.map((name) => [name.toUpperCase(), { var: name }])) }, from: 'Ann <ann@acme.com>' } },
    ]),
  ],
  connections: [
    { from: 'start', to: 'wait_one' },
    ...EMAILS.map(({ key }, i) => ({ from: `wait_${key}`, to: `send_${key}`, type: i === 5 ? 'timeout' : 'default' })),
    { from: 'send_one', to: 'wait_too' }, // finds dangling-edge
  ],
});
if (error) throw error;
const made = await resend.automations.create({ name: 'Loaded', steps: load().map((key) => ({ key, type: 'delay', config: { duration: '1 day' } })), connections: [] }); // open workflow
if (made.error) throw made.error;
declare function load(): string[];
