import { configValue } from '../src/core/model/config.ts';
import { writtenPath } from '../src/core/model/place.ts';
import { labelOf } from '../src/core/model/text.ts';
import type { Step } from '../src/core/model/workflow.ts';
import { templateFor } from '../src/core/resources/templates.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'missing-email-field',
  severity: 'error',
  stage: 'structure',
  summary: 'An email without a subject or a sender, in the step and in its template.',
  why: 'Without a sender the email is not sent; without a subject spam filters reject it.',
  remedy: 'Add "subject" or "from" to the step, or to its template.',

  workflow({ emails, workspace }, report) {
    for (const step of emails)
      for (const field of ['subject', 'from'] as const) {
        const own = configValue(step, field) ?? '';
        if (typeof own !== 'string' || own.trim() !== '') continue;
        const isSubject = field === 'subject';
        // A blank subject replaces that of the template. An empty one may be an unset field.
        const isBlank = isSubject && own !== '';
        const template = isBlank ? undefined : templateFor(step, workspace);
        // An item of a list does not show what the template has.
        const isWhole = template?.variables !== undefined || template?.html !== undefined;
        const isMissing = isWhole ? !template[field]?.trim() : isSubject && isAlpha(step);
        if (!isBlank && !isMissing) continue;
        report({
          at: isBlank ? [step, 'config', field] : [step, 'config'],
          message: `${labelOf(step)} has no ${isSubject ? 'subject' : 'sender'}`,
          help: isBlank
            ? 'write the subject'
            : `add "${field}" to the config of the step, or to the template`,
          name: field,
          ...(isSubject ? !isWhole && { severity: 'warning' } : { loses: [step] }),
        });
      }
  },
});

/** The alpha requires a subject in the step. */
const isAlpha = (step: Step): boolean =>
  writtenPath(step, ['config', 'template', 'id']).length === 2 &&
  (writtenPath(step, ['key'])[0] === 'id' ||
    step.workflow.edges?.some((edge) => writtenPath(edge, ['from'])[0] === 'from_step_id') ===
      true);
