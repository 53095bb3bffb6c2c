import { Resend } from 'resend';
const resend = new Resend(process.env.RESEND_API_KEY);
const from = 'Ann <ann@acme.com>';

export const steps = (key: string) => [
  { key: `a_${key}`, type: 'delay', config: { duration: '90 days' } }, // finds excessive-delay
  { key: `b_${key}`, type: 'delay', config: {} }, // finds invalid-config
  { key: `c_${key}`, type: 'delay', config: { duration: '1 m' } }, // finds unclear-duration
  { key: `d_${key}`, type: 'delay', config: { duration: '1 day', until: 'now' } }, // finds unknown-config-field
  { key: `e_${key}`, type: 'trigger', config: { eventName: 'user.creatd' } }, // finds unknown-event
  { key: `f_${key}`, type: 'trigger', config: { eventName: 'resend:contact.made' } }, // finds unknown-system-event
  { key: `g_${key}`, type: 'contact_update', config: { properties: { plan: 'pro' }, unsubscribed: 'yes' } }, // finds invalid-update
  { key: `h_${key}`, type: 'send_email', config: { template: { id: 'TODO' }, from, subject: 'Hi' } }, // finds placeholder-value
  { key: `i_${key}`, type: 'send_email', config: { template: { id: 'welcome', variables: { 'FIRST NAME': 'x' } }, from, subject: 'Hi' } }, // finds invalid-variable-name
  { key: `j_${key}`, type: 'send_email', config: { template: { id: 'welcome', variables: { FIRST_NAME: 'x' } }, from, subject: 'Hi' } }, // finds reserved-variable
  { key: `k_${key}`, type: 'send_email', config: { template: { id: 'welcome' }, from, subject: 'Hi {{{event.plan}}' } }, // finds unbalanced-variable
  { key: `l_${key}`, type: 'send_email', config: { template: { id: 'welcome' }, from, subject: 'Hi {{#if event.plan}}!{{/if}}' } }, // finds unsupported-variable
  { key: `m_${key}`, type: 'delay', config: { duration: '3 dayz' } }, // finds invalid-delay
];
const { error } = await resend.automations.create({ name: 'Built', steps: load(), connections: [] }); // open workflow
if (error) throw error;
declare function load(): any[];
