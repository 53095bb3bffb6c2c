import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'invalid-json',
  severity: 'error',
  preset: 'correctness',
  category: 'document',
  mandatory: true,
  summary: 'Text that is not valid JSON.',
  why: 'Neither edgewise nor the service can read the file, so none of its emails can be checked or sent.',
  remedy: 'Correct the text at the reported position, or export the file again.',
  whenOff: 'Never, and it cannot be switched off, because an unread file must not count as valid.',

  document({ document }, report) {
    for (const { rule, place, message, help, fixes } of document.problems)
      if (rule === 'invalid-json') report({ at: place, message, help, fixes });
  },
});
