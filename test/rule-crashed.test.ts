import { expect, test } from 'vitest';
import { causes, mandatory } from '../rules/causes.ts';
import ruleCrashed from '../rules/rule-crashed.ts';
import { decodeText } from '../src/core/document/text.ts';
import { lint } from '../src/core/lint/lint.ts';
import { defineRule } from '../src/core/rule.ts';

test('a rule that throws is a finding, and the others go on', () => {
  const defective = defineRule({
    ...{ id: 'defective', severity: 'error', preset: 'recommended', stage: 'readable' },
    ...{ summary: '', why: '', remedy: '' },
    document() {
      throw new Error('no such field\nat line 5');
    },
  });
  const document = decodeText({ name: 'a.json', text: '{"steps": []}', isNamed: true });
  const rules = { rules: [defective, ruleCrashed], causes, mandatory };
  const { findings, crashed } = lint([document], rules);
  expect(crashed).toHaveLength(1);
  expect(findings.map(({ rule, message }) => `${rule}: ${message}`)).toEqual([
    'rule-crashed: rule "defective" failed: no such field',
  ]);
});
