import { resend } from './client';
declare function load(): any;
const from = 'Ann <ann@acme.com>';
const start = { key: 'start', type: 'trigger', config: { eventName: 'user.created' } };
const end = { key: 'end', type: 'contact_delete', config: {} };
const status = 'disabled';
/** Each of these starts by the event, goes by one step, and ends. */
const by = (name: string, step: object) => ({ name, status, steps: [start, { key: 'step', ...step }, end], connections: [{ from: 'start', to: 'step' }, { from: 'step', to: 'end' }] });

await resend.automations.create(by('Subject', { type: 'send_email', config: { template: { id: 'a' }, from, subject: load(), replyTo: load(), reply_to: 'a@b.co' } })); // finds dropped-field
await resend.automations.create(by('Template', { type: 'send_email', config: { template: { id: load(), variables: { PLAN: { var: 'plan' }, ...load() } }, from, subject: 'Hi' } })); // finds unqualified-variable
await resend.automations.create(by('Duration', { type: 'delay', config: { duration: load() } })); // open workflow
await resend.automations.create(by('Seconds', { type: 'delay', config: { seconds: load() } })); // open workflow
await resend.automations.create(by('Timeout', { type: 'wait_for_event', config: { eventName: 'user.created', timeout: load() } })); // open workflow
await resend.automations.create(by('TimeoutSeconds', { type: 'wait_for_event', config: { eventName: 'user.created', timeoutSeconds: load() } })); // open workflow
await resend.automations.create(by('Filter', { type: 'wait_for_event', config: { eventName: 'user.created', timeout: '1 day', filterRule: load() } })); // open workflow
await resend.automations.create(by('Rule', { type: 'condition', config: { type: 'rule', field: 'event.plan', operator: 'eq', value: load() } })); // open workflow
await resend.automations.create(by('Type', { type: load(), config: {} })); // open workflow
await resend.automations.create({ ...by('Key', { type: 'delay', config: { duration: '1 day' } }), connections: load() }); // open workflow
await resend.automations.create({ ...by('More', { type: 'delay', config: { duration: '1 day' } }), ...load() }); // open workflow
const wait = { key: 'wait', type: 'delay', config: { duration: '2 dayz' } }; // finds invalid-delay
await resend.automations.create({ id: load(), name: load(), status: load(), steps: [start, wait, end], connections: [{ from: 'start', to: 'wait' }, { from: 'wait', to: 'end' }] });
await resend.automations.create({ ...by('Method', { type: 'delay', config: { duration: '3 dayz' } }), toString() {}, label: undefined }); // finds invalid-delay
await resend.automations.update('a1', { name: 'Names', status }); 
await resend.automations.update('a1', { name: 'Names', steps: undefined }); // open workflow
await resend.automations.create({ name: 'Other lists', steps: [], more: [{ config: { plan: load() } }], connections: [] }); // open workflow
