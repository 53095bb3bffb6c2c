import { FROM, resend, WAITS } from './client';
import { register } from './elsewhere';
type Any = Record<string, any>;
const start = { key: 'start', type: 'trigger', config: { eventName: 'user.created' } };
const email = (key: string) => ({ key, type: 'send_email', config: { template: { id: key }, from: FROM, subject: key } });
const status = 'enabled';

export async function unknownLists(names: string[]) {
  const steps: Any[] = [start];
  for (const name of names) steps.push(email(name));
  await resend.automations.create({ name: 'Unknown', status, steps, connections: [] }); // open workflow
}

export async function unknownTests(isLong: boolean) {
  const steps: Any[] = [start, email('one')];
  if (isLong) steps.push(email('two'));
  await resend.automations.create({ name: 'Test', status, steps, connections: [] }); // open workflow
}

export async function skipped(isOff: (wait: string) => boolean) {
  const steps: Any[] = [start];
  for (const wait of WAITS) {
    if (isOff(wait)) continue;
    steps.push(email(wait));
  }
  await resend.automations.create({ name: 'Skipped', status, steps, connections: [] }); // open workflow
}

export async function changedLater() {
  const steps: Any[] = [start];
  const workflow = { name: 'Later', status, steps, connections: [] };
  steps.push(email('one'));
  await resend.automations.create(workflow); // open workflow
}

const shared: Any[] = [start];
export function add(name: string) {
  shared.push(email(name));
}
export async function fromOtherFunctions() {
  await resend.automations.create({ name: 'Shared', status, steps: shared, connections: [] }); // open workflow
}

export async function growing() {
  const steps: Any[] = [start];
  for (const wait of WAITS) { // open workflow
    steps.push(email(wait));
    await resend.automations.create({ name: wait, status, steps, connections: [] });
  }
}

export async function recursive() {
  const steps: Any[] = [start];
  const deeper = (depth: number) => {
    steps.push(email(`mail_${depth}`));
    if (depth < 3) deeper(depth + 1);
  };
  deeper(0);
  await resend.automations.create({ name: 'Recursive', status, steps, connections: [] }); // open workflow
}

export async function callbacks() {
  const steps: Any[] = [start];
  register((name: string) => steps.push(email(name)));
  await resend.automations.create({ name: 'Callbacks', status, steps, connections: [] }); // open workflow
}

export async function laterCalls() {
  const steps: Any[] = [start];
  const append = (name: string) => steps.push(email(name));
  register(() => append('one'));
  await resend.automations.create({ name: 'Later calls', status, steps, connections: [] }); // open workflow
}

export async function endless() {
  const steps: Any[] = [start];
  for (let i = 0; ; i++) steps.push(email(`mail_${i}`));
  await resend.automations.create({ name: 'Endless', status, steps, connections: [] }); // open workflow
}

export async function counting() {
  const steps: Any[] = [start];
  let i = 0;
  while (i < 1e9) steps.push(email(`mail_${i++}`));
  await resend.automations.create({ name: 'Counting', status, steps, connections: [] }); // open workflow
}

export async function sorted() {
  const steps: Any[] = [start];
  steps.push(email('b'), email('a'));
  steps.sort((a, b) => a.key.localeCompare(b.key));
  await resend.automations.create({ name: 'Sorted', status, steps, connections: [] }); // open workflow
}

export async function labelled() {
  const steps: Any[] = [start];
  outer: for (const a of WAITS) for (const b of WAITS) if (a === b) continue outer; else steps.push(email(a));
  await resend.automations.create({ name: 'Labels', status, steps, connections: [] }); // open workflow
}

export async function doubled() {
  let steps: Any[] = [start];
  let name = 'a';
  for (let i = 0; i < 5000; i++) {
    steps = [...steps, ...steps];
    name += name;
  }
  await resend.automations.create({ name, status, steps, connections: [] }); // open workflow
}

export async function circular() {
  const steps: Any[] = [start];
  steps.push(steps);
  await resend.automations.create({ name: 'Circle', status, steps, connections: [] }); // open workflow
}

export async function nestedDeeply() {
  let steps: Any[] = [start];
  for (let i = 0; i < 5000; i++) steps = [steps, steps];
  await resend.automations.create({ name: 'Deep', status, steps, connections: [] }); // open workflow
}

export async function named() {
  let name = 'a';
  for (let i = 0; i < 40; i++) name += name;
  await resend.events.send({ event: name, email: 'a@b.co' }); // open event
}
