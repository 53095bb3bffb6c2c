import { countOutside } from '../src/model/braces.ts';
import { labelOf } from '../src/model/label.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'long-subject',
  severity: 'info',
  preset: 'strict',
  category: 'email',
  since: '0.1.0',
  summary: 'A subject longer than mail programs show.',
  why: 'The end of it is cut off, on a phone most of it: people decide by the first words whether they open the email.',
  remedy: 'Shorten it, and put first what matters most.',
  whenOff: 'When long subjects have proved to work for you: rather raise "max".',
  options: {
    defaults: { max: 78 },
    schema: { max: { description: 'The greatest number of characters that is fine; variables are not counted.', type: 'integer', minimum: 1 } },
  },

  workflow({ workflow }, report, { max }) {
    for (const step of workflow.steps) {
      const subject = step.type === 'send_email' ? step.config['subject'] : undefined;
      if (typeof subject !== 'string' || subject.length <= max) continue;
      const length = countOutside(subject);
      if (length <= max) continue;
      const besides = subject.includes('{{') ? ' besides its variables' : '';
      report({
        at: [step, 'config', 'subject'],
        message: `the subject of ${labelOf(step)} has ${length} characters${besides}, more than ${max}`,
        help: `leave out ${length - max === 1 ? 'a character' : `${length - max} characters`}`,
      });
    }
  },
});
