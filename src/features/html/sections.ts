/** The parts of the page: workflows with their findings, the worst first, and what is left. */
import { groupBy } from '../../core/graph/graph.ts';
import type { LintResult } from '../../core/lint/lint.ts';
import { type Finding, SEVERITIES, type Severity } from '../../core/model/finding.ts';
import { plural } from '../../core/model/text.ts';
import type { Input, Workflow } from '../../core/model/workflow.ts';
import { bySeverity, listedFindings } from '../../core/report/listing.ts';
import type { ReportContext } from '../../core/report/reporter.ts';

/** A finding with its number, which is its address in the page. */
export interface Listed {
  readonly finding: Finding;
  readonly number: number;
}

export interface Section {
  readonly workflow: Workflow;
  /** All, for the counts. */
  readonly own: readonly Finding[];
  /** Those that the page has room for. */
  readonly findings: readonly Listed[];
}

export interface Contents {
  /** The worst first; those without findings are last. */
  readonly sections: readonly Section[];
  /** Findings about no workflow, by source. */
  readonly others: ReadonlyMap<string, readonly Listed[]>;
  /** In the order of the page. */
  readonly listed: readonly Listed[];
  /** Findings that the page has no room for. */
  readonly omitted: number;
}

/** More make a page that browsers open slowly. */
const MOST_FINDINGS = 2000;

export function contentsOf(result: LintResult, context: ReportContext): Contents {
  const all = worstFirst(listedFindings(result, context, true));
  const kept = all.slice(0, MOST_FINDINGS);
  const workflows = result.documents.flatMap((document) => document.workflows);
  const shown = workflows.filter(({ isFragment, isSummary }) => !isFragment && !isSummary);
  const ownerOf = ownersOf(shown);
  const owned = groupBy(all, ownerOf);
  const isKept = new Set(kept);
  const sorted = shown
    .map((workflow) => ({ workflow, own: owned.get(workflow) ?? [] }))
    .map((section) => ({ ...section, rank: rankOf(section.workflow, section.own) }))
    .sort((a, b) => compare(a.rank, b.rank));
  let number = 0;
  const list = (findings: readonly Finding[]): readonly Listed[] =>
    findings
      .filter((finding) => isKept.has(finding))
      .map((finding) => {
        number++;
        return { finding, number };
      });
  const sections = sorted.map(({ workflow, own }) => ({ workflow, own, findings: list(own) }));
  const bySource = groupBy(
    (owned.get(undefined) ?? []).filter((finding) => isKept.has(finding)),
    ({ location }) => location.source,
  );
  const others = new Map(Array.from(bySource, ([source, own]) => [source, list(own)] as const));
  const listed = [...sections.flatMap(({ findings }) => findings), ...[...others.values()].flat()];
  return { sections, others, listed, omitted: all.length - kept.length };
}

/** Errors first, and of one severity what has a fix: it is a cause more often. */
export const worstFirst = (findings: readonly Finding[]): readonly Finding[] =>
  bySeverity([
    ...findings.filter(({ fixes }) => fixes.length > 0),
    ...findings.filter(({ fixes }) => fixes.length === 0),
  ]);

/** The workflow that a finding is in: its place may be any field below it. */
function ownersOf(workflows: readonly Workflow[]): (finding: Finding) => Workflow | undefined {
  const byInput = new Map<Input, Map<string, Workflow>>();
  for (const workflow of workflows) {
    const { input } = workflow.document;
    const own = byInput.get(input) ?? new Map<string, Workflow>();
    byInput.set(input, own.set(workflow.pointer, workflow));
  }
  return ({ input, location }) => {
    const own = byInput.get(input);
    let at = location.pointer;
    while (own !== undefined && at !== '' && !own.has(at)) at = at.slice(0, at.lastIndexOf('/'));
    return own?.get(at);
  };
}

export const countOf = (findings: readonly Finding[], wanted: Severity): number =>
  findings.filter((each) => isOpen(each) && each.severity === wanted).length;

/** It counts. */
export const isOpen = ({ accepted }: Finding): boolean => accepted === undefined;

/** `2 errors`, `1 warning`. */
export const countsOf = (findings: readonly Finding[]) =>
  SEVERITIES.flatMap((severity) => {
    const amount = countOf(findings, severity);
    return amount === 0 ? [] : [{ severity, text: plural(amount, severity) }];
  });

/** The most severe finding, enabled before others, then numbers; less is worse. */
function rankOf({ status }: Workflow, findings: readonly Finding[]): readonly number[] {
  const numbers = SEVERITIES.map((severity) => countOf(findings, severity));
  const worst = numbers.findIndex((amount) => amount > 0);
  const isQuiet = worst === -1;
  return [
    isQuiet ? SEVERITIES.length : worst,
    findings.length > 0 ? 0 : 1,
    status === 'enabled' ? 0 : 1,
    ...numbers.map((amount) => -amount),
  ];
}

function compare(a: readonly number[], b: readonly number[]): number {
  const i = a.findIndex((number, at) => number !== b[at]);
  return i === -1 ? 0 : (a[i] as number) - (b[i] as number);
}
