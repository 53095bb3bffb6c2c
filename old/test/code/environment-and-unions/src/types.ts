import { Resend } from 'resend';
export const resend = new Resend(import.meta.env.RESEND_KEY);
const EVENTS = ['user.left', 'user.lft'] as const; // finds sent-unknown-event
type Name = (typeof EVENTS)[number];
const BY_PLAN = { 'user.created': 1, 'user.pro': 2 } as const; // finds sent-unknown-event
export const one = (event: Name, email: string) => resend.events.send({ event, email });
export const two = (event: keyof typeof BY_PLAN, email: string) =>
  resend.events.send({ event, email, payload: { plan: 'pro', seats: 1 } });
export const three = (event: string | 'user.left', email: string) => resend.events.send({ event, email }); // open event
const { CART_EVENT = 'cart.lft' } = process.env; // finds sent-unknown-event
const SITE_EVENT = import.meta.env.SITE_EVENT ?? 'site.lft'; // finds sent-unknown-event
const BUN_EVENT = Bun.env.BUN_EVENT || 'bun.lft'; // finds sent-unknown-event
export const ofSite = (email: string) => resend.events.send({ event: SITE_EVENT, email });
export const ofBun = (email: string) => resend.events.send({ event: BUN_EVENT, email });
export const ofOther = (email: string) => resend.events.send({ event: settings.env.EVENT ?? 'user.left', email }); // open event

export const four = (email: string) => resend.events.send({ event: CART_EVENT, email });
let twice;
twice = 'user.left';
if (Math.random() > 0.5) twice = 'user.lft';
export const five = (email: string) => resend.events.send({ event: twice, email }); // open event
let from: string;
for (from of ['a', 'b']) await resend.events.send({ event: from, email: 'x@acme.com' }); // open event
enum Known {
  Left = 'user.left',
  Gone = 'user.gone', // finds sent-unknown-event
}
export const six = (event: Known, email: string) => resend.events.send({ event, email });
const Names = { left: 'user.left', lost: 'user.lost' } as const; // finds sent-unknown-event
type Names = (typeof Names)[keyof typeof Names];
export const seven = (event: Names, email: string) => resend.events.send({ event, email });
