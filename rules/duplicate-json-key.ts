import { quote } from '../src/model/label.ts';
import { defineRule } from '../src/rule.ts';

export default defineRule({
  id: 'duplicate-json-key',
  severity: 'error',
  preset: 'strict',
  category: 'document',
  since: '0.1.0',
  summary: 'A key that stands twice in one JSON object.',
  why: 'The last value silently wins: what a person reads first in the file is not what the contact gets.',
  remedy: 'Delete one of the two.',
  whenOff: 'When the files are written by a machine that cannot repeat a key; the search reads each text once more.',

  document({ duplicateKeys }, report) {
    for (const { key, place, first } of duplicateKeys()) {
      report({
        at: place,
        message: `the key ${quote(key)} stands in this object once more: this value replaces the earlier one`,
        help: 'delete the one that is not meant',
        related: [{ at: first, message: 'this value is lost' }],
        detail: key,
      });
    }
  },
});
