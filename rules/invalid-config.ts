import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'invalid-config',
  severity: 'error',
  preset: 'correctness',
  category: 'document',
  since: '0.1.0',
  summary: 'A config field of a step that is missing, blank or of the wrong type.',
  why: 'The service rejects the step, or runs it without its template, event or segment.',
  remedy: 'Set the field to a value of the required type.',
  whenOff: 'Never, because the step cannot run without its required fields.',

  document({ document }, report) {
    for (const { rule, place, message, help, field } of document.problems) {
      if (rule === 'invalid-config')
        report({ at: place, message, help, ...(field !== undefined && { detail: field }) });
    }
  },
});
