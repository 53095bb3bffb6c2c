import { Resend } from 'resend';
const resend = new Resend(process.env.RESEND_API_KEY);
const email = 'a@b.co';
const send = (event: string) => resend.events.send({ event, email });
const NAMES = ['user', 'left'];
const [, KIND] = NAMES;
const PARTS = ['user', 'x', '.left', 'y', 'z'];

export async function added() {
  let event = 'user';
  event += '.left';
  await resend.events.send({ event, email });
}

export async function usual() {
  let event: string | null = null;
  event ??= 'user.left';
  event ||= 'user.none';
  event &&= `${event}`;
  await resend.events.send({ event, email });
}

export async function counted() {
  const names = ['user.left', 'user.none', 'user.left', 'user.none'];
  let n = 0;
  n++;
  ++n;
  await resend.events.send({ event: names[n], email });
  n--;
  await resend.events.send({ event: names[n + 1], email });
  n -= 1;
  await resend.events.send({ event: names[n], email });
}

export async function placed() {
  const names = ['none', 'none'];
  names[0] = 'user';
  names[1] = 'left';
  await resend.events.send({ event: `${names[0]}.${names[1]}`, email });
}

export async function appended() {
  const names = ['user'];
  names[names.length] = 'left';
  await resend.events.send({ event: `${names[0]}.${names[1]}`, email });
}

export async function chosen() {
  let event = 'user.none';
  switch (KIND) {
    case 'user':
      event = 'user.user';
      break;
    case 'left':
      event = 'user';
    case 'none':
      event += '.left';
      break;
    default:
      event = 'user.other';
  }
  await resend.events.send({ event, email });
}

export async function otherwise() {
  let event = 'user.none';
  switch (KIND) {
    default:
      event = 'user.left';
      break;
    case 'none':
      event = 'user.never';
  }
  switch (KIND) {
    case 'none':
      event = 'user.never';
  }
  await resend.events.send({ event, email });
}

export async function tried() {
  let event = '';
  try {
    event = 'user';
  } catch {
    console.error('failed');
  } finally {
    event += '.left';
  }
  await resend.events.send({ event, email });
}

export async function repeated() {
  let event = '';
  for (let i = 0; i < PARTS.length; i++) {
    if (i === 1) continue;
    if (i === 3) break;
    event += PARTS[i];
  }
  await resend.events.send({ event, email });
}

export async function iterated() {
  let event = '';
  for (const part of PARTS) {
    if (part === 'x') continue;
    if (part === 'y') break;
    event += part;
  }
  await resend.events.send({ event, email });
}

export async function meanwhile() {
  let event = 'user';
  let i = 2;
  while (i < 3) {
    event += PARTS[i];
    i++;
  }
  await resend.events.send({ event, email });
}

export async function each() {
  let event = '';
  NAMES.forEach((name, i) => {
    event += i === 0 ? name : `.${name}`;
  });
  await resend.events.send({ event, email });
}

export async function stopped(isOff: boolean, isDone: boolean) {
  let event = 'user';
  if (isOff) throw new Error('off');
  if (isDone) {
    event = 'user.done';
    return;
  }
  event += '.left';
  await resend.events.send({ event, email });
}

export async function tested() {
  let event = 'user.none';
  const isPair = NAMES.length === 2;
  if (isPair) event = 'user';
  else event = 'user.none';
  isPair && (event += '.l');
  !isPair || (event += 'e');
  isPair ? (event += 'f') : console.log('none');
  !isPair ? console.log('none') : (event += 't');
  await resend.events.send({ event, email });
}

export async function merged() {
  const call = { event: 'user.none' };
  Object.assign(call, { event: 'user.lost' }, { event: 'user.left', email });
  await resend.events.send(call as never);
}

export async function byFunctions() {
  let event = '';
  const add = (part: string) => {
    event += part;
    return event;
  };
  add('user');
  add('.left');
  await resend.events.send({ event, email });
}

export async function returned() {
  const eventOf = (kind: string) => {
    let made = 'user';
    made += `.${kind}`;
    return made;
  };
  await send(eventOf('left'));
}

export async function inObjects() {
  const state: { parts: string[]; event?: string; last: { event: string } } = { parts: [], last: { event: '' } };
  state.parts.push('user', 'left');
  state.event = `${state.parts[0]}.${state.parts[1]}`;
  state['last'].event = state.event;
  await resend.events.send({ event: state.event, email });
  await resend.events.send({ event: state.last.event, email });
}

export async function taken() {
  const names = ['user.none', 'user.left', 'user.none'];
  let last: string | undefined = 'user.left';
  names.pop();
  last = names.pop();
  names.shift();
  names.push('user.left');
  const [first] = names;
  const { event = 'user.left', ...others } = { event: first, more: 'user.left' };
  await resend.events.send({ event: last, email });
  await resend.events.send({ event, email });
  await resend.events.send({ event: others.more, email });
}

const sendFirst = (...[event]: string[]) => resend.events.send({ event, email });
const sendRest = (_: string, ...others: string[]) => resend.events.send({ event: others[0], email });
const sendUsual = (event = 'user.left') => resend.events.send({ event, email });
const sendSecond = ({ names: [, event] }: { names: string[] }) => resend.events.send({ event, email });
export async function patterns() {
  await sendFirst('user.left', 'user.none');
  await sendRest('user.none', 'user.left', 'user.none');
  await sendUsual();
  await sendSecond({ names: ['user.none', 'user.left'] });
  const { kind, ...others } = { kind: 'user', event: 'user.left' };
  await resend.events.send({ ...others, email, payload: { kind } });
}

const MESSAGES = { one: { event: 'user.left' }, two: { event: 'user.left' }, three: { event: 'user.none' } };
export async function keyed(own: 'one' | 'two') {
  await resend.events.send({ event: MESSAGES[own].event, email });
}

export async function lists() {
  const table = Object.freeze({ one: 'user.left', two: 'user.left' });
  for (const [key, event] of Object.entries(table)) await resend.events.send({ event, email, payload: { key } });
  for (const event of Object.values(Object.seal(table))) await resend.events.send({ event, email });
  const [first] = Object.keys({ 'user.left': 'user.none' });
  await resend.events.send({ event: first, email });
  const more = ['user.none'].concat(['user.left'], []);
  for (const event of [more.at(-1), more[1], more.slice(1)[0], more.slice(0, -1).concat(more)[2]]) await resend.events.send({ event, email });
  const made = Array.from({ length: 2 }, (_, i) => (i === 1 ? 'user.left' : 'user.none'));
  await resend.events.send({ event: made[made.length - 1], email });
  const flat = [['user.none'], ['user.none', 'user.left']].flatMap((each) => each);
  await resend.events.send({ event: flat[2], email });
  await resend.events.send(Object.fromEntries([['event', 'user.left'], ['email', email]]) as never);
}

export async function computed() {
  const names = ['user.left', 'user.none'];
  const [one, two] = [1, 2];
  for (const event of [
    names[(7 % 4) - 6 / 2],
    names[2 * 3 - 6],
    names[-1 + one],
    one < two ? 'user.left' : 'user.none',
    two > one ? 'user.left' : 'user.none',
    one <= 1 ? 'user.left' : 'user.none',
    one >= 1 ? 'user.left' : 'user.none',
    one > 1 ? 'user.none' : 'user.left',
    one < 1 ? 'user.none' : 'user.left',
    one !== two ? 'user.left' : 'user.none',
    names[0] === 'user.left' ? 'user.left' : 'user.none',
    !names[3] ? 'user.left' : 'user.none',
    !'' && !0 && !null ? 'user.left' : 'user.none',
    (void 0 ?? 'user.left') || 'user.none',
    0 ?? 'user.none' ? 'user.none' : 'user.left',
  ])
    await resend.events.send({ event, email });
}
