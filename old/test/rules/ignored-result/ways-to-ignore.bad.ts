import { Resend } from 'resend';
const resend = new Resend(process.env.RESEND_API_KEY);
const spec = { name: 'Welcome', steps: [{ key: 'a', type: 'trigger', config: { eventName: 'e' } }], connections: [] };

export async function ignored(emails: string[], id: string) {
  void resend.events.send({ event: 'a', email: 'a@acme.com' });
  resend.events.send({ event: 'a', email: 'a@acme.com' }).catch(console.error);
  resend.events.send({ event: 'a', email: 'a@acme.com' }).then(() => console.log('sent'));
  await Promise.all(emails.map((email) => resend.events.send({ event: 'a', email })));
  emails.forEach((email) => resend.events.send({ event: 'a', email }));
  const { data } = await resend.automations.create(spec as never);
  const result = await resend.automations.update(id, spec as never);
  console.log(data?.id, result.data?.id);
  const unused = await resend.events.send({ event: 'a', email: 'a@acme.com' });
  await resend.templates.publish(id);
  let made;
  ({ data: made } = await resend.events.send({ event: 'a', email: 'a@acme.com' }));
  console.log(made);
  return (await resend.events.send({ event: 'a', email: 'a@acme.com' })).data;
}
