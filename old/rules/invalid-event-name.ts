import { writeFix } from '../src/core/model/fix.ts';
import { quote } from '../src/core/model/label.ts';
import { defineRule } from '../src/core/rule.ts';

const RESERVED = 'resend:';

export default defineRule({
  id: 'invalid-event-name',
  severity: 'error',
  preset: 'correctness',
  category: 'events',
  summary: 'An event name that the service rejects or that cannot be sent.',
  why: 'Applications cannot send an event of this name, so its workflows never start.',
  remedy: 'Rename the event in its definition and in every place that sends it.',
  whenOff: 'Never, because the service does not accept the name.',

  event({ event }, report) {
    const { name } = event;
    if (name === undefined) return;
    const fault = faultOf(name);
    if (fault === undefined) return;
    const { message, help, meant } = fault;
    report({
      at: [event, 'name'],
      message,
      help,
      fixes: writeFix([[event, 'name']], meant, 'unsafe'),
    });
  },
});

interface Fault {
  readonly message: string;
  readonly help: string;
  readonly meant?: string;
}

function faultOf(name: string): Fault | undefined {
  const trimmed = name.trim();
  if (trimmed === '')
    return {
      message: 'event name is blank',
      help: 'use a name such as "order.…"',
    };
  const faults: string[] = [];
  if (trimmed !== name)
    faults.push(
      `${name.startsWith(trimmed) ? 'ends' : name.endsWith(trimmed) ? 'starts' : 'starts and ends'} with white space`,
    );
  if (/\p{Cc}/u.test(trimmed)) faults.push('contains a control character');
  if (name.startsWith(RESERVED)) faults.push(`uses the reserved prefix "${RESERVED}"`);
  if (faults.length === 0) return undefined;
  const clean = trimmed
    .replace(/\p{Cc}/gu, '')
    .slice(trimmed.startsWith(RESERVED) ? RESERVED.length : 0);
  return {
    message: `event name ${quote(name)} ${faults.join(', ')}`,
    help: clean === '' ? 'use a name such as "order.…"' : `use ${quote(clean)}`,
    ...(clean !== '' && { meant: clean }),
  };
}
