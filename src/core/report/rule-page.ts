import { valueAt } from '../model/json.ts';
import type { AnyRule } from '../rule.ts';
import { code } from './escape.ts';

/** An input with the fault, in a few lines, and what the rule says of it. */
export interface RuleExample {
  readonly lines: readonly string[];
  readonly message: string;
}

/** The entry of a rule in docs/rules.md, which `explain` prints. */
export function printEntry(rule: AnyRule, example?: RuleExample): string {
  const { id, severity, preset, summary, why, remedy } = rule;
  const { defaults, schema = {} } = rule.options ?? {};
  const options = Object.entries(schema).map(([name, { description }]) => {
    const value = JSON.stringify(valueAt(defaults, [name]));
    return `- \`${name}\` (${code(value)}): ${description}`;
  });
  const { lines = [], message } = example ?? {};
  const head = preset === 'strict' ? `${severity}, strict` : severity;
  const paragraphs = [
    `## ${id}`,
    `${[summary, why].filter(Boolean).join(' ')} (${head})`,
    remedy === '' ? '' : `**Fix**: ${remedy}`,
    options.join('\n'),
    lines.length === 0 ? '' : ['```text', ...lines, '```'].join('\n'),
    message === undefined ? '' : `Message: ${code(message)}`,
  ];
  return paragraphs.filter(Boolean).join('\n\n');
}
