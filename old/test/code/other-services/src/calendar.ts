import { google } from 'googleapis';
import { Resend } from 'resend';

const calendar = google.calendar('v3');
const resend = new Resend(process.env.RESEND_API_KEY);

export async function book(email: string) {
  await calendar.events.create({ name: 'Call', summary: 'Call', start: {} });
  await calendar.events.send({ name: 'invite', guests: [email] });
  await resend.emails.send({ from: 'a@b.co', to: email, subject: 'Booked', text: 'See you' });
}

export class Booking {
  private readonly calendar = google.calendar('v3');
  private readonly resend = new Resend(process.env.RESEND_API_KEY);
  async run(email: string) {
    await this.calendar.events.create({ name: 'Call', start: {} });
    await this.calendar.events.send({ name: 'invite', guests: [email] });
    await this.resend.emails.send({ from: 'a@b.co', to: email, subject: 'Hi', text: 'x' });
  }
}
