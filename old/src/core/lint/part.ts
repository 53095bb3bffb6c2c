import type { Failure, Finding, FingerprintKey, Location, SkippedFile } from '../model/finding.ts';
import type {
  ApiCall,
  DocumentRef,
  EventDefinition,
  NodeFix,
  Place,
  ResourceItem,
} from '../model/nodes.ts';
import type { AnyRule, KnownWorkflow } from '../rule.ts';
import type { CompletenessState } from './completeness.ts';

/** What a check of some of the documents of a run found. Plain data, so that parts can come from several machines. */
export interface Part {
  readonly workflows: readonly PartWorkflow[];
  /** By id of the rule; summaries that several rules share, by the first of them. */
  readonly summaries: ReadonlyMap<string, readonly PartSummary[]>;
  readonly findings: readonly Found[];
  readonly undecided: readonly Undecided[];
  readonly definitions: readonly EventDefinition[];
  readonly resources: readonly ResourceItem[];
  readonly calls?: readonly ApiCall[];
  readonly completeness: CompletenessState;
  readonly counts: { readonly steps: number; readonly edges: number };
  readonly sources: ReadonlySet<string>;
  readonly failures: readonly Failure[];
  /** The first document by source and position. */
  readonly first: DocumentRef | undefined;
  /** A rule threw. */
  readonly crashed: boolean;
  /** Files that have something else. */
  readonly skipped?: readonly SkippedFile[];
  /** Files that the configuration leaves out. */
  readonly ignored?: readonly SkippedFile[];
  /** Nothing was recognized. */
  readonly empty?: boolean;
  /** Where a program created the workflow of a source; null where it is not known. */
  readonly createdBy?: ReadonlyMap<string, Location | null>;
}

export interface PartWorkflow extends KnownWorkflow {
  readonly summaryOnly: boolean;
}

/** The summary of the workflow at an index of the part. */
export interface PartSummary {
  readonly row: number;
  readonly summary: unknown;
}

/** What a rule could not decide: see `leaveUnchecked`. */
export interface Undecided {
  readonly rule: string;
  readonly reason: string;
  readonly item?: { readonly noun: string; readonly name: string } | undefined;
}

/**
 * A finding that the run has not accepted yet: without a fingerprint, with what one is made of. Plain data. `accept` completes it.
 */
export type Found = Omit<Finding, 'fingerprint' | 'suppressed'> & {
  readonly document: DocumentRef;
  readonly fingerprintKey?: FingerprintKey | undefined;
};

/** The same with places in documents, before their lines are known. `locateReports` completes it. */
export type Reported = Omit<Found, 'location' | 'related' | 'fixes'> & {
  readonly at: Place;
  readonly related: readonly { readonly at: Place; readonly message: string }[];
  readonly fixes: readonly NodeFix[];
};

/** The id under which the summaries of a rule are kept: that of the first rule with the same function. */
export function ownerOfSummaries(
  rule: AnyRule,
  active: readonly { readonly rule: AnyRule }[],
): string {
  return (active.find((other) => other.rule.summarize === rule.summarize)?.rule ?? rule).id;
}

export function workflowNames(parts: readonly Part[]): ReadonlySet<string> {
  const names = new Set<string>();
  for (const { workflows } of parts) {
    for (const { workflow } of workflows) {
      if (workflow.id !== undefined) names.add(workflow.id);
      if (workflow.name !== undefined) names.add(workflow.name);
    }
  }
  return names;
}
