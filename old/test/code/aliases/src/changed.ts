import { Resend } from 'resend';
const resend = new Resend(process.env.RESEND_API_KEY);
const EMAIL = 'a@b.co';

const left = { event: 'user.lft', email: EMAIL };
const same = left;
same.event = 'user.left';
resend.events.send(left);

const paid = { order_id: 'o1' };
let later;
later = paid;
Object.assign(later, { total: 3 });
resend.events.send({ event: 'order.paid', email: EMAIL, payload: paid });

const cart = { payload: { items: 3 } };
const { payload } = process.env.CART ? cart : { payload: null };
payload.url = 'https://acme.com';
resend.events.send({ event: 'cart.left', email: EMAIL, payload: cart.payload }); // open payload

const trial = { ends_at: '2026-01-01' };
const withDays = (given: object) => {
  given.days_left = 3;
};
function addDays(given: object) {
  withDays(given ?? {});
}
addDays(trial);
resend.events.send({ event: 'trial.ending', email: EMAIL, payload: trial });

const ROWS = [{ event: 'row.left' }];
for (const row of ROWS) row.event = 'user.left';
ROWS.forEach(({ event }) => resend.events.send({ event, email: EMAIL }));

const circle = round ?? { event: 'user.none', email: EMAIL };
const round = circle;
round.event = 'user.left';
resend.events.send(circle); // open event
