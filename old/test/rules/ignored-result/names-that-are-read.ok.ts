import { Resend } from 'resend';
const resend = new Resend(process.env.RESEND_API_KEY);
const send = { event: 'a', email: 'a@acme.com' };
declare let other: any;

export async function read(emails: string[]) {
  const index = await resend.events.send(send);
  console.log(other[index]);
  const key = await resend.events.send(send);
  console.log({ [key]: 1 });
  const arrow = await resend.events.send(send);
  console.log(() => arrow);
  const usual = await resend.events.send(send);
  console.log((given = usual) => given);
  const assigned = await resend.events.send(send);
  other = assigned;
  const declared = await resend.events.send(send);
  const more = declared;
  const value = await resend.events.send(send);
  console.log({ value: value }, more);
  const both = await resend.events.send(send);
  console.log(both.data, both.error);
  const compared = await resend.events.send(send);
  console.log(compared.data === null);
  const { data: chosen } = await resend.events.send(send);
  console.log(chosen ? 1 : 2);
  const { data: denied } = await resend.events.send(send);
  console.log(!denied);
  await other.all([await resend.events.send(send)]);
  await Promise.resolve(await resend.events.send(send));
  emails.filter((email) => resend.events.send({ event: 'a', email }));
  emails.map(other, (email: string) => resend.events.send({ event: 'a', email }));
  await resend.events.send(send).then(other);
  return emails.map((email) => resend.events.send({ event: 'a', email }));
}
