import { resend, start, step } from './steps';

const LEGACY: Record<string, string> = { signup: 'user.created', gone: 'user.lost' }; // finds sent-unknown-event

function eventFor(name: string) {
  if (name in LEGACY) return LEGACY[name];
  if (!name.startsWith('user.')) throw new Error(name);
  return name;
}

export async function renamed(email: string) {
  await resend.events.send({ event: eventFor('signup'), email, payload: { plan: 'x', seats: 1 } });
  await resend.events.send({ event: eventFor('gone'), email });
  await resend.events.send({ event: eventFor('user.left'), email });
}

export async function corrected(duration?: string) {
  const steps: any[] = [start, { key: 'wait', type: 'delay', config: { duration: 'TBD' } }, step('one', 'mail', 'one')];
  const connections = [{ from: 'start', to: 'wait' }, { from: 'wait', to: 'one' }];
  const found = steps.find(({ type }) => type === 'delay');
  found.config.duration = '6 dayz'; // finds invalid-delay
  await resend.automations.create({ name: 'Corrected', status: 'enabled', steps, connections });
  const other = steps.find(({ key }) => key === duration);
  other.config.duration = duration;
  await resend.automations.create({ name: 'Other', status: 'enabled', steps, connections }); // open workflow
}

export async function replaced(ids: Record<string, string>) {
  const base = [{ key: 'start', type: 'trigger', config: { eventName: '' } }, { key: 'two', type: 'send_email', config: { template: { id: 'TODO' } } }];
  const steps = base.map((each) => {
    if (each.type === 'trigger') return { ...each, config: { eventName: 'user.left' } };
    return { ...each, config: { template: { id: ids[each.key] }, from: 'Ann <ann@acme.com>', subject: 'Two' } };
  });
  await resend.automations.create({ name: 'Replaced', status: 'enabled', steps, connections: [{ from: 'start', to: 'two' }] });
}
