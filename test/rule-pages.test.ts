import { expect, test } from 'vitest';
import { rules } from '../rules/index.ts';
import { explainRule, printPage, type RuleExample } from '../src/core/report/rule-page.ts';
import type { InvalidCase, RuleCases } from './cases.ts';
import { lintCase } from './cases.ts';

const MOST_LINES = 7;

/** The first case that is short, with what the rule says. */
async function exampleOf(id: string): Promise<RuleExample | undefined> {
  const { default: cases } = (await import(`./rules/${id}.cases.ts`)) as {
    readonly default: RuleCases;
  };
  const examples = cases.invalid.map((of) => exampleIn(of, id));
  return examples.find(({ lines }) => lines.length <= MOST_LINES) ?? examples[0];
}

function exampleIn(of: InvalidCase, id: string): RuleExample {
  const finding = lintCase(of, id).findings.find(({ rule }) => rule === id);
  const message = finding?.message ?? '';
  const calls = (of.calls ?? []).map(({ callee = 'events.send', event, fields = [] }) => {
    const written = fields.map((field) => (field === 'event' ? `event: "${event}"` : field));
    const body = written.length === 0 ? `event: "${event}"` : written.join(', ');
    return `resend.${callee}({ ${body} })`;
  });
  if (typeof of.input === 'string') {
    const lines = of.input.trim().split('\n').filter(Boolean);
    return { lines: [...calls, ...lines.map((line) => cut(line.trim()))], message };
  }
  const { text = '', line = 1 } = finding?.input ?? {};
  const at = (finding?.location.region?.startLine ?? line) - line;
  const near = text
    .trimEnd()
    .split('\n')
    .slice(Math.max(0, at - 2), at + 3);
  const indent = Math.min(...near.map((each) => each.search(/\S|$/)));
  return { lines: [...calls, ...near.map((each) => cut(each.slice(indent)))], message };
}

const cut = (line: string): string => (line.length > 100 ? `${line.slice(0, 99)}…` : line);

test('docs/rules.md is what the rules say', async () => {
  const examples = new Map<string, RuleExample | undefined>();
  for (const { id } of rules) examples.set(id, await exampleOf(id));
  const page = printPage(rules, ({ id }) => examples.get(id));
  await expect(page).toMatchFileSnapshot('../docs/rules.md');
  expect(page.split(/\s+/).length).toBeLessThanOrEqual(5000);
});

test('the entry of a rule for the terminal', async () => {
  const rule = rules.find(({ id }) => id === 'dangling-edge');
  const lines = rule === undefined ? [] : explainRule(rule, await exampleOf('dangling-edge'));
  expect(lines.join('\n')).toMatchInlineSnapshot(`
    "dangling-edge (error)

    An edge whose end is not a step of the workflow.

    why: The run ends there, so the contact receives none of the later emails.
    fix: Write the key of an existing step, or remove the edge.

    example:
      workflow Welcome series
      start: trigger user.created
      welcome: send_email tpl_welcome
      wait: delay 2 days
      tips: send_email tpl_tips
      start -> welcome -> wait -> tipps
      → connection from "wait" points to unknown step "tipps""
  `);
});
