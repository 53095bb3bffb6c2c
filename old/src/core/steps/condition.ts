import { conditionOf } from '../model/condition.ts';
import { conditionInWords, outlineOfCondition } from '../model/condition-words.ts';
import { defineStepType } from '../model/step-type.ts';

export default defineStepType({
  name: 'condition',
  position: 50,
  otherNames: ['branch', 'if', 'split'],
  // The rule invalid-rule checks the values.
  fields: { type: {}, field: {}, operator: {}, value: {}, rules: {} },
  rule: 'config',
  branches: [
    { type: 'condition_met', means: 'met', contacts: 'for whom it holds' },
    { type: 'condition_not_met', means: 'notMet', contacts: 'for whom it does not hold' },
  ],
  caption: 'Condition',
  kind: 'branch',
  icon: 'M10 2.5v4M10 6.5 5 10.5v6.5M10 6.5l5 4v6.5M3 14.8l2 2.4 2-2.4M13 14.8l2 2.4 2-2.4',
  shape: 'diamond',
  summarize: ({ config }) => outlineOfCondition(config),
  describe(step) {
    const tree = conditionOf(step);
    return tree === undefined
      ? 'a condition without a rule'
      : `whether ${conditionInWords(tree.root)}`;
  },
});
