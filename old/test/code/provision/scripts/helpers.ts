import { Resend, type CreateAutomationOptions } from 'resend';
const resend = new Resend('re_1');
const trigger = (eventName: string) => ({ key: 'start', type: 'trigger' as const, config: { eventName } });
const email = (key: string, id: string) => ({ key, type: 'send_email' as const, config: { template: { id }, from: 'Ann <ann@acme.com>', subject: key } }); // finds unreachable-step
const delay = (key: string, duration: string) => ({ key, type: 'delay' as const, config: { duration } });
const chain = (...keys: string[]) => keys.slice(1).map((to, i) => ({ from: keys[i], to }));

export const ok: CreateAutomationOptions = {
  name: 'Ok',
  steps: [trigger('user.created'), email('a', 't1'), delay('d', '3 days'), email('b', 't2')],
  connections: [{ from: 'start', to: 'a' }, { from: 'a', to: 'd' }, { from: 'd', to: 'b' }],
};
await resend.automations.create(ok);
await resend.automations.create({ ...ok, name: 'Late', steps: [trigger('user.created'), email('a', 't1'), delay('d', '3 dayz'), email('b', 't2')] }); // finds invalid-delay
await resend.automations.create({ name: 'Chain', steps: ok.steps, connections: chain('start', 'a', 'd', 'b') });
await resend.automations.create({ name: process.env.NAME, status: undefined, steps: [...ok.steps], connections: [...ok.connections, { from: 'b', to: 'z' }] }); // finds dangling-edge
await resend.automations.create({ name: 'More', steps: [...ok.steps, ...more], connections: [] }); // open workflow
declare const more: typeof ok.steps;
const steps = [trigger('user.created')];
steps.push(email('x', 'y'));
await resend.automations.create({ name: 'Pushed', steps, connections: [] });
