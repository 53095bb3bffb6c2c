import type { NotChecked, Result, SkippedFile } from '../model/finding.ts';
import { groupBy } from '../model/groups.ts';
import type { DocumentRef } from '../model/nodes.ts';
import { pluralize } from '../model/text.ts';
import { COLLECTIONS } from '../resources/registry.ts';
import type { AnyRule, WorkflowSummary } from '../rule.ts';
import { countBySeverity, countWorkflows } from './apply-suppressions.ts';
import type { CheckSettings } from './check.ts';
import { type Draft, locateDrafts, type ReadText } from './drafts.ts';
import { withFingerprints } from './fingerprint.ts';
import { causesFirst, compare, compareAt, compareLocated, compareRefs } from './order.ts';
import { ownerOfSummaries, type Part, type Undecided } from './part.ts';
import { createReports } from './reports.ts';
import { indexParts, type WorkspaceIndex } from './workspace.ts';

/** What the rules over the whole workspace found. */
export interface Compared {
  readonly workspace: WorkspaceIndex;
  readonly drafts: readonly Draft[];
  readonly undecided: readonly Undecided[];
  readonly failures: Result['failures'];
  readonly crashed: boolean;
}

/** Runs the rules over the whole workspace. @param parts all parts of the run. */
export function compareParts(
  parts: readonly Part[],
  { rules, settingAt, unfinished }: CompareSettings,
): Compared {
  const workspace = indexParts(parts);
  const reports = createReports(rules, settingAt);
  const first = firstRef(parts.flatMap((part) => part.first ?? []));
  const summariesOf = createSummariesOf(parts, workspace);
  const { leaveUnchecked } = reports;
  for (const active of rules) {
    const { rule } = active;
    if (rule.workspace === undefined && rule.compare === undefined) continue;
    if (unfinished !== undefined || workspace.completeness.blocks(active) !== undefined) continue;
    const context = { workspace, leaveUnchecked };
    reports.begin(active);
    try {
      rule.workspace?.(context, reports.report, active.options);
      const summaries =
        rule.compare === undefined ? [] : summariesOf(ownerOfSummaries(rule, rules));
      rule.compare?.({ ...context, summaries }, reports.report, active.options);
    } catch (error) {
      reports.crash(error, first);
    }
  }
  return {
    workspace,
    drafts: reports.drafts,
    undecided: [...reports.undecided.values()],
    failures: reports.failures,
    crashed: reports.crashed(),
  };
}

interface CompareSettings extends CheckSettings {
  /** Why the rules over the whole workspace cannot run: these are not all parts of it. */
  readonly unfinished?: string | undefined;
}

interface Finish extends Pick<CompareSettings, 'rules' | 'unfinished'> {
  /** Files that were skipped because they contain something else. */
  readonly skipped?: readonly SkippedFile[];
  /** The texts of documents, for findings of rules over the whole workspace. */
  readonly readText: ReadText;
}

/** The result of parts. */
export function finishParts(
  parts: readonly Part[],
  { workspace, drafts, ...compared }: Compared,
  { rules, skipped = [], unfinished, readText }: Finish,
): Result {
  const crashed = compared.crashed || parts.some((part) => part.crashed);
  const failures = [...parts.flatMap((part) => part.failures), ...compared.failures];
  const oncePerId = new Set(rules.flatMap(({ rule }) => (rule.oncePerId === true ? rule.id : [])));
  const located = [...parts.flatMap((part) => part.findings), ...locateDrafts(drafts, readText)]
    .filter((finding) => !oncePerId.has(finding.rule) || workspace.isInFirstOfId(finding))
    .sort(compareLocated);
  const causes = new Set(rules.flatMap(({ rule }) => (rule.isCause === true ? rule.id : [])));
  const findings = withFingerprints(causesFirst(located, (rule) => causes.has(rule)));
  const sum = (of: keyof Part['counts']) =>
    parts.reduce((total, { counts }) => total + counts[of], 0);
  const sources = new Set(parts.flatMap((part) => [...part.sources]));
  const audit = countSamples(parts);
  const { workflows, listForms } = workspace.counts;
  const undecided = [...parts.flatMap((part) => part.undecided), ...compared.undecided];
  return {
    ...(audit.length > 0 && { audit: Object.fromEntries(audit) }),
    summary: {
      ...countBySeverity(findings),
      suppressed: 0,
      baselined: 0,
      sources: sources.size,
      workflows: workflows + listForms,
      steps: sum('steps'),
      edges: sum('edges'),
      events: workspace.definitions.length,
    },
    complete: failures.length === 0 && !crashed,
    notChecked: [
      ...(unfinished === undefined
        ? [...workspace.completeness.notChecked(rules), ...joinUndecided(undecided)]
        : rules.filter(isOfWhole).map(({ rule }) => ({ rule: rule.id, reason: unfinished }))),
      ...rules.flatMap(({ rule, idle }) =>
        idle === undefined ? [] : { rule: rule.id, reason: idle },
      ),
    ],
    failures: failures.sort((a, b) => compare(a.source, b.source) || compare(a.message, b.message)),
    findings,
    sources: [...sources].sort(compare),
    skipped: [...skipped].sort((a, b) => compare(a.source, b.source)),
    faultyWorkflows: countWorkflows(findings.map(({ workflow }) => workflow)),
    crashed,
  };
}

/** Each reason once, in the order of the rules, with the number of its items. */
function joinUndecided(undecided: readonly Undecided[]): readonly NotChecked[] {
  const groups = groupBy(undecided, ({ rule, reason }) => JSON.stringify([rule, reason]));
  const joined = [...groups.values()].map((group): NotChecked => {
    const [{ rule, reason, item }] = group as [Undecided, ...Undecided[]];
    if (item === undefined) return { rule, reason };
    const items = new Set(group.map((each) => each.item?.name)).size;
    return {
      rule,
      reason: `${pluralize(items, item.noun)} ${items === 1 ? 'is' : 'are'} ${reason}`,
    };
  });
  return joined.sort((a, b) => compare(a.rule, b.rule));
}

/** The words of `--audit` whose samples were read, and how many runs or calls those count. */
function countSamples(parts: readonly Part[]): readonly (readonly [string, number])[] {
  return COLLECTIONS.flatMap(({ name, audit, countSampled }) => {
    const isRead = parts.some(({ completeness }) => completeness.loaded.has(name));
    if (audit === undefined || countSampled === undefined || !isRead) return [];
    const items = parts.flatMap(({ resources }) => resources.filter(({ of }) => of === name));
    return [[audit, items.reduce((sum, { value }) => sum + countSampled(value), 0)]];
  });
}

/** The result in which a rule with findings does not count as unchecked. */
export function markCheckedInPart(result: Result): Result {
  const found = new Set(result.findings.map(({ rule }) => rule));
  const notChecked = result.notChecked.map(
    (entry): NotChecked => (found.has(entry.rule) ? { ...entry, inPart: true } : entry),
  );
  return { ...result, notChecked };
}

const isOfWhole = ({ rule }: { readonly rule: AnyRule }): boolean =>
  rule.workspace !== undefined || rule.compare !== undefined;

/** The summaries of a rule in order of source and position. Shared ones are combined once. */
function createSummariesOf(
  parts: readonly Part[],
  workspace: WorkspaceIndex,
): (owner: string) => readonly WorkflowSummary<unknown>[] {
  const known = new Map<string, readonly WorkflowSummary<unknown>[]>();
  const read = (owner: string): readonly WorkflowSummary<unknown>[] =>
    parts
      .flatMap(({ workflows, summaries }) =>
        (summaries.get(owner) ?? []).flatMap(({ row, summary }): WorkflowSummary<unknown>[] => {
          const of = workflows[row];
          if (of === undefined || !workspace.isCounted(of)) return [];
          const { workflow, document, pointer } = of;
          return [{ workflow, document, pointer, summary }];
        }),
      )
      .sort(compareAt);
  return (owner) => {
    const summaries = known.get(owner) ?? read(owner);
    known.set(owner, summaries);
    return summaries;
  };
}

/** The smallest by source and position. */
function firstRef(refs: readonly DocumentRef[]): DocumentRef | undefined {
  return refs.toSorted(compareRefs)[0];
}
