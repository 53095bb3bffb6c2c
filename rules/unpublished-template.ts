import { templateOf } from '../src/core/model/config.ts';
import { quote } from '../src/core/model/text.ts';
import { templateFor } from '../src/core/resources/templates.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'unpublished-template',
  severity: 'error',
  stage: 'structure',
  summary: 'An email whose template is a draft, or has unpublished changes.',
  why: 'An email of a draft is not sent, and unpublished changes are not in the email.',
  remedy: 'Publish the template.',

  workflow({ emails, workspace }, report) {
    for (const step of emails) {
      const template = templateFor(step, workspace);
      const isDraft = template?.status === 'draft';
      if (!isDraft && !template?.has_unpublished_versions) continue;
      const state = isDraft ? 'is not published' : 'has unpublished changes';
      report({
        at: [step, 'config', 'template', 'id'],
        message: `template ${quote(templateOf(step) ?? '')} ${state}`,
        help: 'publish the template',
        ...(isDraft ? { loses: [step] } : { severity: 'warning' }),
      });
    }
  },
});
