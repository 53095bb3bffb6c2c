import type { Failure } from '../model/finding.ts';
import type { DocumentRef } from '../model/nodes.ts';
import type { WorkflowSummary } from '../rule.ts';
import type { CheckSettings } from './check.ts';
import { compareAt, compareRefs } from './order.ts';
import { ownerOfSummaries, type Part, type Reported, type Undecided } from './part.ts';
import { createReports } from './reports.ts';
import { indexParts, type WorkspaceIndex } from './workspace.ts';

/** What the rules over the whole workspace found. */
export interface Compared {
  readonly workspace: WorkspaceIndex;
  readonly reported: readonly Reported[];
  readonly undecided: readonly Undecided[];
  readonly failures: readonly Failure[];
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
  for (const active of rules) {
    const { rule } = active;
    if (rule.workspace === undefined && rule.compare === undefined) continue;
    if (unfinished !== undefined || workspace.completeness.blocks(active) !== undefined) continue;
    const context = { workspace, leaveUnchecked: reports.leaveUnchecked };
    reports.run(active, first, () => {
      rule.workspace?.(context, reports.report, active.options);
      const summaries =
        rule.compare === undefined ? [] : summariesOf(ownerOfSummaries(rule, rules));
      rule.compare?.({ ...context, summaries }, reports.report, active.options);
    });
  }
  return {
    workspace,
    reported: reports.reported,
    undecided: [...reports.undecided.values()],
    failures: reports.failures,
    crashed: reports.crashed(),
  };
}

interface CompareSettings extends CheckSettings {
  /** Why the rules over the whole workspace cannot run: these are not all parts of it. */
  readonly unfinished?: string | undefined;
}

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
