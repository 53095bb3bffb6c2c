import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'unrecognized-document',
  severity: 'error',
  preset: 'correctness',
  category: 'document',
  since: '0.1.0',
  summary: 'JSON without a workflow or event definition.',
  why: 'The file was not checked, so a workflow that should send emails may be missing.',
  remedy: 'Pass the file that contains the workflow, or remove this file from the paths.',
  whenOff:
    'When your paths include other JSON on purpose; passing a folder is better, because other files in it are skipped and counted.',

  document({ document }, report) {
    for (const { rule, place, message, help } of document.problems)
      if (rule === 'unrecognized-document') report({ at: place, message, help });
  },
});
