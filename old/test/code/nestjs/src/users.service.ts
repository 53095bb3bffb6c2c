import { Injectable } from '@nestjs/common';
import { MailEvent, MailService } from './mail.service';

@Injectable()
export class UsersService {
  constructor(private readonly mail: MailService) {}

  async create(dto: CreateUserDto) {
    await this.mail.emit(MailEvent.Created, dto.email, { plan: dto.plan, name: dto.name });
    await this.mail.emit(MailEvent.Created, dto.email, { plan: dto.plan, fullName: dto.name }); // finds sent-payload-mismatch
    await this.mail.emit(MailEvent.Paid, dto.email, { order_id: 'x', total: 3 });
    await this.mail.emitByContact(MailEvent.Left, dto.contactId);
  }
}
