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
  summary: 'An email with a blank subject, or in the alpha format without a subject.',
  why: 'The email is sent with an empty subject, which spam filters may reject, or it is not sent at all.',
  remedy: 'Add a subject to the step.',
  whenOff: 'When all your templates define a subject.',

  workflow({ workflow, graph }, report) {
    let linked: boolean | undefined;
    for (const step of graph.where(isEmail)) {
      const { subject } = step.config;
      if (!isBlank(subject)) continue;
      // A blank subject replaces that of the template. An empty one may be an unset field.
      const isWritten = typeof subject === 'string' && subject !== '';
      if (!isWritten) {
        // A template given as an object may define the subject.
        if (configField(step, 'template_id') === undefined || isObject(step.config['template']))
          continue;
        linked ??= workflow.edges.some(
          ({ raw }) => isGiven(raw['from_step_id']) || isGiven(raw['fromStepId']),
        );
        if (!linked && !isIdentified(step)) continue;
      }
      report({
        at: isWritten ? [step, 'config', 'subject'] : [step, 'config'],
        message:
          typeof subject === 'string'
            ? `subject of ${labelOf(step)} is blank`
            : `${labelOf(step)} has no subject`,
        help: isWritten ? 'write a subject' : 'add "subject": "…" to its config',
      });
    }
  },
});

const isBlank = (subject: unknown): boolean =>
  subject === undefined ||
  subject === null ||
  (typeof subject === 'string' && subject.trim() === '');

const isIdentified = ({ raw }: Step): boolean => isGiven(raw['id']) && !isGiven(raw['key']);
