import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'invalid-shape',
  severity: 'error',
  preset: 'correctness',
  category: 'document',
  since: '0.1.0',
  summary: 'A field of a workflow, step, edge, event or list that is missing or has the wrong type.',
  why: 'Neither the service nor this tool can tell what is meant there.',
  remedy: 'Export the workflow again, or put the field in by hand.',
  whenOff: 'Never: what could not be read could not be checked.',
  summaries: true,

  document({ document }, report) {
    for (const { rule, place, message, help, field, uncertain = false } of document.problems) {
      if (rule === 'invalid-shape') report({ at: place, message, help, ...(field !== undefined && { detail: field }), uncertain });
    }
  },
});
