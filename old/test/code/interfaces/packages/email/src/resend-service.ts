import { Resend } from 'resend';
import type { EmailService } from './types';

export class ResendService implements EmailService {
  constructor(private readonly resend: Resend = new Resend(process.env.RESEND_API_KEY)) {}

  async notify(event: string, contact: { email: string }, payload: Record<string, unknown> = {}) {
    const { error } = await this.resend.events.send({ event, email: contact.email, payload });
    if (error) throw new Error(error.message);
  }
}
