import { Resend } from 'resend';

const key = process.env.RESEND_API_KEY ?? '';
export const client = key ? new Resend(key) : null;
