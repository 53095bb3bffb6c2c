import type { Finding } from '../../core/model/finding.ts';

/** One field that differs. `before` or `after` is absent where there is no such field. */
export interface FieldChange {
  /** Pointer-like, from the workflow, step or event it belongs to, in today's spelling: `/config/subject`. */
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

export interface StepChange {
  readonly change: 'added' | 'removed' | 'renamed' | 'changed';
  readonly key: string | undefined;
  /** The key it had, where that is another. */
  readonly was?: string | undefined;
  readonly type: string | undefined;
  /** As a message names it. */
  readonly label: string;
  readonly fields: readonly FieldChange[];
}

export interface EdgeChange {
  readonly change: 'added' | 'removed';
  readonly from: EdgeEnd;
  readonly to: EdgeEnd;
  readonly type: string | undefined;
}

export interface EdgeEnd {
  /** What the edge calls the step. */
  readonly key: string | undefined;
  readonly label: string;
}

export interface WorkflowChange {
  readonly change: 'added' | 'removed' | 'changed';
  readonly id: string | undefined;
  readonly name: string | undefined;
  /** Of one that was added or removed, how much there is of it. */
  readonly size?: { readonly steps: number; readonly edges: number };
  readonly fields: readonly FieldChange[];
  readonly steps: readonly StepChange[];
  readonly edges: readonly EdgeChange[];
  /** Against the account: what it takes to make it the same as the other side. */
  readonly deployment?: Deployment;
}

export interface Deployment {
  readonly action: 'create' | 'update' | 'disable-or-duplicate' | 'keep';
  /** Its id in the account. */
  readonly id?: string | undefined;
  readonly message: string;
  /** What contacts get who are in the middle of it. */
  readonly contacts: readonly ContactEffect[];
  /** `isMore`: not all were counted. */
  readonly runs?: { readonly running: number; readonly isMore: boolean };
}

/** A contact who waits at a step and continues there in the new graph. */
export interface ContactEffect {
  readonly at: string;
  readonly email: string;
  readonly outcome: 'twice' | 'never';
}

export interface EventChange {
  readonly change: 'added' | 'removed' | 'changed';
  readonly name: string | undefined;
  readonly fields: readonly FieldChange[];
}

/** Of a template, a domain and so on. */
export interface ResourceChange {
  readonly change: 'added' | 'removed' | 'changed';
  /** What it is: `template`. */
  readonly of: string;
  readonly name: string;
  readonly fields: readonly FieldChange[];
}

/** How two workspaces differ, in what they mean rather than in how they are written. */
export interface Difference {
  readonly workflows: readonly WorkflowChange[];
  readonly events: readonly EventChange[];
  readonly resources: readonly ResourceChange[];
  /** What could not be compared, and why. */
  readonly notCompared: readonly {
    readonly what: string;
    readonly reason: string;
    /** One side knows it, the other does not. */
    readonly oneSided: boolean;
  }[];
  readonly same: boolean;
}

interface FindingChanges {
  readonly appeared: readonly Finding[];
  readonly went: readonly Finding[];
}

/** What a comparison prints. */
export interface DifferenceReport {
  readonly before: Side;
  readonly after: Side;
  readonly difference: Difference;
  readonly findings: FindingChanges;
  readonly liveSide?: 'before' | 'after' | undefined;
  /** `passing`: a fault of the service that may be gone the next time. */
  readonly failures: readonly {
    readonly source: string;
    readonly message: string;
    readonly passing?: boolean;
  }[];
}

export interface Side {
  /** As it was named on the command line. */
  readonly source: string;
  readonly workflows: number;
  readonly steps: number;
  readonly edges: number;
  readonly events: number;
}
