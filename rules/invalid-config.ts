import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'invalid-config',
  severity: 'error',
  preset: 'correctness',
  category: 'document',
  since: '0.1.0',
  summary: "A field of a step's config that is missing, blank or of the wrong type.",
  why: 'The service refuses such a step, or runs it without the template, event or segment it was meant for.',
  remedy: 'Fill the field in; its step type says which it needs.',
  whenOff: 'Never: a step without what it needs cannot do its work.',

  document({ document }, report) {
    for (const { rule, place, message, help, field } of document.problems) {
      if (rule === 'invalid-config') report({ at: place, message, help, ...(field !== undefined && { detail: field }) });
    }
  },
});
