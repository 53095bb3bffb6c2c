import type { Reading } from '../graph/evaluate.ts';
import type { Flow, Span } from '../graph/flow.ts';
import type { Graph } from '../graph/graph.ts';
import { payloadsOf } from '../graph/payloads.ts';
import { quote } from '../model/label.ts';
import type { Step } from '../model/nodes.ts';
import { createReference } from '../model/references.ts';
import type { SimulationRequest } from '../model/simulation.ts';
import type { Questions } from './questions.ts';
import type { Route } from './route.ts';
import type { State } from './state.ts';
import { type Occurrence, readContact, readPayload, UNKNOWN } from './world.ts';

/** A workflow that an event has started, and all that its steps are decided by. */
export interface Running {
  readonly run: number;
  readonly graph: Graph;
  readonly flow: Flow;
  readonly route: Route;
  readonly cause: Occurrence;
  readonly contact: SimulationRequest['contact'];
  /** Occurrences of the events the request names; of others it is not known whether they come. */
  readonly later: ReadonlyMap<string, readonly Occurrence[]>;
  /** Fields of the contact that another run writes, and from when on at the earliest. */
  readonly disputed: ReadonlyMap<string, Dispute>;
  readonly questions: Questions;
  /** How much may still be looked at, in all runs together. */
  readonly budget: { left: number };
  note(text: string): void;
}

export interface Dispute {
  readonly from: number;
  readonly by: string;
}

/** What is known of a field of the contact when the run is at a state. */
export function contactAt({ contact, disputed, note }: Running, state: State, field: string): Reading {
  const dispute = disputed.get(field);
  if (dispute === undefined || dispute.from > state.greatest) return readContact(contact, state.written, field);
  note(`${field} is written by ${dispute.by} too, so what it is after that is not known`);
  return UNKNOWN;
}

/** What a name such as `event.plan` stands for at a step. */
export function resolveName(running: Running, step: Step, state: State, name: string): Reading {
  const reference = createReference(step, name, 'variable', []);
  if (reference.kind === 'event') return readPayload(running.cause.payload, reference.name);
  if (reference.kind === 'contact') return contactAt(running, state, name);
  const read = reference.kind === 'wait_events' ? payloadsOf(running.graph).read(step, reference) : undefined;
  return read !== undefined && state.heard.has(read.event) ? readPayload(state.heard.get(read.event), read.property) : UNKNOWN;
}

/** The state some time later. `place` names where the time went. */
export function advance(state: State, time: Span, place: string): State {
  if (time.greatest === 0) return state;
  const least = state.least + time.least;
  const greatest = state.greatest + time.greatest;
  return { ...state, least, greatest, moment: least === greatest ? String(least) : `${place} ${least} ${greatest}` };
}

/** A workflow as a sentence names it. */
export function nameOfWorkflow({ name, id }: { readonly name?: string | undefined; readonly id?: string | undefined }): string {
  const called = name ?? id;
  return called === undefined ? 'a workflow without a name' : quote(called);
}
