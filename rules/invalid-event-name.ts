import { writeFix } from '../src/core/model/fix.ts';
import { quote } from '../src/core/model/text.ts';
import { defineRule } from '../src/core/rule.ts';

const RESERVED = 'resend:';

export default defineRule({
  id: 'invalid-event-name',
  severity: 'error',
  preset: 'recommended',
  stage: 'readable',
  summary: 'An event name that the service rejects or that cannot be sent.',
  why: 'Applications cannot send an event of this name, so its workflows never start.',
  remedy: 'Rename the event in its definition and in every place that sends it.',

  document({ document }, report) {
    for (const event of document.events) {
      const { name = 'x' } = event;
      const trimmed = name.trim();
      const faults = [
        ...(trimmed === name ? [] : [describeSpace(name, trimmed)]),
        ...(/\p{Cc}/u.test(trimmed) ? ['contains a control character'] : []),
        ...(trimmed.startsWith(RESERVED) ? [`uses the reserved prefix "${RESERVED}"`] : []),
      ];
      if (trimmed !== '' && faults.length === 0) continue;
      const meant = trimmed
        .replace(/\p{Cc}/gu, '')
        .replace(RESERVED, '')
        .trim();
      report({
        at: [event, 'name'],
        message:
          trimmed === '' ? 'event name is blank' : `event name ${quote(name)} ${faults.join(', ')}`,
        help: meant === '' ? 'use a name such as "order.…"' : `use ${quote(meant)}`,
        fixes: writeFix([event, 'name'], meant || undefined, 'unsafe'),
      });
    }
  },
});

function describeSpace(name: string, trimmed: string): string {
  if (name.startsWith(trimmed)) return 'ends with white space';
  return name.endsWith(trimmed) ? 'starts with white space' : 'starts and ends with white space';
}
