/**
 * What one contact receives after an event, as plain data: `JSON.stringify` loses nothing of it. Times are seconds after the
 * event. Texts of workflows stand in it as they are: whoever prints them escapes them.
 */
export interface Simulation {
  readonly event: string;
  /** When the event happens, when the request says so. */
  readonly start?: SimulatedStart & { readonly date: string };
  /** The workflows it started, in order of time. One can be started more than once, by events given with `when`. */
  readonly runs: readonly Run[];
  /** All steps the contact comes to, in order of time. Those of type `send_email` are what is received. */
  readonly moments: readonly Moment[];
  /** What was not given and would have decided between alternatives, in order of time. `Choice` refers to their positions. */
  readonly questions: readonly Question[];
  readonly loops: readonly Loop[];
  /** Events whose payload the service refuses, so that nothing starts by them. */
  readonly refused: readonly Refusal[];
  /** Workflows that would start, but are not enabled. */
  readonly notEnabled: readonly WorkflowName[];
  /** What else is to be known, in words. */
  readonly notes: readonly string[];
  /** What could not be looked at, or not to its end, and why. Then what is not shown may still be sent. */
  readonly gaps: readonly string[];
  /** Whether a workflow starts by the event or waits for it, or it is defined. When not, its name is probably misspelt. */
  readonly known: boolean;
}

/** An instant of time, and the time zone people there go by. */
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
  /** The event that started it, and when. */
  readonly event: string;
  readonly at: number;
  /** Only part of its steps and edges could be read, so what it does is not known. */
  readonly unreadable?: true;
}

/** A time between two bounds; `greatest` is null when nothing bounds it. */
export interface Within {
  readonly least: number;
  readonly greatest: number | null;
}

/** A contact comes to a step. */
export interface Moment {
  /** Position of its run. */
  readonly run: number;
  readonly at: Within;
  /** The same as dates, when the start is known: `2026-03-29T09:00:00+02:00`. */
  readonly dates?: { readonly least: string; readonly greatest: string | null };
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
  /** Of a delay or a wait: when the contact goes on. Of a wait that nothing decides: by the event, or at its timeout. */
  readonly until?: Within;
  /** Of a wait. */
  readonly event?: string;
  /** What it does in the words of a picture: `wait 3 days`. */
  readonly label: string;
  /** How often the contact has been at the step, in a loop: from 1 on. */
  readonly round?: number;
  /** When it happens: always, when one of these is empty; else if all choices of at least one of them are made. */
  readonly only: readonly (readonly Choice[])[];
  /** `only` holds whenever it happens, but there is more to it: it was too much to be told. */
  readonly onlyPart?: true;
}

/** An answer to a question, both by their positions. */
export interface Choice {
  readonly question: number;
  readonly answer: number;
}

/** What is not known: how a condition turns out, whether an event comes, which of several edges is taken. */
export interface Question {
  readonly kind: 'condition' | 'wait' | 'filter' | 'edge';
  readonly run: number;
  readonly index: number;
  readonly step: string;
  /** When it is asked. */
  readonly at: Within;
  /** Two or more, in words: `event.plan is "pro"`, `event.plan is not "pro"`. */
  readonly answers: readonly string[];
  /** What would decide it: `payload`, `contact`, or the event to name with `when`. Nothing, when the documentation of the service does not tell. */
  readonly decidedBy: readonly Decider[];
}

export type Decider =
  | { readonly kind: 'payload' | 'contact'; readonly field: string; readonly event?: string }
  | { readonly kind: 'when'; readonly event: string };

/** Steps that a contact comes to again and again. Their first rounds are among the moments. */
export interface Loop {
  readonly run: number;
  /** Keys, in the order of a shortest round. */
  readonly steps: readonly string[];
  /** How long that round takes. */
  readonly every: Within;
  /** How many rounds are shown. */
  readonly rounds: number;
  /** Emails a round sends. */
  readonly sends: number;
  /** What ends it once it has gone round, in words; none: nothing does. */
  readonly stops: readonly string[];
}

export interface Refusal {
  readonly event: string;
  readonly at: number;
  /** What does not fit, in words. */
  readonly problems: readonly string[];
}

export interface FilledVariable {
  readonly key: string;
  /** The name it is read from: `event.plan`; absent for a plain value. */
  readonly reads?: string;
  /** What it holds; absent when that is not known, or when there is nothing. */
  readonly value?: unknown;
  /** `missing`: the payload has no such field. */
  readonly state: 'known' | 'unknown' | 'missing';
}

/** What is simulated. */
export interface SimulationRequest {
  readonly event: string;
  /** The event's payload, whole: what is not in it is missing. Without it, conditions on it are not decided. */
  readonly payload?: Readonly<Record<string, unknown>> | undefined;
  /** What is known of the contact: `email`, `first_name`, `last_name`, `unsubscribed`, `properties`. What is not in it is not known. */
  readonly contact?: Readonly<Record<string, unknown>> | undefined;
  /** Further events of the contact: they answer waits, and start workflows of their own. Of an event that is named, these are all there are. */
  readonly when?: readonly LaterEvent[] | undefined;
  /** Workflows that are not enabled run as well. */
  readonly all?: boolean | undefined;
  readonly start?: SimulatedStart | undefined;
}

export interface LaterEvent {
  readonly event: string;
  /** Seconds after the first event; `undefined`: it never comes. */
  readonly at: number | undefined;
  readonly payload?: Readonly<Record<string, unknown>> | undefined;
}
