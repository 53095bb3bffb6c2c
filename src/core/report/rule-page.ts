import type { AnyRule } from '../rule.ts';
import { code } from './escape.ts';

/** What is said of a rule. Rules that only a finding names have no more than these. */
export type RuleTexts = Pick<AnyRule, 'id' | 'severity' | 'summary' | 'why' | 'remedy'> &
  Partial<Pick<AnyRule, 'preset' | 'options'>>;

/** An input with the fault, in a few lines, and what the rule says of it. */
export interface RuleExample {
  readonly lines: readonly string[];
  readonly message: string;
}

/** The entry of a rule in docs/rules.md, which `explain` prints. */
export function printEntry(rule: RuleTexts, example?: RuleExample): string {
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

const headOf = ({ severity, preset }: RuleTexts): string =>
  preset === 'strict' ? `${severity}, strict` : severity;

const optionsOf = ({ options }: RuleTexts) =>
  Object.entries(options?.schema ?? {}).map(([name, { description }]) => {
    const defaults: Readonly<Record<string, unknown>> = { ...options?.defaults };
    return { name, text: description, value: JSON.stringify(defaults[name]) };
  });
