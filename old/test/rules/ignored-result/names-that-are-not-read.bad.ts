import { Resend } from 'resend';
const resend = new Resend(process.env.RESEND_API_KEY);
const send = { event: 'a', email: 'a@acme.com' };
declare const other: any;

export async function discarded() {
  let result = await resend.events.send(send);
  console.log(other.result, { result: 1 });
  result = other;
  const { result: more } = other;
  const each = ([result]: any, ...results: any) => more;
  function last({ result = 1 }, ...[first]: any) {}
  return [each, last];
}

export async function unread(emails: string[]) {
  const { data } = await resend.events.send(send);
  const { data: made, error: failed } = await resend.events.send(send);
  await Promise.any([resend.events.send(send)]);
  await Promise.all(emails.map(function (email) { return resend.events.send({ event: 'a', email }); }));
  emails.forEach((email) => { return resend.events.send({ event: 'a', email }); });
  const whole = await resend.events.send(send);
  console.log(whole.data.id, other[whole.data.id] ? 1 : 2);
  return other ? data : [made, data.id];
}
