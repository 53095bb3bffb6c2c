import { FROM, PAUSES, resend, WAITS } from './client';
type Any = Record<string, any>;
const email = (key: string, variables: Any = {}) => ({ key, type: 'send_email', config: { template: { id: key, variables }, from: FROM, subject: key } });

function previousLost() {
  const steps: Any[] = [{ key: 'start', type: 'trigger', config: { eventName: 'user.creatd' } }]; // finds unknown-event
  const connections: Any[] = [];
  let previous = 'start';
  for (const [i, duration] of PAUSES.entries()) {
    steps.push({ key: `wait_${i}`, type: 'delay', config: { duration } });
    connections.push({ from: previous, to: `wait_${i}` });
    steps.push(email(`mail_${i}`, { PLAN: { var: 'event.plann' } })); // finds unknown-variable
    connections.push({ from: `wait_${i}`, to: `mail_${i}` });
    previous = `mail_${i}`;
  }
  return { name: 'Previous', status: 'enabled', steps, connections };
}
await resend.automations.create(previousLost());

const steps: Any[] = [{ key: 'start', type: 'trigger', config: { eventName: 'user.created' } }]; // finds no-action
const connections: Any[] = [];
WAITS.forEach((duration, i) => {
  steps.push({ key: `wait_${i}`, type: 'delay', config: { duration } }); // finds unreachable-step
  connections.push({ from: i === 0 ? 'start' : `wait_${i}`, to: `wait_${i}` }); // finds self-loop
});
await resend.automations.create({ name: 'Selves', status: 'enabled', steps, connections });
