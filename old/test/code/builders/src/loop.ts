import { Resend } from 'resend';
import { SEQUENCE } from './sequence';
const resend = new Resend(process.env.RESEND_API_KEY);
const LATER = [{ key: 'three', timeout: '10 days' }, { key: 'four', timeout: '2 wekes' }]; // finds invalid-delay
const steps: any[] = [{ key: 'start', type: 'trigger', config: { eventName: 'user.created' } }];
const connections: any[] = [];
let previous = 'start';
for (const { key, delay } of SEQUENCE) {
  steps.push({ key: `wait_${key}`, type: 'delay', config: { duration: delay } });
  connections.push({ from: previous, to: `wait_${key}` });
  previous = `wait_${key}`;
}
LATER.forEach((each, i) => {
  steps.push({ key: `for_${each.key}`, type: 'wait_for_event', config: { eventName: 'user.left', timeout: each.timeout } }); // finds unreachable-step
  steps.push({ key: `mail_${i}`, type: 'send_email', config: { template: { id: idOf(each.key), variables: { NAME: '{{contact.first_name}}' } } } }); // finds unreachable-step mustache-in-variable
});
const { error } = await resend.automations.create({ name: 'Looped', steps, connections });
if (error) throw error;
declare function idOf(key: string): string;
