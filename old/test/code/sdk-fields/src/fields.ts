import { Resend } from 'resend';

const resend = new Resend('re_x');
export async function setup(alias: string, left: { plan?: string }) {
  const { error } = await resend.automations.create({
    name: 'Fields',
    status: 'enabled',
    steps: [
      { key: 'start', type: 'trigger', config: { eventName: 'user.created' } },
      { key: 'old', type: 'send_email', config: { templateId: 'welcome' } }, // finds dropped-field
      { key: 'wait', type: 'wait_for_event', config: { eventName: 'user.left', timeout: '1 day' } },
      { key: 'text', type: 'send_email', config: { template: alias, from: 'A <a@acme.com>', subject: 'Hi' } }, // finds invalid-config
      { key: 'name', type: 'send_email', config: { template: { id: alias, variables: { NAME: { var: 'contact.firstname' } } }, from: 'A <a@acme.com>', subject: 'Hi' } }, // finds unknown-variable
    ],
    connections: [
      { from: 'start', to: 'old' },
      { from: 'old', to: 'wait' },
      { from: 'wait', to: 'text', type: 'timeout' },
      { from: 'wait', to: 'name', type: 'event_received' },
    ],
  });
  if (error) throw error;
  await resend.automations.update('a1', {
    steps: [
      { key: 'start', type: 'trigger', config: { eventName: 'cart.left' } }, // finds unsent-event
      { key: 'wait', type: 'wait_for_event', config: { eventName: 'order.paid', timeoutSeconds: 86400 } }, // finds dropped-field
      { key: 'mail', type: 'send_email', config: { template: { id: 'cart' }, from: 'A <a@acme.com>', subject: 'Cart' } },
    ],
    connections: [
      { from: 'start', to: 'wait' },
      { from: 'wait', to: 'mail', type: 'timeout' },
    ],
  } as never);
  await resend.events.send({ event: 'user.created', email: 'ada@acme.com', payload: left }); // open payload
}
