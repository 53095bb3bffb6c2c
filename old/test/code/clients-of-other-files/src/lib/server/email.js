import { RESEND_API_KEY } from '$env/static/private';
import { Resend } from 'resend';

const client = new Resend(RESEND_API_KEY);
export const fire = (event, ...[email, payload]) => client.events.send({ event, email, payload });
