import { Resend } from 'resend';
declare function load(): any;
const resend = new Resend('re_x');
const from = 'A <a@acme.com>';
const make = (alias: string, more: object) => ({ name: alias, alias, from, subject: 'Hi', html: '<p>{{{PLAN}}}</p>', variables: [{ key: 'PLAN', type: 'string' }], ...more });

await resend.templates.create(make('plain', {}));
await resend.templates.create(make('fallback', { variables: [{ key: 'PLAN', type: 'string', fallbackValue: load() }] }));
await resend.templates.create(make('item', { variables: [{ key: 'PLAN', type: 'string', ...load() }] }));
await resend.templates.create(make('key', { variables: [{ key: load(), type: 'string' }] }));
await resend.templates.create(make('list', { variables: [...load()] }));
await resend.templates.create(make('more', load()));
await resend.templates.create({ ...make('none', {}), variables: undefined, html: load() });
await resend.templates.create({ name: 'without', from, subject: 'Hi', html: '<p>{{{PLAN}}}</p>' });

const steps = ['plain', 'fallback', 'item', 'key', 'list', 'more', 'none', 'without'];
const { error } = await resend.automations.create({
  name: 'Templates',
  steps: [
    { key: 'start', type: 'trigger', config: { eventName: 'user.left' } }, // finds unsent-event
    { key: 'plain', type: 'send_email', config: { template: { id: 'plain', variables: { A0: 'x' } } } }, // finds missing-template-variable undeclared-template-variable
    { key: 'fallback', type: 'send_email', config: { template: { id: 'fallback', variables: { A1: 'x' } } } }, // finds undeclared-template-variable back-to-back-emails
    { key: 'item', type: 'send_email', config: { template: { id: 'item', variables: { A2: 'x' } } } },
    { key: 'key', type: 'send_email', config: { template: { id: 'key', variables: { A3: 'x' } } } },
    { key: 'list', type: 'send_email', config: { template: { id: 'list', variables: { A4: 'x' } } } },
    { key: 'more', type: 'send_email', config: { template: { id: 'more', variables: { A5: 'x' } } } },
    { key: 'none', type: 'send_email', config: { template: { id: 'none', variables: { A6: 'x' } } } }, // finds undeclared-template-variable
    { key: 'without', type: 'send_email', config: { template: { id: 'without', variables: { A7: 'x' } } } },
  ],
  connections: [{ from: 'start', to: 'plain' }, ...steps.slice(1).map((to, i) => ({ from: steps[i], to }))],
});
if (error) throw error;
