/** What one contact receives after an event, over all workflows that it starts. Pure. */
import { asWritten } from '../../core/document/bind.ts';
import { buildGraph } from '../../core/graph/graph.ts';
import { buildWorkspace } from '../../core/lint/build-workspace.ts';
import { NO_GAPS } from '../../core/lint/complete.ts';
import { isTooLarge } from '../../core/lint/sound.ts';
import { eventNameOf, writesOf } from '../../core/model/config.ts';
import type { Failure } from '../../core/model/finding.ts';
import { defined, isObject, type JsonObject } from '../../core/model/json.ts';
import { nearest } from '../../core/model/nearest.ts';
import { isTrigger } from '../../core/model/step-type.ts';
import { didYouMean, labelOfWorkflow, listNames, quote } from '../../core/model/text.ts';
import type { Document, EventDefinition, Workflow } from '../../core/model/workflow.ts';
import type { Cases, Occurrence } from '../../core/run/case.ts';
import { casesOf } from '../../core/run/cases.ts';
import { UserError } from '../../node/user-error.ts';
import { notesOnContact, notesOnPayload, problemsOf } from './payload.ts';
import type { Question } from './questions.ts';
import { type LaterEvent, NEVER, type SimulationRequest, type Start } from './request.ts';
import { collect, type Run, type Send, type SimulatedCase } from './run.ts';
import { amountIn } from './words.ts';

/** An event whose payload does not fit its schema: the service refuses it, so it does nothing. */
interface Refusal extends Pick<LaterEvent, 'event' | 'at'> {
  readonly problems: readonly string[];
}

export interface Simulation {
  readonly event: string;
  readonly start: Start | undefined;
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
  /** All names of events that were read. */
  readonly eventNames: ReadonlySet<string>;
  /** An event of the request that none of them is. */
  readonly unknown: string | undefined;
}

export function simulate(documents: readonly Document[], request: SimulationRequest): Simulation {
  const { event, contact = {}, start, later, isAll } = request;
  const all = buildWorkspace(documents, NO_GAPS, () => {});
  const workflows = all.workflows.filter(({ isFragment }) => !isFragment);
  const readable = workflows.filter((each) => each.steps !== undefined && !isTooLarge(each));
  const isOn = ({ status }: Workflow): boolean => isAll || status === 'enabled';
  const schemas = schemasOf(documents);
  const events: readonly LaterEvent[] = [{ event, at: 0, payload: request.payload }, ...later];
  const { sent, refused, notes } = checkEvents(events, schemas);
  const runs = sent
    .flatMap((by) => readable.map((workflow) => ({ workflow, by })))
    .filter(({ workflow, by }) => isOn(workflow) && startsOn(workflow, by.event))
    .map(({ workflow, by }, index): Run => {
      const { event: startedBy, at: offset, payload } = by;
      return { index, workflow, startedBy, offset, payload, isFirst: by === events[0] };
    });
  const writers = writersIn(runs);
  const found = runs.map((run) => casesIn(run, writers, sent, request));
  const collected = collect(runs, found, all);
  const { min, max } = amountIn(collected.cases);
  const isBounded = found.every((each) => each.isAll) && !collected.cases.some(repeats);
  const broken = documents.filter(({ form }) => form === 'broken');
  const partial = documents.filter(isPartial);
  const names = eventNames(documents);
  return {
    ...{ event, start, runs, refused, eventNames: names, isPartial: partial.length > 0 },
    ...collected,
    emails: { min, max: isBounded ? max : undefined },
    notEnabled: readable.filter((each) => !isOn(each) && startsOn(each, event)),
    gaps: [
      ...broken.map(({ input }) => `${input.name} is not JSON`),
      ...workflows.filter(isOn).flatMap(gapOf),
      ...runs.filter((_, i) => found[i]?.isAll === false).map(wordCut),
    ],
    notes: [...notes, ...partial.map(wordPartial), ...notesOnContact(contact)],
    unknown: events.map((each) => each.event).find((name) => !names.has(name)),
  };
}

/** Event → its schema: null where any payload fits. */
type Schemas = ReadonlyMap<string, EventDefinition['schema']>;

function schemasOf(documents: readonly Document[]): Schemas {
  const events = documents.flatMap((document) => document.events);
  return new Map(events.flatMap(({ name, schema }) => (name ? [[name, schema]] : [])));
}

/** The events that the service takes; the others start nothing and end no wait. */
function checkEvents(events: readonly LaterEvent[], schemas: Schemas) {
  const sent: LaterEvent[] = [];
  const refused: Refusal[] = [];
  const notes: string[] = [];
  for (const each of events) {
    const { event, at, payload = {} } = each;
    const schema = schemas.get(event) ?? null;
    for (const text of notesOnPayload(payload, schema))
      notes.push(`the payload of ${quote(event)}: ${text}`);
    if (at === NEVER) continue;
    const problems = problemsOf(payload, schema);
    if (problems.length > 0) refused.push({ event, at, problems });
    else sent.push(each);
  }
  return { sent, refused, notes };
}

const startsOn = ({ steps = [] }: Workflow, event: string): boolean =>
  steps.some((step) => isTrigger(step) && eventNameOf(step) === event);

/** All names of events that were read. */
export function eventNames(documents: readonly Document[]): ReadonlySet<string> {
  const workflows = documents.flatMap((document) => document.workflows);
  const steps = workflows.flatMap((workflow) => workflow.steps ?? []);
  const used = steps.flatMap((step) => eventNameOf(step) ?? []);
  return new Set([...schemasOf(documents).keys(), ...used]);
}

/** The event that starts a run ends no wait of it. */
function casesIn(
  run: Run,
  writers: Writers,
  sent: readonly LaterEvent[],
  { contact = {}, later }: SimulationRequest,
): Cases {
  const { workflow, startedBy, offset, payload } = run;
  const others = sent.filter(({ event, at }) => event !== startedBy || at !== offset);
  const occurrencesOf = (name: string): readonly Occurrence[] =>
    others
      .filter(({ event }) => event === name)
      .map((each) => ({ time: each.at - offset, ...defined({ payload: each.payload }) }))
      .sort((a, b) => a.time - b.time);
  return casesOf(buildGraph(asWritten(workflow)), {
    ...defined({ payload }),
    contact: withoutWritten(contact, workflow, writers),
    occurrences: new Map(later.map(({ event }) => [event, occurrencesOf(event)])),
  });
}

/** A field of the contact → the workflows that write it. */
type Writers = ReadonlyMap<string, ReadonlySet<Workflow>>;

function writersIn(runs: readonly Run[]): Writers {
  const writers = new Map<string, Set<Workflow>>();
  for (const { workflow } of runs)
    for (const [name] of (workflow.steps ?? []).flatMap(writesOf))
      writers.set(name, (writers.get(name) ?? new Set()).add(workflow));
  return writers;
}

/** Of a contact, what no other workflow writes: what it writes when is not known here. */
function withoutWritten(contact: JsonObject, own: Workflow, writers: Writers): JsonObject {
  const isOther = (name: string): boolean => {
    const found = writers.get(name) ?? new Set();
    return found.size > 1 || (found.size === 1 && !found.has(own));
  };
  const keep = (fields: JsonObject, prefix = ''): JsonObject =>
    Object.fromEntries(Object.entries(fields).filter(([name]) => !isOther(prefix + name)));
  const { properties, ...fields } = contact;
  return {
    ...keep(fields),
    ...(isObject(properties) && { properties: keep(properties, 'properties.') }),
  };
}

/** A cycle that nothing ends sends an email in each round. */
const repeats = ({ end, sends }: SimulatedCase): boolean =>
  end === 'repeats' && new Set(sends.map(({ step }) => step)).size < sends.length;

function gapOf(workflow: Workflow): string | [] {
  const label = labelOfWorkflow(workflow);
  if (workflow.isSummary) return `${label}: its steps were not loaded; edgewise pull fetches them`;
  if (workflow.steps === undefined) return `${label}: its steps cannot be read`;
  if (isTooLarge(workflow)) return `${label}: it has too many steps`;
  return workflow.edges === undefined ? `${label}: its edges cannot be read` : [];
}

const wordCut = ({ workflow }: Run): string =>
  `${labelOfWorkflow(workflow)}: only 1,000 cases; --payload decides some`;

const isPartial = ({ lists }: Document): boolean =>
  lists.some(({ of, hasMore }) => hasMore && of === 'workflows');

const wordPartial = ({ input }: Document): string =>
  `the list of workflows in ${quote(input.name)} is partial (has_more is true)`;

/** An event that nothing names is most likely misspelt: that nothing is sent would mislead. */
export function refuseUnknown(
  { unknown, eventNames: all, gaps, isPartial: hasMore }: Simulation,
  failures: readonly Failure[],
): void {
  if (unknown === undefined || gaps.length + failures.length > 0 || hasMore) return;
  const names = [...all];
  const near = nearest(unknown, names);
  throw new UserError(
    `no workflow starts on ${quote(unknown)} or waits for it, and no definition has it`,
    near === undefined ? `events: ${listNames(names, 5)}` : didYouMean(near),
  );
}
