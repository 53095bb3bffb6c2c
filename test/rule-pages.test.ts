import { expect, test } from 'vitest';
import { rules } from '../rules/index.ts';
import { printEntry, type RuleExample } from '../src/core/report/rule-page.ts';
import type { InvalidCase, RuleCases } from './cases.ts';
import { lintCase } from './cases.ts';

const INTRODUCTION = `# Rules

<!-- Generated from rules/*.ts and test/rules/*.cases.ts by \`npm test -- -u\`. Do not edit. -->

In the examples, \`key: type value\` is a step, and \`a -> b\` an edge.`;

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
  const entries = rules.map((rule) => printEntry(rule, examples.get(rule.id)));
  const page = `${[INTRODUCTION, ...entries].join('\n\n')}\n`;
  await expect(page).toMatchFileSnapshot('../docs/rules.md');
  expect(page.split(/\s+/).length).toBeLessThanOrEqual(5000);
});
