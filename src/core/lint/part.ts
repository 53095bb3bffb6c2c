import type { AnyRule, KnownWorkflow } from '../../rule.ts';
import type { Failure, Fix, Location, Related, Severity } from '../model/finding.ts';
import type { ApiCall, DocumentRef, EventDefinition, Subject } from '../model/nodes.ts';
import type { ResourceItem } from '../model/resource.ts';
import type { CompletenessState } from './completeness.ts';
import type { OwnedKeys } from './step-owners.ts';

/**
 * The data of some of the documents of a run. Plain data, so that parts can come from several machines;
 * `finishParts` merges them in any order.
 */
export interface Part {
  readonly workflows: readonly PartWorkflow[];
  /** By id of the rule; facts that several rules share, by the first of them. */
  readonly facts: ReadonlyMap<string, PartFacts>;
  readonly findings: readonly Located[];
  readonly definitions: readonly EventDefinition[];
  readonly resources: readonly ResourceItem[];
  /** The number of workflows checked before a resource was read. Their facts about resources are missing. */
  readonly factless: number;
  readonly calls?: readonly ApiCall[];
  readonly completeness: CompletenessState;
  readonly stepOwners: readonly OwnedKeys[];
  readonly counts: { readonly steps: number; readonly edges: number };
  readonly sources: ReadonlySet<string>;
  readonly failures: readonly Failure[];
  /** The first document by source and position. */
  readonly first: DocumentRef | undefined;
  /** A rule threw. */
  readonly crashed: boolean;
}

export interface PartWorkflow extends KnownWorkflow {
  readonly summaryOnly: boolean;
}

/** Two lists of one length take less memory than an object for each fact. */
export interface PartFacts {
  /** Indexes of the workflows in the part. */
  readonly rows: readonly number[];
  readonly facts: readonly unknown[];
}

/** A finding with lines and without a fingerprint. */
export interface Located {
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  readonly help?: string | undefined;
  readonly consequence?: string | undefined;
  readonly detail?: string | undefined;
  readonly identity?: string | undefined;
  readonly document: DocumentRef;
  readonly subject: Subject;
  readonly location: Location;
  readonly related: readonly Related[];
  readonly fixes?: readonly Fix[] | undefined;
}

/** The id under which the facts of a rule are kept: that of the first rule with the same function. */
export function ownerOfFacts(rule: AnyRule, active: readonly { readonly rule: AnyRule }[]): string {
  return (active.find((other) => other.rule.facts === rule.facts)?.rule ?? rule).id;
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
