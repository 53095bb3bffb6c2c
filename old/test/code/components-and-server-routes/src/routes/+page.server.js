import { RESEND_API_KEY } from '$env/static/private';
import { Resend } from 'resend';
const resend = new Resend(RESEND_API_KEY);
/** @type {import('./$types').Actions} */
export const actions = {
  default: async ({ request }) => {
    const data = await request.formData();
    await resend.events.send({ event: 'cart.left', email: data.get('email'), payload: { items: 2, url: '/cart' } });
    await resend.events.send({ event: 'cart.left', email: data.get('email'), payload: { item: 2, url: '/cart' } }); // finds sent-payload-mismatch
  },
};
