import type { Step } from './nodes.ts';

/** The resources that a workflow names. */
export interface ResourceUses {
  /** Emails with a template, by its id or alias. */
  readonly emails: readonly NamedUse[];
  readonly segments: readonly NamedUse[];
  readonly topics: readonly NamedUse[];
  readonly properties: readonly PropertyUse[];
}

/** The name of an item in a step. */
export interface NamedUse {
  readonly step: Step;
  readonly name: string;
  /** From the step. */
  readonly path: readonly (string | number)[];
}

/** A property of contacts that is read or written. */
export interface PropertyUse extends NamedUse {
  /** As written: `contact.properties.plan.name`, in a text with its braces, or the key that is set. */
  readonly text: string;
  /** The type of a constant that it is compared with or set to. */
  readonly constant: string | undefined;
  readonly how: 'reads' | 'compares' | 'sets';
}
