import { Resend } from 'resend';
export const resend = new Resend(process.env.RESEND_API_KEY);
export const FROM = 'Ann <ann@acme.com>';
export const WAITS = ['1 day', '3 days', '1 week'];
export const PAUSES = ['1 day', '3 dayz']; // finds invalid-delay
