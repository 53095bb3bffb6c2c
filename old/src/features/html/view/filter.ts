import { SEVERITIES, type Severity } from '../../../core/model/finding.ts';
import type { FindingData, WorkflowData } from '../../../core/report/page-data.ts';
import { printable } from './dom.ts';

export interface FindingFilter {
  /** Words that all occur in the finding. */
  readonly text: string;
  readonly severities: ReadonlySet<Severity>;
  /** Id of a rule; empty for all. */
  readonly rule: string;
  /** Part of a workflow's name, id or source. */
  readonly workflow: string;
}

export const NO_FILTER: FindingFilter = {
  text: '',
  severities: new Set(SEVERITIES),
  rule: '',
  workflow: '',
};

export function createSearch(
  findings: readonly FindingData[],
  workflows: readonly WorkflowData[],
): (filter: FindingFilter) => readonly number[] {
  let texts: readonly string[] | undefined;
  const names = workflows.map(({ id, name, source }) =>
    printable([name, id, source].filter(Boolean).join(' · ')).toLowerCase(),
  );
  return ({ text, severities, rule, workflow }) => {
    const words = wordsOf(text);
    if (words.length > 0) texts ??= findings.map((finding) => textOf(finding, names));
    const wanted = workflow.trim().toLowerCase();
    const found: number[] = [];
    for (const [i, finding] of findings.entries()) {
      if (!severities.has(finding.severity) || (rule !== '' && finding.rule !== rule)) continue;
      const owner = names[finding.workflow ?? -1] ?? finding.source.toLowerCase();
      if (wanted !== '' && !owner.includes(wanted)) continue;
      if (words.every((word) => texts?.[i]?.includes(word))) found.push(i);
    }
    return found;
  };
}

export const wordsOf = (text: string): readonly string[] =>
  text.toLowerCase().split(/\s+/).filter(Boolean);

function textOf(
  { message, help, consequence, rule, place, fingerprint, workflow }: FindingData,
  names: readonly string[],
): string {
  const texts = [message, help, consequence, rule, place, fingerprint, names[workflow ?? -1]];
  return texts.join('\n').toLowerCase();
}
