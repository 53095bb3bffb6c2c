import { Resend } from 'resend';
import { type EmailService, Notifier } from './types';

export const createMemoryService = (): EmailService => ({
  async notify(event) {
    console.log(event);
  },
});

export class ResendNotifier extends Notifier {
  private readonly client = new Resend(process.env.RESEND_API_KEY);
  async send(event: string, email: string) {
    const { error } = await this.client.events.send({ event, email });
    if (error) throw error;
  }
}
