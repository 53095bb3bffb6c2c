import { SEVERITIES } from '../model/finding.ts';
import { groupBy } from '../model/groups.ts';
import { emailsIn } from '../model/label.ts';
import { pluralize } from '../model/text.ts';
import { keyOfShape } from './listing.ts';
import type { FindingData, ReportData, WorkflowData } from './page-data.ts';

/** What the first screen of a report says. */
export interface Overview {
  /** Workflows that do not do what they say, the largest effect first. */
  readonly faulty: readonly FaultyWorkflow[];
  /** The same of disabled workflows. */
  readonly drafts: readonly FaultyWorkflow[];
  /** What to correct, the largest effect first. Causes in drafts only come last. */
  readonly causes: readonly Cause[];
}

export interface FaultyWorkflow {
  /** Position among the workflows of the page. */
  readonly workflow: number;
  readonly effect: string;
  /** The worst first. */
  readonly findings: Findings;
}

/** Findings of one rule whose messages differ in names and numbers only. */
export interface Cause {
  /** Those of drafts last. */
  readonly findings: Findings;
  readonly effect: string;
}

type Findings = readonly [FindingData, ...FindingData[]];

/** Of the findings that are errors, or by which emails are lost or sent twice; where there are none, the causes of all. */
export function overviewOf({ findings, workflows }: ReportData): Overview {
  const isDraft = ({ workflow }: FindingData): boolean =>
    workflows[workflow ?? -1]?.status === 'disabled';
  const enabledFirst = (some: readonly FindingData[]): readonly FindingData[] => [
    ...some.filter((finding) => !isDraft(finding)),
    ...some.filter(isDraft),
  ];
  const serious = enabledFirst(findings.filter(isSerious));
  const rank = (own: Findings): readonly number[] => {
    const { lost, repeated } = effectOf(
      own.filter((finding) => !isDraft(finding)),
      workflows,
    );
    const worst = Math.min(...own.map(({ severity }) => SEVERITIES.indexOf(severity)));
    return [isDraft(own[0]) ? 1 : 0, -(lost + repeated), worst, -own.length];
  };
  const order = (groups: Iterable<readonly FindingData[]>): readonly Findings[] =>
    Array.from(groups, (own) => ({ own: own as Findings, rank: rank(own as Findings) }))
      .sort((a, b) => compareNumbers(a.rank, b.rank))
      .map(({ own }) => own);
  const ofWorkflows = groupBy(serious, ({ workflow }) => workflow);
  ofWorkflows.delete(undefined);
  const faulty = order(ofWorkflows.values()).map((own): FaultyWorkflow => {
    const effect = describeEffect(effectOf(own, workflows));
    return { workflow: own[0].workflow ?? -1, effect, findings: worstFirst(own) };
  });
  const corrected = serious.length > 0 ? serious : enabledFirst(findings);
  const causes = order(groupBy(corrected, keyOfShape).values()).map((own): Cause => {
    return { findings: own, effect: describeEffect(effectOf(own, workflows)) };
  });
  return {
    faulty: faulty.filter(({ findings: [first] }) => !isDraft(first)),
    drafts: faulty.filter(({ findings: [first] }) => isDraft(first)),
    causes,
  };
}

function isSerious({ severity, consequence }: FindingData): boolean {
  const { lost, repeated } = emailsIn(consequence);
  return severity === 'error' || lost + repeated > 0;
}

interface Effect {
  readonly lost: number;
  readonly repeated: number;
  /** In words, where no email is counted. */
  readonly others: readonly string[];
}

/** Two findings may name the same email, so a workflow does not lose more emails than it has. */
function effectOf(findings: readonly FindingData[], workflows: readonly WorkflowData[]): Effect {
  let [lost, repeated] = [0, 0];
  for (const [workflow, own] of groupBy(findings, (finding) => finding.workflow)) {
    const counts = own.map(({ consequence }) => emailsIn(consequence));
    const most = workflows[workflow ?? -1]?.emails ?? Number.POSITIVE_INFINITY;
    lost += Math.min(most, sum(counts.map((each) => each.lost)));
    repeated += Math.min(most, sum(counts.map((each) => each.repeated)));
  }
  const texts = [...new Set(findings.flatMap(({ consequence }) => consequence ?? []))];
  return { lost, repeated, others: texts.slice(0, 1) };
}

/** "3 emails never sent, 1 sent twice". */
function describeEffect({ lost, repeated, others }: Effect): string {
  if (lost + repeated === 0) return others.join();
  const parts = [
    ...(lost > 0 ? [`${pluralize(lost, 'email')} never sent`] : []),
    ...(repeated > 0 ? [`${lost > 0 ? repeated : pluralize(repeated, 'email')} sent twice`] : []),
  ];
  return parts.join(', ');
}

const worstFirst = (findings: Findings): Findings =>
  findings.toSorted(
    (a, b) => SEVERITIES.indexOf(a.severity) - SEVERITIES.indexOf(b.severity),
  ) as unknown as Findings;

const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);

function compareNumbers(a: readonly number[], b: readonly number[]): number {
  for (const [i, number] of a.entries()) {
    const difference = number - (b[i] as number);
    if (difference !== 0) return difference;
  }
  return 0;
}
