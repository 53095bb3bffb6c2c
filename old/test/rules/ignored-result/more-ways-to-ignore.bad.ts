import { Resend } from 'resend';
const resend = new Resend(process.env.RESEND_API_KEY);
const send = { event: 'a', email: 'a@acme.com' };

export async function ignored(isOn: boolean, emails: string[]) {
  isOn && resend.events.send(send);
  isOn ? await resend.events.send(send) : undefined;
  await Promise.allSettled([resend.events.send(send)]);
  await Promise.race(emails.flatMap((email) => { return resend.events.send({ event: 'a', email }); }));
  resend.events.send(send).catch(console.error).finally(() => console.log('done'));
  resend.events.send(send).then(({ data }) => console.log(data));
  resend.events.send(send).then(function ({ error }) { console.log('sent'); });
  const { data, error } = await resend.events.send(send);
  const all = await resend.events.send(send);
  console.log(data, all.data);
}
