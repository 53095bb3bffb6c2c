import { Resend } from 'resend';
const resend = new Resend(process.env.RESEND_API_KEY);
const spec = { name: 'Welcome', steps: [{ key: 'a', type: 'trigger', config: { eventName: 'e' } }], connections: [] };
const send = (email: string) => resend.events.send({ event: 'a', email });
const store: unknown[] = [];
declare function unwrap<T>(result: T): T;

export async function read(emails: string[], id: string) {
  unwrap(await resend.events.send({ event: 'a', email: 'a@acme.com' }));
  store.push(await resend.events.send({ event: 'a', email: 'a@acme.com' }));
  const { data } = await resend.automations.create(spec as never);
  if (!data) throw new Error('not created');
  const { error: failed } = await resend.automations.update(id, spec as never);
  if (failed) throw failed;
  const result = await resend.templates.publish(id);
  if (result.error) throw result.error;
  const results = await Promise.all(emails.map((email) => resend.events.send({ event: 'a', email })));
  for (const each of results) if (each.error) throw each.error;
  resend.events.send({ event: 'a', email: 'a@acme.com' }).then(({ error }) => error && console.error(error));
  let last;
  last = await resend.events.send({ event: 'a', email: 'a@acme.com' });
  console.log(last);
  let error;
  ({ error } = await resend.events.send({ event: 'a', email: 'a@acme.com' }));
  if (error) throw error;
  store[0] = await resend.events.send({ event: 'a', email: 'a@acme.com' });
  if ((await resend.events.send({ event: 'a', email: 'a@acme.com' })).error) throw new Error();
  return send('a@acme.com');
}
