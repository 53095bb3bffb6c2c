import { Resend } from 'resend';
const resend = new Resend(process.env.RESEND_API_KEY);
const __proto__ = 'own';
await resend.events.send({ __proto__: { data: 1 }, event: 'user.left', email: 'a@acme.com' });
await resend.events.send({ event: 'user.left', email: 'a@acme.com', '__proto__': null });
await resend.events.send({ event: 'user.left', email: 'a@acme.com', ['__proto__']: 1 }); // finds dropped-field
await resend.events.send({ event: 'user.left', email: 'a@acme.com', __proto__ }); // finds dropped-field
