import { defineRule } from '../src/core/rule.ts';

// The engine reports this finding when a rule throws; the rule itself has no check.
export default defineRule({
  id: 'rule-crashed',
  severity: 'error',
  preset: 'correctness',
  category: 'document',
  mandatory: true,
  summary: 'A rule that failed with an exception.',
  why: 'The document was not checked by this rule, so faults in its emails may be missed.',
  remedy: 'Report the defect to the author of the rule, and switch the rule off until it is fixed.',
  whenOff: 'Never, and it cannot be switched off; switch off the failing rule instead.',
});
