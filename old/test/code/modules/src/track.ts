import { Resend } from 'resend';
const resend = new Resend('re_1');
export default async function (event: string, email: string) {
  return resend.events.send({ event, email });
}
