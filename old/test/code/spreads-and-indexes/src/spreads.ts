import { resend } from './client';
const MORE = { plan: 'pro', name: 'x' };

async function track(event: string, email: string, more?: { payload?: object }) {
  await resend.events.send({ event, email, ...more });
}
export async function all(email: string, rest: [string, string], more: object) {
  await track('user.left', email);
  await track('user.created', email, { payload: { ...MORE, ['plan']: 'free' } });
  await track('user.created', email, { payload: { plan: 'a' } }); // finds sent-payload-mismatch
  await track(...rest); // open event
  await resend.events.send({ event: 'user.created', email, payload: Object.fromEntries([["plan", "a"]]) }); // finds sent-payload-mismatch
  await track('user.lefft', ...(rest as never)); // finds sent-unknown-event, open payload
  await resend.events.send({ event: 'user.created', email, payload: { ...MORE, ...more } });
}
export async function optional(email: string, name?: string, plan?: string) {
  await resend.events.send({ event: 'user.created', email, payload: { plan: 'a', ...(name ? { name } : {}) } });
  await resend.events.send({ event: 'user.created', email, payload: { plan: 'a', ...(name && { name }), ...(plan && { plam: 1 }) } }); // finds sent-payload-mismatch
  const { error } = await resend.automations.create({
    name: 'Optional',
    steps: [
      { key: 'a', type: 'trigger', config: { eventName: 'user.created' } },
      { key: 'b', type: 'send_email', config: { template: { id: 't', variables: { PLAN: { var: 'event.plam' }, ...Object.fromEntries(load()) } }, ...(name && { subject: name }) } }, // finds unknown-variable
    ],
    connections: [{ from: 'a', to: 'b' }],
  });
  return error;
}
declare function load(): [string, object][];
