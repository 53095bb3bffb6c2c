import { clientOrNone, link, resend, start, step } from './steps';
import base from './base.json';

const status = 'enabled';
const MAILS = [
  { id: 'hello', after: '' },
  { id: 'tips', after: '2 days' },
  { id: 'offer', after: '2 dayz' }, // finds invalid-delay
];

export async function returned() {
  const steps = [start, step('wait', 'delay', '1 day'), step('one', 'mail', 'one')];
  await resend.automations.create({ name: 'Returned', status, steps, connections: link(['start', 'wait', 'one', 'two']) }); // finds dangling-edge
}

export async function mapped() {
  const steps = [
    start,
    ...MAILS.flatMap(({ id, after }) => {
      const mail = step(id, 'mail', id);
      if (after === '') return [mail];
      return [step(`before-${id}`, 'delay', after), mail];
    }),
  ];
  const keys = steps.map(({ key }) => key);
  await resend.automations.create({ name: 'Mapped', status, steps, connections: link(keys) });
}

export async function filtered(isLate: boolean) {
  const steps = [start, step('pause', 'delay', '1 hour'), step('last', 'end', ''), status === 'enabled' && step('news', 'mail', 'news')].filter(Boolean);
  const edges = [{ from: 'start', to: 'pause' }, { from: 'pause', to: 'news' }, { from: 'news', to: 'third' }, { from: 'x', to: 'y' }]; // finds dangling-edge
  await resend.automations.create({ name: 'Filtered', status, steps, connections: edges.filter(({ from }) => from !== 'x') });
  const some = [start, isLate && step('late', 'mail', 'late')].filter(Boolean);
  await resend.automations.create({ name: 'Some', status, steps: some, connections: [] }); // open workflow
}

export async function copied() {
  const body = structuredClone(base);
  for (const each of body.steps) if (each.type === 'delay') each.config.duration = '4 dayz'; // finds invalid-delay
  await resend.automations.create({ ...body, status });
  await resend.automations.create({ ...JSON.parse(JSON.stringify(base)), name: 'Same', status });
}

export async function named(kind: 'created' | 'gone', isLate: boolean) {
  await resend.events.send({ event: `user.${kind}`, email: 'ann@acme.com', payload: { plan: 'x', seats: 1 } }); // finds sent-unknown-event
  await resend.events.send({ event: `user.${isLate ? 'left' : 'lost'}`, email: 'ann@acme.com' }); // open event
}

export async function sent() {
  const client = clientOrNone();
  if (!client) return;
  await client.events.send({ event: 'user.lost', email: 'ann@acme.com' }); // finds sent-unknown-event
}
