import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'invalid-json',
  severity: 'error',
  preset: 'correctness',
  category: 'document',
  since: '0.1.0',
  mandatory: true,
  summary: 'Text that is no JSON.',
  why: 'Nothing in it could be checked, and no tool of the service can read it either.',
  remedy: 'Export the file again, or mend it at the place shown.',
  whenOff: 'Never, and it cannot be: a file that was not read must not pass as clean.',

  document({ document }, report) {
    for (const { rule, place, message, help } of document.problems) if (rule === 'invalid-json') report({ at: place, message, help });
  },
});
