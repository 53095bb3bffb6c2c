import { resend } from './client';
const email = 'a@b.co';

export async function ofParameters(text: string, n: number, is: boolean, list: string[], maybe?: number, usual = 3) {
  await resend.events.send({ event: 'user.created', email, payload: { plan: text } });
  await resend.events.send({ event: 'user.created', email, payload: { plan: n } }); // finds sent-payload-mismatch
  await resend.events.send({ event: 'user.created', email, payload: { plan: is } }); // finds sent-payload-mismatch
  await resend.events.send({ event: 'user.created', email, payload: { plan: list } }); // finds sent-payload-mismatch
  await resend.events.send({ event: 'user.created', email, payload: { plan: maybe } });
  await resend.events.send({ event: 'user.created', email, payload: { plan: usual } }); // finds sent-payload-mismatch
}

export async function ofFunctions(given: any, when: Date) {
  for (const plan of [given.toFixed(2), given.toString(), when.toISOString(), given.toLowerCase(), given.toUpperCase(), given.trim(), String(given), typeof given, new Date()])
    await resend.events.send({ event: 'user.created', email, payload: { plan } });
  await resend.events.send({ event: 'user.created', email, payload: { plan: when.getTime() } }); // finds sent-payload-mismatch
  await resend.events.send({ event: 'user.created', email, payload: { plan: Number(given) } }); // finds sent-payload-mismatch
  await resend.events.send({ event: 'user.created', email, payload: { plan: parseInt(given) } }); // finds sent-payload-mismatch
  await resend.events.send({ event: 'user.created', email, payload: { plan: parseFloat(given) } }); // finds sent-payload-mismatch
  await resend.events.send({ event: 'user.created', email, payload: { plan: Boolean(given) } }); // finds sent-payload-mismatch
  await resend.events.send({ event: 'user.created', email, payload: { plan: given instanceof Date } }); // finds sent-payload-mismatch
  await resend.events.send({ event: 'user.created', email, payload: { plan: 'a' in given } }); // finds sent-payload-mismatch
  await resend.events.send({ event: 'user.created', email, payload: { plan: given >= 3 } }); // finds sent-payload-mismatch
  await resend.events.send({ event: 'user.created', email, payload: { plan: given !== 3 } }); // finds sent-payload-mismatch
  await resend.events.send({ event: 'user.created', email, payload: { plan: given * 3 } }); // finds sent-payload-mismatch
  await resend.events.send({ event: 'user.created', email, payload: { plan: -given } }); // finds sent-payload-mismatch
  await resend.events.send({ event: 'user.created', email, payload: { plan: !given } }); // finds sent-payload-mismatch
  await resend.events.send({ event: 'user.created', email, payload: { plan: 3 + given.length } });
  await resend.events.send({ event: 'user.created', email, payload: { plan: null } });
}

export async function ofOwnFunctions(given: any) {
  const Number = (value: unknown) => `${value}`;
  await resend.events.send({ event: 'user.created', email, payload: { plan: Number(given) } });
}
