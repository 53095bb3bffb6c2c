/** The resources that a workflow names. Plain data: kept for every workflow until the end of a run. */
export interface ResourceUses {
  /** The event that starts the workflow, when there is one. */
  readonly event: string | undefined;
  readonly emails: readonly EmailUse[];
  readonly segments: readonly NamedUse[];
  readonly topics: readonly NamedUse[];
  readonly properties: readonly PropertyUse[];
}

interface StepUse {
  /** Position of the step in the workflow. */
  readonly index: number;
  readonly key: string | undefined;
}

/** The id or alias of an item, with its pointer below the step. */
export interface NamedUse extends StepUse {
  readonly name: string;
  readonly at: string;
}

/** An email with a template. */
export interface EmailUse extends StepUse {
  /** Id or alias. */
  readonly template: string;
  /** Pointer below the step. */
  readonly templateAt: string;
  readonly hasSubject: boolean;
  /** The name of the step in messages, if it lacks the subject that the alpha requires. */
  readonly lacksSubject: { readonly label: string; readonly isBlank: boolean } | undefined;
  readonly from: string | undefined;
  readonly variables: readonly VariableUse[];
}

export type ConstantType = 'string' | 'number' | 'boolean' | 'object' | 'list' | 'null';

export interface VariableUse {
  readonly key: string;
  /** Pointer below the step. */
  readonly at: string;
  /** The type of a constant, or the reference that is written: `event.plan`. */
  readonly constant: ConstantType | undefined;
  readonly reference: string | undefined;
  /** Of a reference to an awaited event: that event. */
  readonly awaited: string | undefined;
}

/** A property of contacts that is read or written. */
export interface PropertyUse extends StepUse {
  readonly name: string;
  readonly at: string;
  /** The type of a constant that it is compared with or set to. */
  readonly constant: ConstantType | undefined;
  readonly how: 'reads' | 'compares' | 'sets';
}
