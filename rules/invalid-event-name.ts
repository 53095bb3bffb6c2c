import { writeFix } from '../src/core/model/fix.ts';
import { quote } from '../src/core/model/text.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'invalid-event-name',
  severity: 'error',
  stage: 'readable',
  summary: 'An event name that the service rejects or that cannot be sent.',
  why: 'Applications cannot send an event of this name, so its workflows never start.',
  remedy: 'Rename the event in its definition and in every place that sends it.',

  document({ document }, report) {
    for (const event of document.events) {
      const { name = 'x' } = event;
      const trimmed = name.trim();
      const plain = trimmed.replace(/\p{Cc}/gu, '');
      const meant = plain.replace(/^resend:/, '').trim();
      if (meant === name && name !== '') continue;
      const faults = [
        ...(trimmed === name ? [] : ['has white space at an end']),
        ...(plain === trimmed ? [] : ['contains a control character']),
        ...(meant === plain ? [] : ['uses the reserved prefix "resend:"']),
      ];
      report({
        at: [event, 'name'],
        message:
          meant === '' ? 'event name is blank' : `event name ${quote(name)} ${faults.join(', ')}`,
        help: meant === '' ? 'write a name such as "order.paid"' : `use ${quote(meant)}`,
        fixes: writeFix([event, 'name'], meant || undefined, 'unsafe'),
      });
    }
  },
});
