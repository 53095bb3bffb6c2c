import { resend, start, step } from './steps';

const MESSAGES = {
  joined: (email: string) => ({ event: 'user.created', email, payload: { plan: 'x', seats: 'many' } }), // finds sent-payload-mismatch
  left: (email: string) => ({ event: 'user.gone', email }), // finds sent-unknown-event
} as const;

export async function drain(rows: readonly { kind: keyof typeof MESSAGES; email: string }[]) {
  for (const row of rows) await resend.events.send(MESSAGES[row.kind](row.email));
}

export async function either(isNew: boolean, email: string) {
  await resend.events.send(isNew ? { event: 'user.new', email } : { event: 'user.left', email }); // finds sent-unknown-event
}

const FLOWS = [
  { name: 'First', steps: [start, step('a', 'delay', '5 dayz'), step('b', 'mail', 'b')], connections: [{ from: 'start', to: 'a' }, { from: 'a', to: 'b' }] }, // finds invalid-delay
  { name: 'Second', steps: [start, step('c', 'delay', '9 dayz'), step('d', 'mail', 'd')], connections: [{ from: 'start', to: 'c' }, { from: 'c', to: 'd' }] }, // finds invalid-delay
];
const only = process.argv[2];
for (const flow of FLOWS.filter(({ name }) => !only || name === only)) await resend.automations.create(flow);
await resend.automations.create(FLOWS.filter(({ name }) => name === only)[0]); // open workflow

export async function narrowed(kind: 'created' | 'gone', email: string) {
  if (kind === 'gone') return;
  await resend.events.send({ event: `user.${kind}`, email, payload: { plan: 'x', seats: 1 } }); // open event
}

function chosen(isShort: boolean) {
  const mail = step('hello', 'mail', 'hello');
  if (isShort) return { name: 'Short', steps: [start, mail], connections: [{ from: 'start', to: 'hello' }] };
  const steps = [start, step('pause', 'delay', '1 hour'), mail];
  return { name: 'Long', steps, connections: [{ from: 'start', to: 'pause' }, { from: 'pause', to: 'hello' }] };
}

export async function shortOrLong(isShort: boolean) {
  await resend.automations.create(chosen(isShort));
  await resend.automations.create(chosen(true));
}
