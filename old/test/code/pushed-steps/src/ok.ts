import { FROM, resend, WAITS } from './client';
type Any = Record<string, any>;
const start = (eventName: string) => ({ key: 'start', type: 'trigger', config: { eventName } });
const email = (key: string) => ({ key, type: 'send_email', config: { template: { id: key }, from: FROM, subject: key } });

export async function counted() {
  if (!process.env.RESEND_API_KEY) throw new Error('no key');
  const from = process.env.FROM_EMAIL;
  if (!from) {
    console.error('no sender');
    return;
  }
  const steps: Any[] = [start('user.created')];
  const connections: Any[] = [];
  for (let i = 0; i < WAITS.length; i++) {
    steps.push({ key: `wait_${i}`, type: 'delay', config: { duration: WAITS[i] } }, email(`mail_${i}`));
  }
  for (let i = 1; i < steps.length; i += 1) connections.push({ from: steps[i - 1].key, to: steps[i].key });
  await resend.automations.create({ name: 'Counted', steps, connections });
}

export async function linked() {
  const steps: Any[] = [];
  const connections: Any[] = [];
  let last: string | undefined;
  const add = (step: Any) => {
    steps.push(step);
    if (last) connections.push({ from: last, to: step.key });
    last = step.key;
    return step.key;
  };
  add(start('user.created'));
  for (const [i, duration] of WAITS.entries()) {
    add({ key: `wait_${i + 1}`, type: 'delay', config: { duration } });
    add(email(`mail_${i + 1}`));
  }
  const workflow = { name: 'Linked', steps, connections };
  await resend.automations.create(workflow);
}

function append(list: Any[], links: Any[], step: Any) {
  links.push({ from: list[list.length - 1].key, to: step.key });
  list.push(step);
}

function build(name: string, kinds: readonly string[]) {
  const graph: { steps: Any[]; connections: Any[] } = { steps: [start('user.created')], connections: [] };
  kinds.forEach((kind, index) => {
    switch (kind) {
      case 'email':
        append(graph.steps, graph.connections, email(`${name}_${index}`));
        break;
      case 'pause':
        append(graph.steps, graph.connections, { key: `pause_${index}`, type: 'delay', config: { duration: '2 days' } });
        break;
      default:
        throw new Error(kind);
    }
  });
  return { name, ...graph };
}

export async function kinds() {
  await resend.automations.create(build('Kinds', ['email', 'pause', 'email']));
  for (const name of ['A', 'B']) {
    const { error } = await resend.automations.create(build(name, ['email']));
    if (error) throw error;
  }
}

const all: Any[] = [start('user.left')];
const links: Any[] = [];
let n = 0;
while (n < 2) {
  n++;
  links.push({ from: n === 1 ? 'start' : `mail_${n - 1}`, to: `mail_${n}` });
  all.push(n === 1 ? { key: 'mail_1', type: 'delay', config: { duration: '1 day' } } : email(`mail_${n}`));
}
async function main() {
  await resend.automations.create({ name: 'All', steps: all, connections: links });
}
void main();

export async function filled() {
  const workflow: Any = { name: 'Filled' };
  workflow.steps = [start('user.created')];
  workflow.connections = [];
  workflow.steps.push(email('one'));
  workflow['connections'].push({ from: 'start', to: 'one' });
  await resend.automations.create(workflow);
}

export async function defaults() {
  const steps: Any[] = [start('user.created'), email('one')];
  const connections: Any[] = [{ from: 'start', to: 'one' }];
  if (process.env.NO_PAUSE !== '1') {
    steps.push({ key: 'pause', type: 'delay', config: { duration: '1 day' } });
    connections.push({ from: 'one', to: 'pause' });
  }
  if (process.env.DRY_RUN) return;
  try {
    steps.push(email('two'));
    connections.push({ from: steps.at(-2)!.key, to: 'two' });
    await resend.automations.create({ name: 'Defaults', steps, connections });
  } catch (error) {
    console.error(error);
  }
}

export async function withoutEnds() {
  const steps: Any[] = [start('user.none'), email('one'), email('one')];
  steps.pop();
  steps.shift();
  steps.unshift(start('user.created'));
  await resend.automations.create({ name: 'Ends', steps, connections: [{ from: 'start', to: 'one' }] });
}

export async function assigned(queue: { assign(step: Any, more: Any): string }) {
  const steps: Any[] = [start('user.created')];
  const step = email('one');
  const task = queue.assign(step, { type: 'worker' });
  steps.push(step);
  console.log(task);
  await resend.automations.create({ name: 'Assigned', steps, connections: [{ from: 'start', to: 'one' }] });
}

export async function replaced() {
  let steps: Any[] = [];
  steps = [...steps, start('user.created')];
  steps = steps.concat([{ key: 'wait', type: 'delay', config: { duration: '1 day' } }], [email('one')]);
  const connections = steps.slice(1).map((step, i) => ({ from: steps[i].key, to: step.key }));
  await resend.automations.create({ name: 'Replaced', steps, connections });
}
