import type { Finding } from '../../core/model/finding.ts';
import type { Step } from '../../core/model/nodes.ts';

/** One different field. `before` or `after` is absent if there is no such field. */
export interface FieldChange {
  /** Pointer-like, from the workflow, step or event it belongs to, in today's spelling: `/config/subject`. */
  readonly path: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

export interface StepChange {
  readonly change: 'added' | 'removed' | 'renamed' | 'changed';
  readonly key: string | undefined;
  /** Its earlier key, if different. */
  readonly was?: string | undefined;
  readonly type: string | undefined;
  /** Its name in messages. */
  readonly label: string;
  readonly fields: readonly FieldChange[];
  /** Of a step that only one side has: its main fields. */
  readonly content?: string;
  /** A move tells it. */
  readonly inMove?: boolean;
  /** A changed condition in words, and the fields that it replaces. */
  readonly conditions?: ChangedCondition | undefined;
}

interface ChangedCondition {
  readonly before: string;
  readonly after: string;
  readonly fields: readonly FieldChange[];
}

export interface EdgeChange {
  readonly change: 'added' | 'removed';
  readonly from: EdgeEnd;
  readonly to: EdgeEnd;
  readonly type: string | undefined;
}

export interface EdgeEnd {
  /** The key of the step in the edge. */
  readonly key: string | undefined;
  readonly label: string;
}

export interface WorkflowChange {
  readonly change: 'added' | 'removed' | 'changed';
  readonly id: string | undefined;
  readonly name: string | undefined;
  /** The size of an added or removed workflow. */
  readonly size?: { readonly steps: number; readonly edges: number };
  readonly fields: readonly FieldChange[];
  readonly steps: readonly StepChange[];
  readonly edges: readonly EdgeChange[];
  /** The word of the file. */
  readonly edgeNoun: 'edge' | 'connection';
  /** Changed edges that are one change together. */
  readonly moves?: readonly Move[];
  /** What a contact notices: `welcome → bye: 10 → 12 days, +1 email`. */
  readonly contact?: readonly string[];
  /** Against the account: the actions that make it equal to the other side. */
  readonly deployment?: Deployment;
}

/** Steps that were put in, taken out, moved or swapped, by edges that need no lines of their own. */
export interface Move {
  readonly kind: 'inserted' | 'taken out' | 'moved' | 'swapped';
  /** Their names in messages. */
  readonly steps: readonly string[];
  /** Those that only one side has. */
  readonly nodes: readonly Step[];
  /** `between A and B`. */
  readonly place?: string;
  readonly was?: string;
  readonly edges: readonly EdgeChange[];
}

export interface Deployment {
  readonly action: 'create' | 'update' | 'disable-or-duplicate' | 'keep';
  /** Its id in the account. */
  readonly id?: string | undefined;
  readonly message: string;
  /** The effects on contacts with a run under way. */
  readonly contacts: readonly ContactEffect[];
}

/** A contact who waits at a step and continues there in the new graph. */
export interface ContactEffect {
  readonly at: string;
  readonly email: string;
  readonly outcome: 'twice' | 'never';
}

/** Of an event definition, a template, a domain or another resource. */
export interface ItemChange {
  readonly change: 'added' | 'removed' | 'changed';
  /** Its type: `event`, `template`. */
  readonly of: string;
  readonly name: string | undefined;
  readonly fields: readonly FieldChange[];
}

/** The differences of two workspaces by meaning, not by spelling. */
export interface Difference {
  readonly workflows: readonly WorkflowChange[];
  readonly events: readonly ItemChange[];
  readonly resources: readonly ItemChange[];
  /** What could not be compared, and why. */
  readonly notCompared: readonly {
    readonly what: string;
    readonly reason: string;
    /** Only one side has it. */
    readonly oneSided: boolean;
  }[];
  readonly same: boolean;
}

/** In the order of reports. */
interface FindingChanges {
  readonly appeared: readonly Finding[];
  readonly went: readonly Finding[];
}

/** The content of a printed comparison. */
export interface DifferenceReport {
  readonly before: Side;
  readonly after: Side;
  readonly difference: Difference;
  readonly findings: FindingChanges;
  /** From the account to files. */
  readonly isDeployment?: boolean;
  /** `isTemporary`: a temporary failure of the service. */
  readonly failures: readonly {
    readonly source: string;
    readonly message: string;
    readonly isTemporary?: boolean;
  }[];
}

export interface Side {
  /** Its name on the command line. */
  readonly source: string;
  readonly workflows: number;
  readonly steps: number;
  readonly edges: number;
  readonly events: number;
}
