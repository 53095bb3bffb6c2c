import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'rule-crashed',
  severity: 'error',
  stage: 'readable',
  summary: 'A rule that failed with an exception.',
  why: 'The document was not checked by this rule, so faults in its emails may be missed.',
  remedy: 'Report the defect to the author of the rule, and switch the rule off until it is fixed.',
  isOfCrashes: true,
});
