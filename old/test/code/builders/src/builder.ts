import { Resend } from 'resend';
const resend = new Resend(process.env.RESEND_API_KEY);
function build(emails: { id: string; wait: string }[]) {
  const steps: any[] = [{ key: 'start', type: 'trigger', config: { eventName: 'user.created' } }];
  const connections: any[] = [];
  let prev = 'start';
  emails.forEach((mail, i) => {
    steps.push({ key: `wait${i}`, type: 'delay', config: { duration: '3 dayz' } }); // finds invalid-delay
    steps.push({ key: `mail${i}`, type: 'send_email', config: { template: { id: mail.id }, from: 'ann.acme.com', subject: 'x', variables: { NAME: '{{contact.first_name}}' } } }); // finds invalid-sender mustache-in-variable
    connections.push({ from: prev, to: `wait${i}` }, { from: `wait${i}`, to: `mail${i}` });
    prev = `mail${i}`;
  });
  return { name: 'Built', steps, connections };
}
const { error } = await resend.automations.create(build(load())); // open workflow
if (error) throw error;
declare function load(): any[];
