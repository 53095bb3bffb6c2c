import { resend } from './resend';
resend.events.send({ event: 'user.left', email: 'a@b.co' });
