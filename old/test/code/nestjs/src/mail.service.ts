import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Resend } from 'resend';
import { RESEND } from './resend.module';

export enum MailEvent {
  Created = 'user.created',
  Paid = 'order.payed', // finds sent-unknown-event
  Left = 'user.left',
}

@Injectable()
export class MailService {
  private readonly logger = new Logger(MailService.name);
  constructor(@Inject(RESEND) private readonly resend: Resend) {}

  async emit(event: MailEvent, email: string, payload: Record<string, unknown> = {}): Promise<void> {
    const { error } = await this.resend.events.send({ event, email, payload });
    if (error) this.logger.error(error.message);
  }

  async emitByContact(event: MailEvent, contactId: string) {
    await this.resend.events.send({ event, contact_id: contactId } as any); // finds dropped-field
  }
}
