import { Resend } from 'resend';
const resend = new Resend(process.env.RESEND_API_KEY);
const send = { event: 'a', email: 'a@acme.com' };
declare function run(task: () => Promise<void>): void;

await resend.events.send(send);
export async function outside() {
  try {
    await resend.events.send(send);
  } finally {
    console.log('done');
  }
  try {
    run(async () => {
      await resend.events.send(send);
    });
  } catch {
    await resend.events.send(send);
  }
}

export class Mailer {
  async inside(isOn: boolean) {
    try {
      if (isOn) await resend.events.send(send);
    } catch (error) {
      console.error(error);
    } finally {
      await resend.events.send(send);
    }
  }
}
