import { api } from './api.mjs';

const [, , email] = process.argv;
const fire = (event, payload) => api('/events/send', { method: 'POST', body: { event, email, payload } });

await fire('user.left');
await fire('user.created', { plan: 'pro' }); // finds sent-payload-mismatch
await fire('cart.lft', { items: 1, url: '/cart' }); // finds sent-unknown-event
await api('/events', { method: 'POST', body: { event: 'user.left', email } }); // finds wrong-endpoint
await api('/automations/events', { method: 'POST', body: { event: 'user.left', email } }); // finds wrong-endpoint
await api('/automations', {
  method: 'POST',
  body: {
    name: 'Cart',
    steps: [
      { key: 't', type: 'trigger', config: { event_name: 'cart.lft' } }, // finds unknown-event
      { key: 'w', type: 'delay', config: { duration: '3 dayz' } }, // finds invalid-delay
      { key: 'm', type: 'send_email', config: { template: { id: 'cart' }, from: 'A <a@acme.com>', subject: 'Cart' } },
    ],
    connections: [
      { from: 't', to: 'w', type: 'default' },
      { from: 'w', to: 'm', type: 'defualt' }, // finds unknown-edge-type
    ],
  },
});
