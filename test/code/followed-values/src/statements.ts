import { Resend } from 'resend';
import { made } from './elsewhere';
const resend = new Resend(process.env.RESEND_API_KEY);
const email = 'a@b.co';
const NAMES = ['user', 'left'];
const [FIRST] = NAMES;
const send = (event: unknown) => resend.events.send({ event: event as string, email });

export let shared = 'user.none';
export const given = { event: 'user.none' };
shared = 'user.left';
given.event = shared;
await resend.events.send({ ...given, email });

function byBreak() {
  for (const name of NAMES) {
    if (name === 'left') break;
    if (name !== 'user') return 'user.none';
  }
  return 'user.left';
}
function byContinue() {
  for (const name of NAMES) {
    if (name === 'user') continue;
    return `user.${name}`;
  }
  return 'user.none';
}
function byWhile() {
  let n = 3;
  while (n > 0) {
    n--;
    if (n === 1) return n === 1 ? 'user.left' : 'user.none';
  }
  return 'user.none';
}
function byTry() {
  let event = 'user.none';
  try {
    return event;
  } finally {
    if (FIRST === 'user') return 'user.left';
  }
}
function byFinally() {
  try {
    if (FIRST === 'user') return 'user.left';
  } finally {
    console.log('done');
  }
  return 'user.none';
}
function bySwitch() {
  switch (FIRST) {
    case 'other':
      return 'user.none';
    default:
    case 'none':
      break;
    case 'last':
      return 'user.none';
  }
  return 'user.left';
}
function byTest() {
  if (FIRST !== 'user') return 'user.none';
  else if (NAMES.length > 2) return 'user.none';
  else return 'user.left';
}
function byFor() {
  let i;
  for (i = 0; i < 1; i += 1) if (i > 0) return 'user.none';
  for (i = 5; i < 6; i++);
  for (; i < 8; ) i += 2;
  return i === 8 ? 'user.left' : 'user.none';
}
function byNothing(): string | undefined {
  if (FIRST === 'user') return;
  return 'user.none';
}
function byEnd(): string | undefined {
  if (FIRST === 'none') return 'user.none';
}
function byEmptyFinally() {
  let event = 'user';
  try {
    event += '.left';
  } catch {
    return 'user.none';
  } finally {
    if (FIRST === 'none') event = 'user.none';
  }
  return event;
}
send(byBreak());
send(byContinue());
send(byWhile());
send(byTry());
send(byFinally());
send(bySwitch());
send(byTest());
send(byFor());
send(byNothing() ?? 'user.left');
send(byEnd() || 'user.left');
send(byEmptyFinally());
send(((event: string) => { event += '.left'; return event; })('user'));
send(made(byBreak())); // open event

export async function byNamedFunctions() {
  let event = '';
  const add = (part: string) => {
    event += part;
  };
  ['user', '.left'].forEach(add);
  send(event);
}
export async function passedOn() {
  let event = 'user.left';
  function change() {
    event = 'user.none';
  }
  made(change);
  send(event); // open event
}
export async function byMethods() {
  let event = 'user.none';
  const box = {
    change(name: string) {
      event = name;
    },
  };
  box.change('user.left');
  send(event);
}
export async function byOuterFunctions() {
  let event = 'user.none';
  const change = (name: string) => {
    event = name;
  };
  const outer = (name: string) => change(name);
  outer('user.left');
  send(event);
}
export async function evaluatedAgain() {
  let event = '';
  const add = (part: string) => {
    event += part;
    return event;
  };
  let name = 'user.none';
  name = add('user') || 'user.none';
  send(`${name}.left`);
  name = add('.left') ? event : 'user.none';
  send(name);
}
export async function notCalled() {
  let event = 'user.left';
  const box = {
    change() {
      event = 'user.none';
    },
  };
  console.log(typeof box);
  send(event);
}
