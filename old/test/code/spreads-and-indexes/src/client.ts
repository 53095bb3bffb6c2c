import { Resend } from 'resend';
export const resend = new Resend('re_1');
