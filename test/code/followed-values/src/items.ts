import { Resend } from 'resend';
import { later, made, names } from './elsewhere';
const resend = new Resend(process.env.RESEND_API_KEY);
const email = 'a@b.co';
const WANTED = 'user.left';

export async function removed() {
  const call: Record<string, string> = { event: WANTED, email };
  delete call.event;
  await resend.events.send({ event: call.event, email }); // open event
}

export async function byLoopVariables() {
  let event = WANTED;
  for (event of names);
  await resend.events.send({ event, email }); // open event
  let key = WANTED;
  for (key in made());
  await resend.events.send({ event: key, email }); // open event
}

export async function throughItems(isOther: (row: object) => boolean) {
  const rows = [{ event: WANTED }];
  rows.findLast(isOther)!.event = 'user.none';
  await resend.events.send({ event: rows[0].event, email }); // open event
  const [found, taken, joined, cut, chosen] = [[{ event: WANTED }], [{ event: WANTED }], [{ event: WANTED }], [{ event: WANTED }], [{ event: WANTED }]];
  const one = found.find(isOther);
  one!.event = 'user.none';
  await resend.events.send({ event: found[0].event, email }); // open event
  const two = taken.at(made());
  two!.event = 'user.none';
  await resend.events.send({ event: taken[0].event, email }); // open event
  const all = joined.concat(made());
  all[0].event = 'user.none';
  await resend.events.send({ event: joined[0].event, email }); // open event
  const [three] = cut.slice(made());
  three.event = 'user.none';
  await resend.events.send({ event: cut[0].event, email }); // open event
  const four = chosen.filter(isOther)[0];
  four.event = 'user.none';
  await resend.events.send({ event: chosen[0].event, email }); // open event
}

export async function throughConditions(isOther: boolean, given?: { event: string }) {
  const one = { event: WANTED };
  const other = isOther ? one : given;
  other!.event = 'user.none';
  await resend.events.send({ event: one.event, email }); // open event
  const two = { event: WANTED };
  const usual = given ?? two;
  usual.event = 'user.none';
  await resend.events.send({ event: two.event, email }); // open event
}
