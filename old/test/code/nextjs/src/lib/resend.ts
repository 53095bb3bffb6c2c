import 'server-only';
import { Resend } from 'resend';
import { env } from '@/env';

let client: Resend | undefined;

export function getResend(): Resend {
  client ??= new Resend(env.RESEND_API_KEY);
  return client;
}
