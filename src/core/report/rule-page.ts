import type { AnyRule } from '../rule.ts';
import { code } from './escape.ts';

/** An input with the fault, in a few lines, and what the rule says of it. */
export interface RuleExample {
  readonly lines: readonly string[];
  readonly message: string;
}

/** The entry of a rule in docs/rules.md, which `explain` prints. */
export function printEntry(rule: AnyRule, example?: RuleExample): string {
  const { id, summary, why, remedy } = rule;
  const options = optionsOf(rule).map(
    ({ name, value, text }) => `- \`${name}\` (${code(value)}): ${text}`,
  );
  const { lines = [], message } = example ?? {};
  const paragraphs = [
    `## ${id}`,
    `${[summary, why].filter(Boolean).join(' ')} (${headOf(rule)})`,
    remedy === '' ? '' : `**Fix**: ${remedy}`,
    options.join('\n'),
    lines.length === 0 ? '' : ['```text', ...lines, '```'].join('\n'),
    message === undefined ? '' : `Message: ${code(message)}`,
  ];
  return paragraphs.filter(Boolean).join('\n\n');
}

const headOf = ({ severity, preset }: AnyRule): string =>
  preset === 'strict' ? `${severity}, strict` : severity;

const optionsOf = ({ options }: AnyRule) =>
  Object.entries(options?.schema ?? {}).map(([name, { description }]) => {
    const defaults: Readonly<Record<string, unknown>> = { ...options?.defaults };
    return { name, text: description, value: JSON.stringify(defaults[name]) };
  });
