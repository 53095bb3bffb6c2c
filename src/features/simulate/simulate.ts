/** What one contact receives after an event, over all workflows that it starts. Pure. */
import { asWritten } from '../../core/document/bind.ts';
import { buildGraph } from '../../core/graph/graph.ts';
import { buildWorkspace } from '../../core/lint/build-workspace.ts';
import { NO_GAPS } from '../../core/lint/complete.ts';
import { isTooLarge } from '../../core/lint/sound.ts';
import { eventNameOf, writesOf } from '../../core/model/config.ts';
import type { JsonObject } from '../../core/model/json.ts';
import { isTrigger } from '../../core/model/step-type.ts';
import { labelOfWorkflow, quote } from '../../core/model/text.ts';
import type { Document, Workflow } from '../../core/model/workflow.ts';
import type { Given, Occurrence } from '../../core/run/case.ts';
import { casesOf } from '../../core/run/cases.ts';
import type { Workspace } from '../../core/workspace.ts';
import { createCollector, type Question, type Send, type SimulatedCase } from './collect.ts';
import { notesOnContact, notesOnPayload, problemsOf } from './payload.ts';
import type { LaterEvent, SimulationRequest, Start } from './request.ts';

/** A workflow that an event starts. */
export interface Run {
  readonly workflow: Workflow;
  readonly startedBy: string;
  /** Seconds after the first event. */
  readonly offset: number;
}

/** An event whose payload does not fit its schema: the service refuses it, so it does nothing. */
interface Refusal {
  readonly event: string;
  readonly at: number;
  readonly problems: readonly string[];
}

export interface Simulation {
  readonly event: string;
  readonly start?: Start;
  readonly runs: readonly Run[];
  /** The fewest and the most over all cases. No most: a cycle goes on, or cases are left out. */
  readonly emails: { readonly min: number; readonly max: number | undefined };
  /** By their numbers, from 1; those of a run stand together. */
  readonly cases: readonly SimulatedCase[];
  /** Each email once, in order of time. */
  readonly sends: readonly Send[];
  readonly questions: readonly Question[];
  readonly refused: readonly Refusal[];
  /** They would start, but are not enabled. */
  readonly notEnabled: readonly Workflow[];
  /** What was not simulated, or not to its end. */
  readonly gaps: readonly string[];
  readonly notes: readonly string[];
  /** A list of workflows says that there are more. */
  readonly isPartial: boolean;
  /** Events that no definition has, and no step names. */
  readonly unknown: readonly string[];
}

export function simulate(documents: readonly Document[], request: SimulationRequest): Simulation {
  const { event, payload, contact, start, isAll } = request;
  const workspace = buildWorkspace(documents, NO_GAPS, () => {});
  const events: LaterEvent[] = [
    { event, at: 0, ...(payload !== undefined && { payload }) },
    ...request.later,
  ];
  const schemas = schemasOf(documents);
  const { sent, refused, notes } = checkEvents(events, schemas);
  const workflows = workspace.workflows.filter(({ isFragment }) => !isFragment);
  const isOn = ({ status }: Workflow): boolean => isAll || status === 'enabled';
  const startsOn = (workflow: Workflow, name: string): boolean =>
    workflow.steps?.some((step) => isTrigger(step) && eventNameOf(step) === name) === true;
  const readable = workflows.filter((each) => each.steps !== undefined && !isTooLarge(each));
  const started = sent.flatMap(({ event: name, at, payload: own }) =>
    at === 'never'
      ? []
      : readable
          .filter((workflow) => isOn(workflow) && startsOn(workflow, name))
          .map((workflow) => ({ workflow, startedBy: name, offset: at, payload: own })),
  );
  const collector = createCollector(workspace);
  const gaps = [
    ...documents.flatMap(({ form, input }) =>
      form === 'broken' ? `${input.name} is not JSON` : [],
    ),
    ...workflows.flatMap((each) => (isOn(each) ? gapOf(each) : [])),
  ];
  for (const run of started) {
    const others = started.filter(({ workflow }) => workflow !== run.workflow);
    const given = {
      ...(run.payload !== undefined && { payload: run.payload }),
      ...(contact !== undefined && { contact: withoutWritten(contact, others) }),
      occurrences: occurrencesFor(run, sent, request.later),
    } satisfies Given;
    const found = casesOf(buildGraph(asWritten(run.workflow)), given);
    if (!found.isAll)
      gaps.push(`${labelOfWorkflow(run.workflow)}: only 1,000 cases; --payload decides some`);
    collector.add(run, found);
  }
  const partial = documents.filter(({ lists }) =>
    lists.some(({ of, hasMore }) => hasMore && of === 'workflows'),
  );
  for (const { input } of partial)
    notes.push(`the list of workflows in ${quote(input.name)} is partial (has_more is true)`);
  return {
    event,
    ...(start !== undefined && { start }),
    ...collector.result(),
    refused,
    notEnabled: readable.filter((workflow) => !isOn(workflow) && startsOn(workflow, event)),
    gaps,
    isPartial: partial.length > 0,
    notes: [...notes, ...notesOnContact(contact)],
    unknown: unknownIn(events, schemas, workspace),
  };
}

type Schemas = ReadonlyMap<string, ReadonlyMap<string, string | undefined> | null>;

const schemasOf = (documents: readonly Document[]): Schemas =>
  new Map(
    documents
      .flatMap(({ events }) => events)
      .flatMap(({ name, schema }) => (name === undefined ? [] : [[name, schema] as const])),
  );

/** The events that the service takes; the others start nothing and end no wait. */
function checkEvents(events: readonly LaterEvent[], schemas: Schemas) {
  const refused: Refusal[] = [];
  const notes: string[] = [];
  const sent = events.filter(({ event, at, payload }) => {
    const schema = schemas.get(event) ?? null;
    const problems = problemsOf(payload, schema);
    if (at !== 'never' && problems.length > 0) refused.push({ event, at, problems });
    for (const each of notesOnPayload(payload, schema))
      notes.push(`the payload of ${quote(event)}: ${each}`);
    return at === 'never' || problems.length === 0;
  });
  return { sent, refused, notes };
}

/**
 * When the other events come, in seconds after the start of a run. The one that starts it ends no
 * wait of it.
 */
function occurrencesFor(
  { startedBy, offset }: Omit<Run, 'workflow'>,
  sent: readonly LaterEvent[],
  later: readonly LaterEvent[],
): NonNullable<Given['occurrences']> {
  const named = new Set(later.map(({ event }) => event));
  return new Map(
    Array.from(named, (name) => {
      const own = sent.filter(({ event, at }) => event === name && at !== 'never');
      const times = own
        .filter(({ at }) => name !== startedBy || at !== offset)
        .map(({ at, payload }): Occurrence => {
          const time = Number(at) - offset;
          return { time, ...(payload !== undefined && { payload }) };
        });
      return [name, times.sort((a, b) => a.time - b.time)];
    }),
  );
}

/** Of a contact, what no other run writes: what it writes when is not known here. */
function withoutWritten(contact: JsonObject, others: readonly Run[]): JsonObject {
  const steps = others.flatMap(({ workflow }) => workflow.steps ?? []);
  const written = new Set(steps.flatMap((step) => writesOf(step).map(([name]) => name)));
  const keep = (fields: JsonObject, prefix = ''): JsonObject =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => !written.has(prefix + name)));
  const { properties, ...fields } = contact;
  const kept = keep(fields);
  return typeof properties === 'object' && properties !== null
    ? { ...kept, properties: keep(properties as JsonObject, 'properties.') }
    : kept;
}

function gapOf(workflow: Workflow): readonly string[] {
  const label = labelOfWorkflow(workflow);
  if (workflow.isSummary)
    return [`${label}: its steps were not loaded; edgewise pull fetches them`];
  if (workflow.steps === undefined) return [`${label}: its steps cannot be read`];
  if (isTooLarge(workflow)) return [`${label}: it has too many steps`];
  return workflow.edges === undefined ? [`${label}: its edges cannot be read`] : [];
}

function unknownIn(
  events: readonly LaterEvent[],
  schemas: Schemas,
  { workflows }: Workspace,
): readonly string[] {
  const used = new Set(workflows.flatMap(({ steps = [] }) => steps.map(eventNameOf)));
  const names = new Set(events.map(({ event }) => event));
  return [...names].filter((name) => !schemas.has(name) && !used.has(name));
}

/** All names of events that were read. */
export function eventNames(documents: readonly Document[]): readonly string[] {
  const steps = documents.flatMap(({ workflows }) =>
    workflows.flatMap(({ steps: own = [] }) => own),
  );
  const used = steps.flatMap((step) => eventNameOf(step) ?? []);
  return [...new Set([...schemasOf(documents).keys(), ...used])];
}
