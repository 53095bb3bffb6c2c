import { Resend } from 'resend';
import { later, made, names } from './elsewhere';
const resend = new Resend(process.env.RESEND_API_KEY);
const email = 'a@b.co';
const WANTED = 'user.left';

export async function positions() {
  const own = ['user.none', 'user.left', 'user.left', 'user.none', 'user.left'];
  let n = 0;
  let [first, second, third, last] = ['', '', '', ''];
  first = own[n++];
  second = own[n++];
  third = own[n--];
  last = own[n];
  n += 3;
  for (const event of [first === 'user.none' ? second : first, third, own[n], last])
    await resend.events.send({ event, email });
}

export async function inArguments() {
  let n = 0;
  let name = 'user';
  await resend.events.send({ event: `user.${(n += 1)}`, email }); // open event
  await resend.events.send({ event: (name += '.left'), email }); // open event
}

export async function patterns() {
  let event = 'user.none';
  let other = 'user.none';
  let rest: string[] = [];
  [event, ...rest] = ['user.left', 'user.none'];
  await resend.events.send({ event, email });
  ({ event: other = 'user.none' } = { event: 'user.left' });
  await resend.events.send({ event: other, email });
  [, [event]] = ['user.none', ['user.left']] as never;
  await resend.events.send({ event, email });
  await resend.events.send({ event: rest[0], email }); // open event
}

export async function emptied() {
  const own: string[] = [];
  let popped: string | undefined = 'user.none';
  popped = own.pop();
  let shifted: string | undefined = 'user.none';
  shifted = own.shift();
  await resend.events.send({ event: popped ?? WANTED, email });
  await resend.events.send({ event: shifted ?? WANTED, email });
}

export async function results() {
  const own: string[] = [];
  const add = (name: string) => {
    own.push(name);
    return name;
  };
  console.log(add('user'), own.length);
  let given = '';
  given = await add('left');
  await resend.events.send({ event: `${own[0]}.${given}`, email });
  let call = { event: 'user.none' };
  call = Object.assign({ event: 'user.none' }, { event: WANTED, email });
  await resend.events.send(call);
  made() ?? own.push('x');
  await resend.events.send({ event: own[0], email }); // open event
}

export async function beyond() {
  const own = [WANTED];
  own[5] = 'user.none';
  await resend.events.send({ event: own[0], email }); // open event
}

export async function ofUnknownLists(given: string[]) {
  const own = [WANTED];
  own.push(...given);
  await resend.events.send({ event: own.pop(), email }); // open event
  const more = [WANTED, ...given];
  more.reverse();
  await resend.events.send({ event: more[0], email }); // open event
}

export async function byMethods() {
  const [a, b, c] = [[WANTED], [WANTED], [WANTED]];
  const filled = [WANTED];
  filled.fill('user.none');
  await resend.events.send({ event: filled[0], email }); // open event
  const turned = [WANTED, 'user.none'];
  turned.reverse();
  await resend.events.send({ event: turned[0], email }); // open event
  const sorted = [WANTED, 'user.a'];
  sorted.sort();
  await resend.events.send({ event: sorted[0], email }); // open event
  console.log(a, b, c);
}

export async function kept(given: object) {
  const call: Record<string, string> = { event: 'user.none' };
  Object.assign(call, given);
  Object.assign(call, { event: WANTED });
  await resend.events.send(call as never); // open payload
}

export async function copies() {
  const call = { event: WANTED, email };
  const copy = JSON.parse(JSON.stringify(call));
  copy.event = 'user.none';
  await resend.events.send(call);
  const rows = [{ event: 'user.none', email }];
  rows.find(({ event }) => event === 'user.none')!.event = WANTED;
  await resend.events.send(rows[0]);
  const two = { event: 'user.none' };
  (rows ? two : call).event = WANTED;
  await resend.events.send({ event: two.event, email });
  const own = [WANTED, 'user.none'];
  own.slice().sort();
  own.concat([]).pop();
  await resend.events.send({ event: own[0], email });
}
