import { configField } from '../src/model/config.ts';
import { isGiven, isObject } from '../src/model/json.ts';
import { labelOf } from '../src/model/label.ts';
import type { Step } from '../src/model/nodes.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'missing-subject',
  severity: 'warning',
  preset: 'recommended',
  category: 'email',
  since: '0.1.0',
  summary: 'An email of the alpha interface without a subject.',
  why: 'It arrives with an empty subject line, which many people delete unread and many filters take for spam, or it is not sent at all.',
  remedy: 'Give the step a subject.',
  whenOff: 'When all your templates bring a subject of their own.',

  workflow({ workflow, graph }, report) {
    let linked: boolean | undefined;
    for (const step of graph.ofType('send_email')) {
      if (!isBlank(step.config['subject'])) continue;
      // Where the config gives a template as an object, that template may bring the subject.
      if (configField(step, 'template_id') === undefined || isObject(step.config['template'])) continue;
      linked ??= workflow.edges.some(({ raw }) => isGiven(raw['from_step_id']) || isGiven(raw['fromStepId']));
      if (!linked && !isIdentified(step)) continue;
      const subject = step.config['subject'];
      report({
        at: [step, 'config'],
        message: typeof subject === 'string' ? `the subject of ${labelOf(step)} is blank` : `${labelOf(step)} has no subject`,
        help: 'add "subject" to its config',
      });
    }
  },
});

const isBlank = (subject: unknown): boolean => subject === undefined || subject === null || (typeof subject === 'string' && subject.trim() === '');

const isIdentified = ({ raw }: Step): boolean => isGiven(raw['id']) && !isGiven(raw['key']);
