import { quote } from '../src/model/label.ts';
import { defineRule } from '../src/rule.ts';

const RESERVED = 'resend:';

export default defineRule({
  id: 'invalid-event-name',
  severity: 'error',
  preset: 'correctness',
  category: 'events',
  since: '0.1.0',
  summary: 'An event name that the service refuses or nobody can type.',
  why: 'The name an application sends never equals it: workflows on this event do not start.',
  remedy: 'Rename the event, in the definition and wherever it is sent.',
  whenOff: 'Never: such a name works nowhere.',

  event({ event }, report) {
    const { name } = event;
    if (name === undefined) return;
    const fault = faultOf(name);
    if (fault !== undefined) report({ at: [event, 'name'], ...fault });
  },
});

function faultOf(name: string): { readonly message: string; readonly help: string } | undefined {
  const trimmed = name.trim();
  if (trimmed === '') return { message: 'the name of this event is blank', help: 'give it a name such as "order.paid"' };
  const faults: string[] = [];
  if (trimmed !== name) faults.push(`${name.startsWith(trimmed) ? 'ends' : name.endsWith(trimmed) ? 'begins' : 'begins and ends'} with white space`);
  if (/\p{Cc}/u.test(trimmed)) faults.push('contains a control character');
  if (name.startsWith(RESERVED)) faults.push(`begins with "${RESERVED}", which is reserved for the service's own events`);
  if (faults.length === 0) return undefined;
  const clean = trimmed.replace(/\p{Cc}/gu, '').slice(trimmed.startsWith(RESERVED) ? RESERVED.length : 0);
  return {
    message: `the event name ${quote(name)} ${faults.join(', ')}`,
    help: clean === '' ? 'give it a name such as "order.paid"' : `name it ${quote(clean)}`,
  };
}
