import { resend } from './client';
await resend.events.send({ event: 'booking.confirmed', email: 'a@b.co', payload: { first_name: 'Ann', call_time: '10:00' } });
await resend.events.send({ event: 'booking.confirmd', email: 'a@b.co', payload: { first_name: 'Ann', call_time: '10:00' } }); // finds sent-unknown-event
await resend.events.send({ event: 'call.reminder', email: 'a@b.co', payload: { first_name: 3 } }); // finds sent-payload-mismatch
await resend.events.send({ event: 'alpha.one', email: 'a@b.co' });
await resend.events.send({ event: 'gamma.three', email: 'a@b.co', payload: { plan: 3 } }); // finds sent-payload-mismatch
await resend.events.send({ event: 'something.else', email: 'a@b.co' });
