import { Resend } from 'resend';
import { later, made, names } from './elsewhere';
const resend = new Resend(process.env.RESEND_API_KEY);
const email = 'a@b.co';
const KNOWN = ['user.left', 'user.none'];

export async function unknownItems() {
  let event = 'user.left';
  for (const name of names) event = name;
  await resend.events.send({ event, email }); // open event
}

export async function unknownLength() {
  let event = 'user.left';
  while (made()) event = 'user.none';
  await resend.events.send({ event, email }); // open event
}

export async function unknownCase() {
  let event = 'user.left';
  switch (made()) {
    case 1:
      event = 'user.none';
  }
  await resend.events.send({ event, email }); // open event
}

export async function unknownTest(isOther: boolean) {
  let event = 'user.left';
  if (isOther) event = 'user.none';
  await resend.events.send({ event, email }); // open event
}

export async function unknownIndex() {
  const own = ['user.left', 'user.left'];
  own[made()] = 'user.none';
  await resend.events.send({ event: own[0], email }); // open event
}

export async function unknownMethod() {
  const own = ['user.left', 'user.left'];
  own.splice(0, 1);
  await resend.events.send({ event: own[0], email }); // open event
}

export async function unknownParts() {
  const own = ['user.left'];
  own.unshift(...names);
  await resend.events.send({ event: own[0], email }); // open event
}

export async function unknownProperties() {
  const call = { event: 'user.left', email };
  Object.assign(call, made());
  await resend.events.send(call); // open payload
}

export async function perhapsLater() {
  let event = 'user.left';
  later(() => {
    event = 'user.none';
  });
  await resend.events.send({ event, email }); // open event
}

export async function afterFailure() {
  let event = 'user.left';
  try {
    event = 'user.none';
    await made();
  } catch {
    await resend.events.send({ event, email }); // open event
  }
}

export async function labelled() {
  let event = 'user.left';
  outer: for (const name of KNOWN) {
    for (const other of KNOWN) {
      if (other === name) continue outer;
      event = other;
    }
  }
  await resend.events.send({ event, email }); // open event
}

export async function eachUnknown() {
  let event = 'user.left';
  names.forEach((name) => {
    event = name;
  });
  await resend.events.send({ event, email }); // open event
}

export async function perhaps(isOther: boolean) {
  let event = 'user.left';
  isOther && (event = 'user.none');
  await resend.events.send({ event, email }); // open event
}

export async function perhapsCounted(isOther: boolean) {
  let n = 0;
  isOther && n++;
  await resend.events.send({ event: `user.${n}`, email }); // open event
}
