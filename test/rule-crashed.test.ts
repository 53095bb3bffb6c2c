import { expect, test } from 'vitest';
import { causes, mandatory } from '../rules/causes.ts';
import ruleCrashed from '../rules/rule-crashed.ts';
import { decodeText } from '../src/core/document/text.ts';
import { lint } from '../src/core/lint/lint.ts';
import { DEFAULT_CHOICE } from '../src/core/lint/settings.ts';
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

const WORKFLOW = '{"name": "A", "status": "enabled", "steps": [], "connections": []}';

test('a severity that the user wrote counts more than that of a report', () => {
  const lowering = defineRule({
    ...{ id: 'lowering', severity: 'error', stage: 'readable', summary: '', why: '', remedy: '' },
    workflow({ workflow }, report) {
      report({ at: workflow, message: 'unsure', severity: 'info' });
    },
  });
  const document = decodeText({ name: 'a.json', text: WORKFLOW, isNamed: true });
  const severities = [new Map(), new Map([['lowering', 'error' as const]])].map((written) => {
    const choice = { ...DEFAULT_CHOICE, severities: written };
    return lint([document], { rules: [lowering], causes, mandatory }, { choice }).findings[0]
      ?.severity;
  });
  expect(severities).toEqual(['info', 'error']);
});
