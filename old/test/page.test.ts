import { expect, test } from 'vitest';
import { type AnyRule, defineRule } from '../src/core/rule.ts';
import { composePage, prose } from './rule-page.ts';

const rule: AnyRule = defineRule({
  id: 'late-reply',
  severity: 'info',
  preset: 'strict',
  category: 'email',
  since: '0.1.0',
  summary: 'A reply that comes late.',
  why: 'It should look like Name <local@domain>.',
  remedy: 'Write `<b>` sooner.',
  whenOff: 'When nobody waits.',
});
const shown = (text: string) => ({ file: 'example.bad.json', text, charts: [] });

test('a rule without fixtures has a page', () => {
  expect(composePage(rule, undefined)).toBe(`# late-reply

A reply that comes late.

**info** · preset \`strict\` · category email · since 0.1.0

## Why it matters

It should look like Name \`<local@domain>\`.

## How to fix it

Write \`<b>\` sooner.

## When to switch it off

When nobody waits.

For one run: \`edgewise --rule late-reply=off\`. Permanently, in \`edgewise.config.json\`:

\`\`\`json
{ "rules": { "late-reply": "off" } }
\`\`\`
`);
});

test('options are shown with their defaults, and cells are escaped', () => {
  const options = {
    defaults: { units: ['a|b'], limit: undefined },
    schema: {
      units: { description: 'Names|of <units>.' },
      limit: { description: 'None unless given.' },
    },
  };
  const page = composePage({ ...rule, options }, undefined);
  expect(page).toContain(
    '| `units` | `["a\\|b"]` | Names\\|of `<units>`. |\n| `limit` | `none` | None unless given. |\n',
  );
  expect(page).toContain('{ "rules": { "late-reply": ["info", { "units": ["a|b"] }] } }');
});

test('the page of a rule that is off shows how to enable it', () => {
  expect(composePage({ ...rule, preset: 'off' }, undefined)).toContain(
    'in no preset: switch it on by name',
  );
  expect(composePage({ ...rule, preset: 'off' }, undefined)).toMatch(
    /To switch it on for one run: `edgewise --rule late-reply=info`\. .*\n\n```json\n{ "rules": { "late-reply": "info" } }\n```\n$/,
  );
  expect(composePage({ ...rule, whenOff: 'Never.' }, undefined)).toMatch(/Never\.\n$/);
  const { whenOff: _, ...own } = rule;
  expect(composePage(own, undefined)).not.toContain('switch');
});

test('a page can have an example without a good scene, with options, and with long text that contains fences', () => {
  const text = `\`\`\`\n${'line\n'.repeat(140)}`;
  const page = composePage(rule, {
    bad: shown(text),
    output: '\n1 info\n',
    ok: undefined,
    others: [],
    options: { limit: 3 },
  });
  expect(page).toContain(
    'With the options `{"limit":3}`:\n\n`example.bad.json`\n\n````json\n```\nline\n',
  );
  expect(page).toContain('line\n… 11 more lines\n````\n');
  expect(page).toContain('```text\n$ edgewise --only late-reply example.bad.json\n\n1 info\n```\n');
  expect(page).not.toContain('without the fault');
});

test.each([
  ['a < b and c > d', 'a < b and c > d'],
  ['`<a>` <b>', '`<a>` `<b>`'],
])('prose %j', (text, markdown) => {
  expect(prose(text)).toBe(markdown);
});
