import { Module } from '@nestjs/common';
import { Resend } from 'resend';
export const RESEND = Symbol('RESEND');
@Module({
  providers: [{ provide: RESEND, useFactory: () => new Resend(process.env.RESEND_API_KEY) }],
  exports: [RESEND],
})
export class ResendModule {}
