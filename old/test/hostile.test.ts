import { describe, expect, test } from 'vitest';
import { rules } from '../rules/index.ts';
import { parseDocument } from '../src/core/document/parse.ts';
import { createLinter } from '../src/core/lint/linter.ts';
import { activate } from '../src/core/lint/settings.ts';

// Strings of a megabyte in every field. A regular expression that backtracks does not end within the limit of a test.
const MEGABYTE = 1_000_000;
const fill = (piece: string) => piece.repeat(Math.ceil(MEGABYTE / piece.length));

const HOSTILE: Record<string, string> = {
  letters: fill('a'),
  spaces: fill(' '),
  'spaces, then a letter': `${fill(' ')}x`,
  'opening braces': fill('{'),
  'open and close': fill('{{}}'),
  'triple braces': fill('{{{a}}}'),
  'at signs': fill('@'),
  'angle brackets': fill('<'),
  'dotted name': fill('a.'),
  'quoted sender': `"${fill('\\"')}" <a@b.co>`,
  'almost a sender': `${fill('a ')}<a@b.co`,
  digits: fill('9'),
  'almost a duration': `${fill('1 day ')}x`,
  'almost a uuid': fill('0000-'),
  'almost a timestamp': fill('2026-01-01T'),
  'all kinds of white space': fill(' \t\r\n\u00a0\u2028'),
  emoji: fill('👩‍🚀'),
  'placeholder words': fill('your-template-id '),
};

function workspaceOf(text: string): string {
  const step = (key: string, type: string, config: object) => ({ key, type, config });
  const workflow = (n: string) => ({
    object: 'automation',
    id: text + n,
    name: text,
    status: text,
    created_at: text,
    updated_at: text,
    [text.slice(0, 1000)]: text,
    steps: [
      step('start', 'trigger', { event_name: text, event_nam: text }),
      step(text, 'send_email', {
        template: { id: text, variables: { [text]: { var: text }, B: text } },
        subject: text,
        from: text,
        reply_to: text,
        templte: text,
      }),
      step('pause', 'delay', { duration: text }),
      step('wait', 'wait_for_event', {
        event_name: text,
        timeout: text,
        filter_rule: { type: 'rule', field: text, operator: text, value: text },
      }),
      step('check', 'condition', {
        type: 'and',
        rules: [
          { type: 'rule', field: `event.${text}`, operator: 'eq', value: text },
          { type: 'rule', field: `event.${text}`, operator: 'starts_with', value: `${text}b` },
        ],
      }),
      step('update', 'contact_update', {
        first_name: { var: `event.${text}` },
        properties: { [text]: text },
      }),
      step('segment', 'add_to_segment', { segment_id: text }),
      step('odd', text, { [text]: text }),
    ],
    connections: [
      { from: 'start', to: text, type: 'default' },
      { from: text, to: 'pause', type: text },
      { from: 'pause', to: `${text}x`, type: 'default' },
      { from: 'pause', to: 'wait' },
      { from: 'wait', to: 'check', type: 'timeout' },
      { from: 'check', to: 'update', type: 'condition_met' },
      { from: 'update', to: 'odd' },
    ],
  });
  const events = [
    { id: text, name: text, schema: { [text]: text } },
    { id: `${text}2`, name: `${text}.`, schema: {} },
  ];
  return JSON.stringify({ workflows: [workflow('1'), workflow('2')], events });
}

describe.each(Object.entries(HOSTILE))('a megabyte of %s in every field', (_, text) => {
  test('is checked by every rule without a failure', () => {
    const document = parseDocument(workspaceOf(text), {
      source: 'a.json',
      index: 0,
      line: 1,
      start: 0,
      end: 0,
    });
    for (const { id } of rules) {
      const linter = createLinter(activate(rules, { only: new Set([id]) }));
      linter.add(document);
      const { crashed } = linter.finish();
      expect(crashed, id).toBe(false);
    }
  });
});
