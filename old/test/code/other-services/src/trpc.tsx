import { client } from './api-client';
import { resend } from './resend';

export function Save({ id }: { id: string }) {
  const save = async () => {
    await client.events.create({ name: 'Party', when: new Date() });
    await client.events.send({ eventId: id });
    await prisma.events.create({ data: { name: 'x' } });
    await resend.emails.send({ from: 'a@b.co', to: 'x@y.co', subject: 'x', text: 'x' });
  };
  return <button onClick={save}>save</button>;
}
declare const prisma: any;
