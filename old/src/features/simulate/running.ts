import type { Reading } from '../../core/conditions/evaluate.ts';
import { arrivalsOf } from '../../core/graph/arrivals.ts';
import { type Flow, flowOf } from '../../core/graph/flow.ts';
import type { Graph } from '../../core/graph/graph.ts';
import { payloadsOf } from '../../core/graph/payloads.ts';
import { camelCase } from '../../core/model/fields.ts';
import { isObject, type JsonObject, own } from '../../core/model/json.ts';
import { quote } from '../../core/model/label.ts';
import type { Step, Workflow } from '../../core/model/nodes.ts';
import { createReference } from '../../core/model/references.ts';
import type { SimulationRequest } from '../../core/model/simulation.ts';
import {
  contactValuesOf,
  isProperty,
  type Variable,
  variableNameOf,
} from '../../core/model/variables.ts';
import type { Questions } from './questions.ts';
import type { WalkOrder } from './route.ts';
import { type State, UNKNOWN } from './state.ts';

/** An occurrence of an event. */
export interface Occurrence {
  /** Position among all occurrences; 0 is the event that is simulated. */
  readonly index: number;
  readonly event: string;
  readonly at: number;
  readonly payload: JsonObject | undefined;
  /** Other fields of the payload are unknown. */
  readonly isPart?: boolean | undefined;
}

/** A workflow that an event has started, with all data that decide its steps. */
export interface Running {
  readonly run: number;
  readonly graph: Graph;
  readonly flow: Flow;
  readonly route: WalkOrder;
  readonly cause: Occurrence;
  readonly contact: SimulationRequest['contact'];
  /** Occurrences of the requested events. Whether other events occur is unknown. */
  readonly later: ReadonlyMap<string, readonly Occurrence[]>;
  /** Fields of the contact that another run writes, with the earliest time. */
  readonly disputed: ReadonlyMap<string, Dispute>;
  readonly questions: Questions;
  /** The remaining work, for all runs together. */
  readonly budget: { left: number };
  note(text: string): void;
}

interface Dispute {
  readonly from: number;
  readonly by: string;
}

/** The fields of the contact that other runs write, for each run. */
export function findDisputes(
  started: readonly { readonly workflow: Workflow; readonly cause: Occurrence }[],
  graphOf: (workflow: Workflow) => Graph,
): (run: number) => ReadonlyMap<string, Dispute> {
  const writes: (Dispute & { readonly run: number; readonly field: string })[] = [];
  for (const [run, { workflow, cause }] of started.entries()) {
    for (const step of workflow.steps) {
      const fields = contactValuesOf(step).map(fieldOf);
      if (fields.length === 0) continue;
      const from = cause.at + (arrivalsOf(flowOf(graphOf(workflow))).get(step)?.min ?? 0);
      for (const field of fields) writes.push({ run, field, from, by: quoteWorkflow(workflow) });
    }
  }
  // The earliest write of a field is set last.
  writes.sort((a, b) => b.from - a.from || b.run - a.run);
  return (run) =>
    new Map(writes.filter((each) => each.run !== run).map((each) => [each.field, each]));
}

/** The known value of a field of the contact at a state of the run. */
export function contactAt(
  { contact = {}, disputed, note }: Running,
  { max, written }: State,
  field: string,
): Reading {
  const dispute = disputed.get(field);
  if (dispute !== undefined && dispute.from <= max) {
    note(`${field} is written by ${dispute.by} too, so what it is after that is not known`);
    return UNKNOWN;
  }
  const known = written.get(field);
  if (known !== undefined) return known;
  const value = fieldOfContact(contact, field.slice('contact.'.length));
  return value === undefined ? UNKNOWN : { kind: 'value', value };
}

function fieldOfContact(contact: JsonObject, name: string): unknown {
  if (name === 'properties') return undefined;
  if (!name.startsWith('properties.')) return own(contact, name) ?? own(contact, camelCase(name));
  const properties = own(contact, 'properties');
  return isObject(properties) ? own(properties, name.slice('properties.'.length)) : undefined;
}

/** A property of a payload; unknown if the event has no payload. */
export function readPayload(
  { payload, isPart = false }: Pick<Occurrence, 'payload' | 'isPart'>,
  property: string,
): Reading {
  if (payload === undefined) return UNKNOWN;
  let value = own(payload, property);
  // Names may contain dots; in a payload without a schema, they may also be paths.
  if (value === undefined && property.includes('.')) {
    value = payload;
    for (const part of property.split('.')) value = isObject(value) ? own(value, part) : undefined;
  }
  if (value !== undefined) return { kind: 'value', value };
  return isPart ? UNKNOWN : { kind: 'missing' };
}

/** The value of a name such as `event.plan` at a step. */
export function resolveName(running: Running, step: Step, state: State, name: string): Reading {
  const reference = createReference(step, name, 'variable');
  if (reference.kind === 'event') return readPayload(running.cause, reference.name);
  if (reference.kind === 'contact') return contactAt(running, state, name);
  if (reference.kind !== 'wait_events') return UNKNOWN;
  const read = payloadsOf(running.graph).read(step, reference);
  return read !== undefined && state.received.has(read.event)
    ? readPayload({ payload: state.received.get(read.event) }, read.property)
    : UNKNOWN;
}

/** The contact after a contact_update. */
export function writeContact(running: Running, step: Step, state: State, place: string): State {
  const written = new Map(state.written);
  for (const variable of contactValuesOf(step))
    written.set(fieldOf(variable), readingOf(running, step, state, variable.value));
  return { ...state, written, moment: `${state.moment} ${place}` };
}

/** The field of the contact that a value is written to, by its name in rules. */
function fieldOf(variable: Variable): string {
  return `contact.${isProperty(variable) ? 'properties.' : ''}${variable.key}`;
}

function readingOf(running: Running, step: Step, state: State, value: unknown): Reading {
  const name = variableNameOf(value);
  if (name !== undefined) {
    const reading = resolveName(running, step, state, name);
    return reading.kind === 'missing' ? UNKNOWN : reading;
  }
  // The result of a text with a placeholder is not documented.
  const isPlain =
    typeof value === 'string' ? !value.includes('{{') : typeof value !== 'object' || value === null;
  return isPlain ? { kind: 'value', value } : UNKNOWN;
}

/** The name of a workflow in a sentence. */
export function quoteWorkflow({ name, id }: Pick<Partial<Workflow>, 'name' | 'id'>): string {
  const called = name ?? id;
  return called === undefined ? 'a workflow without a name' : quote(called);
}
