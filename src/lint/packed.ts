import type { Failure, Location, Related, Severity } from '../model/finding.ts';
import type { JsonObject } from '../model/json.ts';
import type { DocumentRef } from '../model/nodes.ts';

/**
 * A part of a run as JSON: what blobs hold, and all but the workflows what threads hand over. What is named in many places
 * stands in a table once, and is named by its row.
 */
export interface PackedPart extends PackedRest {
  readonly workflows: readonly PackedWorkflow[];
  /** The row of a workflow, and the keys of its steps. */
  readonly owners: readonly (readonly [number, readonly string[]])[];
}

export interface PackedRest {
  readonly sources: readonly string[];
  readonly documents: readonly PackedDocument[];
  /** Of workflows that findings and places are about. */
  readonly refs: readonly PackedRef[];
  /** By id of the rule: the row of a workflow, what the fact is about, and the fact, by turns; see `topics.ts` and `pack-facts.ts`. Of one row only the first is given. */
  readonly facts: Readonly<Record<string, readonly unknown[]>>;
  readonly notes: Readonly<Record<string, readonly string[]>>;
  readonly findings: readonly PackedFinding[];
  readonly definitions: readonly PackedDefinition[];
  readonly ledger: {
    readonly loaded: { readonly workflows: boolean; readonly events: boolean };
    readonly missing: { readonly workflows: readonly string[]; readonly events: readonly string[] };
    readonly withSteps: boolean;
  };
  readonly counts: { readonly steps: number; readonly edges: number };
  readonly failures: readonly Failure[];
  /** The row of a document, or -1. */
  readonly first: number;
  readonly crashed: boolean;
}

/** Row of its source, position in it, line, first byte, end; and which part of a large one it is. */
export type PackedDocument = readonly [number, number, number, number, number, DocumentRef['part']?];

/** Row of its document, pointer, whether in list form; id, name and status, or null. */
export type PackedWorkflow = readonly [number, string, 0 | 1, ...PackedRef];

/** Id, name and status, or null. */
export type PackedRef = readonly [string | null, string | null, string | null];

/** Row of its document, pointer, the object as it stands there. */
export type PackedDefinition = readonly [number, string, JsonObject];

export interface PackedFinding {
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  readonly help?: string | undefined;
  readonly detail?: string | undefined;
  readonly identity?: string | undefined;
  /** Rows, and the names of what it is about. */
  readonly document: number;
  readonly workflow?: number | undefined;
  readonly step?: string | undefined;
  readonly edge?: string | undefined;
  readonly event?: string | undefined;
  readonly location: Location;
  readonly related: readonly Related[];
}
