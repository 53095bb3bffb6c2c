import { resend } from './client';
const email = 'a@b.co';

async function define(name: string, schema?: object) {
  await resend.events.create({ name, schema } as never);
}
await define('made.one', { plan: 'string' });
await resend.events.send({ event: 'made.one', email, payload: { plan: 3 } }); // finds sent-payload-mismatch
async function change(schema: object) {
  await resend.events.update('made.two', { schema } as never);
}
await define('made.two', { plan: 'string' });
await change({ seats: 'number' });
await resend.events.send({ event: 'made.two', email, payload: { plan: 'x' } }); // finds sent-payload-mismatch
async function ensure(name: string, steps: object[]) {
  await resend.automations.create({ name, steps, connections: [] } as never);
}
await ensure('Ensured', [{ key: 'start', type: 'trigger', config: { eventName: 'ensured.event' } }]); // finds no-action unknown-event
const repeat = (event: string, left: number): unknown => (left > 0 ? repeat(event, left - 1) : resend.events.send({ event, email }));
repeat('by.repeat', 3); // finds sent-unknown-event
const deep = (event: string) => resend.events.send({ event, email });
const deeper = (name: string) => deep(name);
const deepest = (one: string) => deeper(one);
const levels = (two: string) => deepest(two);
for (const name of ['by.levels', 'user.left']) levels(name); // finds sent-unknown-event
const misspelt = (event: string, to: string) => resend.events.send({ event, to } as never); // finds dropped-field
misspelt('user.left', 'a@b.co');
misspelt('user.left', 'b@b.co');
const unused = (event: string) => resend.events.send({ event, email }); // open event
const keyed = { 'send it': (event: string) => resend.events.send({ event, email }) };
keyed['send it']('by.key'); // finds sent-unknown-event
let later: (event: string) => unknown;
later = (event) => resend.events.send({ event, email });
later('by.later'); // finds sent-unknown-event
export const handlers: Record<string, (event: string) => unknown> = {};
handlers.left = (event) => resend.events.send({ event, email });
handlers.left('by.handler'); // finds sent-unknown-event
const withRest = (...[event, ...rest]: string[]) => resend.events.send({ event, email, payload: { plan: rest[0] } });
withRest('user.created', 'pro');
withRest('by.rest', 'pro'); // finds sent-unknown-event
const inner = (event: string) => (() => resend.events.send({ event, email }))();
inner('by.inner'); // finds sent-unknown-event
