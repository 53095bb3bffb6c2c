import { defineStepType } from '../model/step-type.ts';

export default defineStepType({
  name: 'condition',
  position: 50,
  otherNames: ['branch', 'if', 'split'],
  // The rule invalid-rule checks the values.
  fields: { type: {}, field: {}, operator: {}, value: {}, rules: {} },
  condition: 'config',
  branches: [
    { type: 'condition_met', means: 'met' },
    { type: 'condition_not_met', means: 'notMet' },
  ],
  caption: 'Condition',
});
