import { truncate } from '../model/text.ts';
import type { RuleText } from './listing.ts';
import type { ReportContext } from './reporter.ts';

export const LEVELS = { error: 'error', warning: 'warning', info: 'note' } as const;
const PROBLEM_SEVERITIES = { error: 'error', warning: 'warning', info: 'recommendation' } as const;
// Rules of a smaller preset are more precise.
const PRECISIONS = {
  correctness: 'very-high',
  recommended: 'high',
  strict: 'medium',
  off: 'medium',
} as const;

/** A SARIF reportingDescriptor, with the properties that code hosts read. */
export function describeRule(rule: RuleText, context: ReportContext): object {
  const { id, severity, preset = 'correctness', category, summary, why, remedy } = rule;
  const full = [summary, why].filter(Boolean).join(' ');
  return {
    id,
    // SARIF refuses a name that differs from the id in case only.
    name: pascalCase(id.includes('-') ? id : `${category ?? 'rule'}-${id}`),
    // Code hosts show a longer description only in part.
    shortDescription: { text: truncate(summary, 1024) },
    fullDescription: { text: truncate(full, 1024) },
    help: {
      text: [full, remedy].filter(Boolean).join('\n\n'),
      markdown: context.pageOf(id) ?? shortPage(rule),
    },
    defaultConfiguration: { level: LEVELS[severity] },
    properties: {
      tags: [...(category === undefined ? [] : [category]), preset],
      precision: PRECISIONS[preset],
      'problem.severity': PROBLEM_SEVERITIES[severity],
      preset,
      ...(category !== undefined && { category }),
    },
  };
}

function shortPage({ id, summary, why, remedy }: RuleText): string {
  const title = `# ${id}`;
  return [title, summary, why, remedy && `**How to fix it:** ${remedy}`]
    .filter(Boolean)
    .join('\n\n');
}

export function pascalCase(id: string): string {
  return id.replace(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_, first: string) => first.toUpperCase());
}
