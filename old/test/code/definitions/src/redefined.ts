import { resend } from './client';
declare function load(): any;
const email = 'a@b.co';
const schema = { plan: 'string' } as const;
const payload = { plan: 3 };

await resend.events.update('only.updated', { schema });
await resend.events.send({ event: 'only.updated', email, payload: { plan: 3 } }); // finds sent-payload-mismatch
await resend.events.update('9a1f2f3a-0000-4000-8000-000000000001', { schema });
await resend.events.send({ event: '9a1f2f3a-0000-4000-8000-000000000001', email, payload });
await resend.events.create({ name: 'later.open', schema });
await resend.events.update('later.open', { schema: load() });
await resend.events.send({ event: 'later.open', email, payload });
await resend.events.create({ name: 'later.cleared', schema });
await resend.events.update('later.cleared', {});
await resend.events.send({ event: 'later.cleared', email, payload });
await resend.events.create({ name: 'later.changed', schema: { plan: 'number' } });
await resend.events.update('later.changed', { schema: { plan: 'number' } });
await resend.events.update('later.changed', { schema });
await resend.events.send({ event: 'later.changed', email, payload: { plan: 3 } }); // finds sent-payload-mismatch
await resend.events.update(load(), { schema: { plan: 'number' } });
await resend.events.update('only.open', { schema: load() });
await resend.events.send({ event: 'only.open', email, payload });
