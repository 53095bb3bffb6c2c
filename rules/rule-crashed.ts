import { defineRule } from '../src/rule.ts';

// The engine reports this itself, when a rule throws: here is only what it is called and what it means.
export default defineRule({
  id: 'rule-crashed',
  severity: 'error',
  preset: 'correctness',
  category: 'document',
  since: '0.1.0',
  mandatory: true,
  summary: 'A rule that failed while it checked a document.',
  why: 'What that rule would have found is not known, so the document must not pass as clean; all other rules went on.',
  remedy: 'Report the fault to whoever wrote the rule, and switch the rule off until it is mended.',
  whenOff: 'Never: it cannot be. Switch off the rule it names.',
});
