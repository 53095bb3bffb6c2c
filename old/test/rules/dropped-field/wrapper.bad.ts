import { Resend } from 'resend';

const resend = new Resend(process.env.RESEND_API_KEY);

async function emit(name: string, contact: string, payload: object) {
  await resend.events.send({ event: name, contact_id: contact, data: payload });
}

export const signUp = (contact: string) => emit('user.created', contact, { plan: 'pro' });
export const pay = (contact: string) => emit('order.paid', contact, { total: 3 });
for (const event of ['a.b', 'c.d']) resend.events.send({ name: event, email: 'ada@parcel.io' });
