import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'unrecognized-document',
  severity: 'error',
  preset: 'correctness',
  category: 'document',
  since: '0.1.0',
  summary: 'JSON that holds neither workflows nor event definitions.',
  why: 'Somebody wanted it checked, and nothing was: a workflow may have gone missing without a word.',
  remedy: 'Name the file that holds the workflow, or leave this one out of the paths.',
  whenOff: 'When the paths you name take in other JSON on purpose; better to name a folder, where such files are skipped and counted.',

  document({ document }, report) {
    for (const { rule, place, message, help } of document.problems) if (rule === 'unrecognized-document') report({ at: place, message, help });
  },
});
