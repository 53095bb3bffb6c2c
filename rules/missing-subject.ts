import { configField } from '../src/core/model/config.ts';
import { isGiven, isObject } from '../src/core/model/json.ts';
import { labelOf } from '../src/core/model/label.ts';
import type { Step } from '../src/core/model/nodes.ts';
import { isEmail } from '../src/core/model/step-type.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'missing-subject',
  severity: 'warning',
  preset: 'recommended',
  category: 'email',
  since: '0.1.0',
  summary: 'An email in the alpha format without a subject.',
  why: 'The email is sent with an empty subject, which spam filters may reject, or it is not sent at all.',
  remedy: 'Add a subject to the step.',
  whenOff: 'When all your templates define a subject.',

  workflow({ workflow, graph }, report) {
    let linked: boolean | undefined;
    for (const step of graph.where(isEmail)) {
      if (!isBlank(step.config['subject'])) continue;
      // A template given as an object may define the subject.
      if (configField(step, 'template_id') === undefined || isObject(step.config['template']))
        continue;
      linked ??= workflow.edges.some(
        ({ raw }) => isGiven(raw['from_step_id']) || isGiven(raw['fromStepId']),
      );
      if (!linked && !isIdentified(step)) continue;
      const subject = step.config['subject'];
      report({
        at: [step, 'config'],
        message:
          typeof subject === 'string'
            ? `subject of ${labelOf(step)} is blank`
            : `${labelOf(step)} has no subject`,
        help: 'add "subject": "…" to its config',
      });
    }
  },
});

const isBlank = (subject: unknown): boolean =>
  subject === undefined ||
  subject === null ||
  (typeof subject === 'string' && subject.trim() === '');

const isIdentified = ({ raw }: Step): boolean => isGiven(raw['id']) && !isGiven(raw['key']);
