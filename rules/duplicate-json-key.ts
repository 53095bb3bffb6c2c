import { quote } from '../src/core/model/text.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'duplicate-json-key',
  severity: 'error',
  stage: 'readable',
  summary: 'A key that occurs twice in one JSON object.',
  why: 'Only the last value takes effect, so contacts may receive what was not meant.',
  remedy: 'Remove one of the two.',

  document({ document }, report) {
    for (const fault of document.faults) {
      if (fault.kind !== 'duplicate-key') continue;
      const { key, at, first } = fault;
      report({
        at,
        message: `duplicate key ${quote(key)}; the earlier value is ignored`,
        help: 'remove one of the two',
        related: [{ at: first, message: 'ignored value' }],
        name: key,
      });
    }
  },
});
