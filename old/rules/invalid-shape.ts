import { snakeCase } from '../src/core/model/fields.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'invalid-shape',
  severity: 'error',
  preset: 'correctness',
  category: 'document',
  mandatory: true,
  summary:
    'A field of a workflow, step, connection, event or list that is missing or has the wrong type.',
  why: 'The service rejects the workflow or ignores the part, so contacts may not receive its emails.',
  remedy: 'Add or correct the field, or export the workflow again.',
  whenOff: 'Never, and it cannot be switched off, because unreadable parts are not checked.',
  isCause: true,
  listForm: true,

  document({ document }, report) {
    for (const problem of document.problems) {
      const { rule, place, message, help, field, fixes, maxSeverity } = problem;
      if (rule === 'invalid-shape')
        report({
          at: place,
          message,
          help,
          fixes,
          fingerprintKey: { detail: field && snakeCase(field) },
          maxSeverity,
        });
    }
  },
});
