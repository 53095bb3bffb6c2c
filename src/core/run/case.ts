/**
 * What a contact receives: contact.ts follows one, fields.ts keeps what is known of it, and
 * cases.ts gives every other answer.
 */
import type { Condition } from '../model/condition.ts';
import type { JsonObject } from '../model/json.ts';
import type { Branch } from '../model/step-type.ts';
import type { Step } from '../model/workflow.ts';

/** Seconds. `max` is Infinity where nothing limits it. */
export interface TimeRange {
  readonly min: number;
  readonly max: number;
}

/** An event that comes: seconds after the trigger, and its payload, where it is known. */
export interface Occurrence {
  readonly time: number;
  readonly payload?: JsonObject;
}

/** What is known of a run. Everything else is a question. */
export interface Given {
  /** The whole payload of the event that starts it. */
  readonly payload?: JsonObject;
  /** Fields that it lacks are unknown. */
  readonly contact?: JsonObject;
  /**
   * Any contact, as rules see it: subscribed until the workflow writes it or a condition asks it,
   * and changed by others while time passes, so that what the workflow wrote is not known then.
   */
  readonly isAnyContact?: true;
  /** When other events come; empty: never. An event that it lacks is unknown. */
  readonly occurrences?: ReadonlyMap<string, readonly Occurrence[]>;
}

export interface Cases {
  readonly cases: readonly Case[];
  /** False where there are more than are followed. */
  readonly isAll: boolean;
}

export interface Case {
  /** What was assumed, in order. Empty: the documents decide everything. */
  readonly answers: readonly Answer[];
  readonly moments: readonly Moment[];
  /**
   * `end`: no link goes on; `waits`: for an event that does not come, without a timeout; `fails`: a
   * condition reads a field that the payload lacks; `repeats`: a cycle that nothing ends, followed
   * for three rounds.
   */
  readonly end: 'end' | 'waits' | 'deleted' | 'fails' | 'repeats';
  /** False where an answer binds nothing, as that of an `or`: the case may be impossible. */
  readonly isCertain: boolean;
}

export interface Answer {
  readonly step: Step;
  /** The index of its moment. */
  readonly moment: number;
  /**
   * `condition`: whether it, or what is left of it, holds; of the filter of a wait, `after` has the
   * seconds from its start to the event. `event`: whether it comes in time.
   */
  readonly question:
    | { readonly is: 'condition'; readonly condition: Condition; readonly after?: number }
    | { readonly is: 'event'; readonly event: string }
    /** Which of several links of one type is taken. */
    | { readonly is: 'link'; readonly to: Step }
    /** Whether the contact is unsubscribed. */
    | { readonly is: 'unsubscribed' };
  readonly holds: boolean;
}

/** A step that the contact comes to. */
export interface Moment {
  readonly step: Step;
  /** Its position among the moments of its case. */
  readonly index: number;
  /** Since the trigger. */
  readonly time: TimeRange;
  /** Since the moment before: exact also after a wait. */
  readonly since: TimeRange;
  /** Of an email: false where the contact is unsubscribed. */
  readonly isSent: boolean | undefined;
  /** Of a condition or wait: what the contact left by. */
  readonly branch: Branch['means'] | undefined;
}
