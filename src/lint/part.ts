import type { Failure, Location, Related, Severity } from '../model/finding.ts';
import type { DocumentRef, EventDefinition, Subject } from '../model/nodes.ts';
import type { LedgerState } from './completeness.ts';
import type { FactTape } from './fact-tape.ts';
import type { Register } from './register.ts';
import type { OwnedKeys } from './step-owners.ts';

/**
 * What is known of some of the documents once each has been checked. It can be made into plain data, so that the parts of
 * a run may be worked out in several threads or on several machines. `finishRun` makes the result of them, in any order.
 */
export interface Part {
  readonly register: Register;
  readonly facts: FactTape;
  /** By id of the rule. */
  readonly factsOf: ReadonlyMap<string, Kept>;
  readonly notes: ReadonlyMap<string, ReadonlySet<string>>;
  readonly findings: readonly Located[];
  readonly definitions: readonly EventDefinition[];
  readonly ledger: LedgerState;
  /** The keys of steps, for whoever asks. */
  owners(): OwnedKeys;
  readonly counts: { readonly steps: number; readonly edges: number };
  readonly sources: ReadonlySet<string>;
  readonly failures: readonly Failure[];
  /** The first document by source and position. */
  readonly first: DocumentRef | undefined;
  /** A rule threw. */
  readonly crashed: boolean;
}

/** Facts of a rule. One that is about several things is listed several times in a row. */
export interface Kept {
  /** Where they stand, also of those that wait: see `waiting.ts`. */
  readonly places: readonly number[];
  /** What each is about: see `topics.ts`. */
  readonly topics: readonly number[];
}

/** A finding whose places have been found in the text, and that has no fingerprint yet. */
export interface Located {
  readonly rule: string;
  readonly severity: Severity;
  readonly message: string;
  readonly help?: string | undefined;
  readonly detail?: string | undefined;
  readonly identity?: string | undefined;
  readonly document: DocumentRef;
  readonly subject: Subject;
  readonly location: Location;
  readonly related: readonly Related[];
}
