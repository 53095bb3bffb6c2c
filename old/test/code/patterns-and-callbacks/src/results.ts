import { Resend } from 'resend';

const resend = new Resend('re_x');
type Step = 'signup' | 'left' | 'cart';

function eventOf(step: Step) {
  switch (step) {
    case 'signup':
      return 'newsletter.signup';
    case 'left':
      return 'user.lft'; // finds sent-unknown-event
  }
  if (step === 'cart') return 'cart.left';
}

const payloadOf = ({ type, ...payload }: { type: string; source: string }) => payload;

export const send = (step: Step, email: string, payload: object) =>
  resend.events.send({ event: eventOf(step), email, payload }); // open payload
export const signup = (email: string) =>
  resend.events.send({ event: 'newsletter.signup', email, payload: payloadOf({ type: 'a', source: 'footer' }) });
export const wrong = (email: string) =>
  resend.events.send({ event: 'newsletter.signup', email, payload: payloadOf({ type: 'a', source: 1 as never }) }); // finds sent-payload-mismatch
