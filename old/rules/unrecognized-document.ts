import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'unrecognized-document',
  severity: 'error',
  preset: 'correctness',
  category: 'document',
  mandatory: true,
  summary: 'JSON without a workflow or event definition.',
  why: 'The file was not checked, so a workflow that should send emails may be missing.',
  remedy: 'Pass the file that contains the workflow, or remove this file from the paths.',
  whenOff:
    'Never, and it cannot be switched off. Pass a folder or a glob instead: other files in it are skipped and counted.',

  document({ document }, report) {
    for (const { rule, place, message, help } of document.problems)
      if (rule === 'unrecognized-document') report({ at: place, message, help });
  },
});
