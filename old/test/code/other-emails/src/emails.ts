import { Resend } from 'resend';
import { Welcome } from './Welcome';
const resend = new Resend(process.env.RESEND_API_KEY);
export const events = { send: (event: { name: string }) => console.log(event.name) };
export async function all(email: string) {
  await resend.emails.send({ from: 'a@b.co', to: email, subject: 'Hi', react: Welcome({}), tags: [{ name: 'event', value: 'welcome' }] });
  await resend.batch.send([{ from: 'a@b.co', to: email, subject: 'x', text: 'y' }]);
  await resend.contacts.create({ email, firstName: 'x', properties: { plan: 'a' } });
  await resend.broadcasts.create({ from: 'a@b.co', segmentId: 's', subject: 'x', html: '<p/>' });
  events.send({ name: 'page_view' });
  analytics.events.send({ name: 'page_view', properties: {} });
  window.dataLayer.events.create({ name: 'x' });
  posthog.capture({ event: 'user.unknown', email });
  await inngest.send({ name: 'app/user.created', data: { email } });
  await inngest.events.send({ name: 'app/user.created', data: { email } });
  await resend.events.send({ event: 'user.left', email });
}
declare const analytics: any, posthog: any, inngest: any, window: any;
