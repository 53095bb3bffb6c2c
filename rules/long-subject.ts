import { countOutside } from '../src/core/model/braces.ts';
import { labelOf } from '../src/core/model/label.ts';
import { isEmail } from '../src/core/model/step-type.ts';
import { countOption, defineRule, optionsOf } from '../src/core/rule.ts';

export default defineRule({
  id: 'long-subject',
  severity: 'info',
  preset: 'strict',
  category: 'email',
  summary: 'A subject that is too long for most mail clients.',
  why: 'Mail clients cut off long subjects, so recipients may not see the important part.',
  remedy: 'Shorten the subject, or move the important words to the start.',
  whenOff: 'When long subjects work well for your recipients; raising the option "max" is better.',
  linear: true,
  options: optionsOf({
    max: countOption(78, [1], 'The maximum number of characters, not counting variables.'),
  }),

  workflow({ workflow }, report, { max }) {
    for (const step of workflow.steps) {
      const subject = isEmail(step) ? step.config['subject'] : undefined;
      if (typeof subject !== 'string' || subject.length <= max) continue;
      const length = countOutside(subject);
      if (length <= max) continue;
      const besides = subject.includes('{{') ? ' without variables' : '';
      report({
        at: [step, 'config', 'subject'],
        message: `subject of ${labelOf(step)} has ${length} characters${besides} (limit: ${max})`,
        help: `shorten it by ${length - max === 1 ? '1 character' : `${length - max} characters`}`,
      });
    }
  },
});
