/**
 * What one contact receives after an event, as JSON data. Times are seconds after the event. Texts are untrusted and
 * not escaped.
 */
export interface Simulation {
  readonly event: string;
  /** Only when requested. */
  readonly start?: SimulatedStart & { readonly date: string; readonly nearChange: boolean };
  /** The runs of workflows by time. Events given with `when` may start a workflow again. */
  readonly runs: readonly Run[];
  /** The fewest and the most emails over all feasible paths, as far as they were followed. */
  readonly emails: EmailCount;
  /** All steps the contact reaches, by time. Those of type `send_email` are received; emails that are not sent are left out. */
  readonly moments: readonly Moment[];
  /** Undecided alternatives by time. `Choice` refers to their positions. */
  readonly questions: readonly Question[];
  /** Groups of workflows with common conditions, each with its cases. */
  readonly cases: readonly CaseGroup[];
  readonly loops: readonly Loop[];
  /** Events whose payload the service refuses: they start nothing. */
  readonly refused: readonly Refusal[];
  /** Workflows that would start, but are not enabled. */
  readonly notEnabled: readonly WorkflowName[];
  readonly notes: readonly string[];
  /** What was not simulated and why. Further emails may be sent. */
  readonly gaps: readonly string[];
  /** Requested events without a definition that no workflow uses: probably misspelt. */
  readonly unknown: readonly string[];
  /** The answers of the request that belong to a question here. */
  readonly answered: readonly GivenAnswer[];
}

/** `max` is null if it is unbounded. */
export interface EmailCount {
  readonly min: number;
  readonly max: number | null;
}

export interface SimulatedStart {
  /** Milliseconds since 1970. */
  readonly instant: number;
  /** An IANA name, such as `Europe/Berlin`. */
  readonly zone: string;
}

export interface WorkflowName {
  readonly id?: string;
  readonly name?: string;
  readonly status?: string;
}

export interface Run {
  readonly workflow: WorkflowName;
  /** The event that started it, and its time. */
  readonly event: string;
  readonly at: number;
  /** Some steps or edges are invalid, so its effects are unknown. */
  readonly unreadable?: true;
}

/** A time range; `greatest` is null when it is unbounded. */
export interface Within {
  readonly least: number;
  readonly greatest: number | null;
}

/** A contact reaches a step. */
export interface Moment {
  /** Position of its run. */
  readonly run: number;
  readonly at: Within;
  /** As dates, when the start is known: `2026-03-29T09:00:00+02:00`. */
  readonly dates?: {
    readonly least: string;
    readonly greatest: string | null;
    /** A clock change is within a day of one of them. */
    readonly nearChange: boolean;
  };
  /** Position of the step in its workflow. */
  readonly index: number;
  /** The step's key; `#3` when it has none. */
  readonly step: string;
  readonly type: string;
  /** Of a send. */
  readonly template?: string;
  readonly subject?: string;
  readonly from?: string;
  /** Of a send: the variables of its template. */
  readonly variables?: readonly FilledVariable[];
  /** Of a delay or wait: when the contact continues. Of an undecided wait: by the event, or at its timeout. */
  readonly until?: Within;
  /** Of a wait. */
  readonly event?: string;
  /** As in a picture: `wait 3 days`. */
  readonly label: string;
  /** The iteration of a loop, from 1. */
  readonly round?: number;
  /** It happens if all choices of at least one list are made; always when a list is empty. */
  readonly only: readonly (readonly Choice[])[];
  /** `only` is necessary, but incomplete: the full condition is too long. */
  readonly onlyPart?: true;
}

/** What a contact receives from some runs. */
export interface CaseGroup {
  /** Positions. */
  readonly runs: readonly number[];
  /** Each contact is one of them. */
  readonly cases: readonly Case[];
  /** There are more. */
  readonly isPart: boolean;
}

/** The emails for some answers. */
export interface Case {
  /** As in `Moment`. */
  readonly only: readonly (readonly Choice[])[];
  /** Positions in `moments`. */
  readonly sends: readonly number[];
  /** Emails whose condition is not known completely. */
  readonly maybe: number;
}

/** Both by position. */
export interface Choice {
  readonly question: number;
  readonly answer: number;
}

/** An answer to a question of a simulation, by position in its `answers`. */
export interface GivenAnswer {
  readonly question: Question;
  readonly answer: number;
}

/** An undecided outcome: of a condition, whether an event comes, or which of several edges is taken. */
export interface Question {
  readonly kind: 'condition' | 'wait' | 'filter' | 'edge';
  readonly run: number;
  readonly index: number;
  readonly step: string;
  readonly at: Within;
  /** Two or more: `event.plan is "pro"`, `event.plan is not "pro"`. */
  readonly answers: readonly string[];
  /** Of a single comparison: what it reads, as text. */
  readonly field?: string;
  /** Of a comparison for equality: the value, as text. */
  readonly value?: string;
  /** The input that decides it: `payload`, `contact`, or an event for `when`. Empty when the service does not document it. */
  readonly decidedBy: readonly Decider[];
}

export type Decider =
  | { readonly kind: 'payload' | 'contact'; readonly field: string; readonly event?: string }
  | { readonly kind: 'when'; readonly event: string };

/** Steps that repeat. Their first iterations are among the moments, or all if the loop ends. */
export interface Loop {
  readonly run: number;
  /** Keys, in the order of the shortest iteration. */
  readonly steps: readonly string[];
  /** The duration of that iteration. */
  readonly every: Within;
  readonly rounds: number;
  /** There is no further iteration. */
  readonly ends: boolean;
  /** Emails per iteration. */
  readonly sends: number;
  /** The conditions that end the loop; empty: none. */
  readonly stops: readonly string[];
}

export interface Refusal {
  readonly event: string;
  readonly at: number;
  readonly problems: readonly string[];
}

export interface FilledVariable {
  readonly key: string;
  /** `event.plan`; absent for a plain value. */
  readonly reads?: string;
  /** Absent when unknown or missing. */
  readonly value?: unknown;
  /** `missing`: the payload has no such field. */
  readonly state: 'known' | 'unknown' | 'missing';
}

export interface SimulationRequest {
  readonly event: string;
  /** The complete payload: other fields are missing. Without it, conditions on it are undecided. */
  readonly payload?: Readonly<Record<string, unknown>> | undefined;
  /** Other fields of the payload are unknown, not missing. */
  readonly payloadIsPart?: boolean | undefined;
  /** Answers to questions of an earlier simulation of this request. */
  readonly answers?: readonly GivenAnswer[] | undefined;
  /** `email`, `first_name`, `last_name`, `unsubscribed`, `properties`. Other fields are unknown. */
  readonly contact?: Readonly<Record<string, unknown>> | undefined;
  /** Further events of the contact: they answer waits and start workflows. All occurrences of an event are listed. */
  readonly when?: readonly LaterEvent[] | undefined;
  /** Includes workflows that are not enabled. */
  readonly all?: boolean | undefined;
  readonly start?: SimulatedStart | undefined;
}

export interface LaterEvent {
  readonly event: string;
  /** Seconds after the first event; `undefined`: never. */
  readonly at: number | undefined;
  readonly payload?: Readonly<Record<string, unknown>> | undefined;
}
