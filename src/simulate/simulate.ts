import { flowOf } from '../graph/flow.ts';
import { buildGraph, type Graph } from '../graph/graph.ts';
import { eventNameOf } from '../model/config.ts';
import { quote } from '../model/label.ts';
import { nearest } from '../model/nearest.ts';
import type { EventDefinition, Step, Workflow } from '../model/nodes.ts';
import type { Loop, Run, Simulation, SimulationRequest, WorkflowName } from '../model/simulation.ts';
import { formatInstant } from './calendar.ts';
import { within } from './decide.ts';
import { findDisputes } from './disputes.ts';
import { type Draft, draftMoments, numberMoments } from './moments.ts';
import { checkContact, checkPayload } from './payload.ts';
import { createQuestions } from './questions.ts';
import { planRoute } from './route.ts';
import { nameOfWorkflow, type Running } from './running.ts';
import { MAX_WORK, ROUNDS, walk } from './walk.ts';
import type { Occurrence } from './world.ts';

/**
 * What one contact receives after an event, over all workflows that start by it: pure and synchronous. The time does not grow
 * with the number of paths: where ways meet they are one, and where there are too many of them less is said of each.
 */
export function simulate(workflows: readonly Workflow[], definitions: readonly EventDefinition[], request: SimulationRequest): Simulation {
  const notes = new Set(request.contact === undefined ? [] : checkContact(request.contact));
  const gaps: string[] = [];
  const distinct = distinctById(workflows);
  const definitionOf = (name: string): EventDefinition | undefined => definitions.find((definition) => definition.name === name);
  const { occurrences, later, refused } = readEvents(request, definitionOf, notes);

  const graphs = new Map<Workflow, Graph>();
  const graphOf = (workflow: Workflow): Graph => {
    let graph = graphs.get(workflow);
    if (graph === undefined) graphs.set(workflow, (graph = buildGraph(workflow)));
    return graph;
  };
  const isOn = (workflow: Workflow): boolean => request.all === true || workflow.status === 'enabled';
  const started = occurrences.flatMap((cause) =>
    distinct.filter((workflow) => isOn(workflow) && triggersOf(workflow, cause.event, graphOf).length > 0).map((workflow) => ({ workflow, cause })),
  );

  const questions = createQuestions();
  const budget = { left: MAX_WORK };
  const disputes = findDisputes(started, graphOf);
  const runs: Run[] = [];
  const drafts: Draft[] = [];
  const loops: Loop[] = [];
  for (const [run, { workflow, cause }] of started.entries()) {
    const graph = graphOf(workflow);
    const unreadable = !workflow.hasEdges;
    runs.push({ workflow: nameOf(workflow), event: cause.event, at: cause.at, ...(unreadable && { unreadable }) });
    if (unreadable) gaps.push(`the edges of ${nameOfWorkflow(workflow)} cannot be read, so what it does is not known`);
    const flow = flowOf(graph);
    const starts = triggersOf(workflow, cause.event, graphOf);
    const route = planRoute(flow, starts);
    const running: Running = {
      run,
      graph,
      flow,
      route,
      cause,
      contact: request.contact,
      later,
      disputed: disputes(run),
      budget,
      questions,
      note: (text) => void notes.add(text),
    };
    const walked = walk(running, starts);
    if (walked.isCut) gaps.push(`${nameOfWorkflow(workflow)} is too large to be followed to its end`);
    drafts.push(...draftMoments(running, walked.visits, request.start));
    for (const { steps, stops, every } of walked.loops) {
      const sends = steps.filter(({ type }) => type === 'send_email').length;
      loops.push({ run, steps: steps.map(({ key, index }) => key ?? `#${index + 1}`), every: within(every), rounds: ROUNDS, sends, stops });
    }
  }
  const on = distinct.filter(isOn);
  noteDeletions(drafts, runs, notes);
  noteStarts(drafts, later, (event) => on.filter((workflow) => triggersOf(workflow, event, graphOf).length > 0), notes);
  const unloaded = on.filter(({ summaryOnly }) => summaryOnly);
  if (unloaded.length > 0) gaps.push(`the steps of ${namesOf(unloaded)} were not loaded`);
  const unread = on.filter(({ summaryOnly, hasSteps }) => !summaryOnly && !hasSteps);
  if (unread.length > 0) gaps.push(`the steps of ${namesOf(unread)} cannot be read`);
  const misspelt = runs.length > 0 || refused.length > 0 ? undefined : nearestStart(on, request.event);
  if (misspelt !== undefined) notes.add(misspelt);
  return {
    event: request.event,
    ...(request.start !== undefined && { start: { ...request.start, date: formatInstant(request.start, 0) } }),
    runs,
    ...numberMoments(drafts, questions.asked),
    loops,
    refused,
    notEnabled: distinct.filter((workflow) => !isOn(workflow) && triggersOf(workflow, request.event, graphOf).length > 0).map(nameOf),
    notes: [...notes],
    gaps,
    known: definitionOf(request.event) !== undefined || distinct.some(({ steps }) => steps.some((step) => eventNameOf(step) === request.event)),
  };
}

/** The events of the contact in order of time, but for those whose payload is refused. */
function readEvents(request: SimulationRequest, definitionOf: (name: string) => EventDefinition | undefined, notes: Set<string>) {
  const { event, payload, when = [] } = request;
  const occurrences: Occurrence[] = [];
  const later = new Map<string, Occurrence[]>();
  const refused: { event: string; at: number; problems: readonly string[] }[] = [];
  const happen = (name: string, at: number, given: SimulationRequest['payload']): Occurrence | undefined => {
    const definition = definitionOf(name);
    const { problems, remarks } = given === undefined ? { problems: [], remarks: [] } : checkPayload(given, definition);
    if (given !== undefined && definition === undefined) notes.add(`${quote(name)} has no definition here, so its payload was not checked`);
    for (const remark of remarks) notes.add(`${quote(name)}: ${remark}`);
    if (problems.length > 0) refused.push({ event: name, at, problems });
    const occurrence = { index: occurrences.length, event: name, at, payload: given };
    if (problems.length === 0) occurrences.push(occurrence);
    return problems.length === 0 ? occurrence : undefined;
  };
  const first = happen(event, 0, payload);
  for (const { event: name } of when) if (!later.has(name)) later.set(name, name === event && first !== undefined ? [first] : []);
  for (const { event: name, at, payload: given } of [...when].sort((a, b) => (a.at ?? 0) - (b.at ?? 0))) {
    const occurrence = at === undefined ? undefined : happen(name, at, given);
    if (occurrence !== undefined) later.get(name)?.push(occurrence);
  }
  return { occurrences, later, refused };
}

/** The triggers of a workflow that an event starts. Of several the fault is told elsewhere: each of them starts it. */
function triggersOf(workflow: Workflow, event: string, graphOf: (workflow: Workflow) => Graph): readonly Step[] {
  const triggers = workflow.steps.filter((step) => step.type === 'trigger' && eventNameOf(step) === event);
  return triggers.length === 0 ? triggers : triggers.filter((step) => !graphOf(workflow).isDuplicate(step));
}

/** The same workflow in two documents still runs once. */
function distinctById(workflows: readonly Workflow[]): readonly Workflow[] {
  const seen = new Map<string, Workflow>();
  for (const workflow of workflows) {
    if (workflow.id === undefined) continue;
    const known = seen.get(workflow.id);
    // In list form it has no steps: then the other counts.
    if (known === undefined || (known.summaryOnly && !workflow.summaryOnly)) seen.set(workflow.id, workflow);
  }
  return workflows.filter((workflow) => workflow.id === undefined || seen.get(workflow.id) === workflow);
}

/** The documentation says that the rest of a run is skipped, and nothing of other runs. */
function noteDeletions(drafts: readonly Draft[], runs: readonly Run[], notes: Set<string>): void {
  const lastSend = new Map<number, number>();
  for (const { run, type, at } of drafts)
    if (type === 'send_email') lastSend.set(run, Math.max(lastSend.get(run) ?? 0, at.greatest ?? Number.POSITIVE_INFINITY));
  for (const { run, type, at } of drafts) {
    if (type !== 'contact_delete' || ![...lastSend].some(([other, last]) => other !== run && last >= at.least)) continue;
    notes.add(`${nameOfWorkflow((runs[run] as Run).workflow)} deletes the contact: whether other workflows still send after that is not documented`);
  }
}

/** An event that may come starts workflows as well, and nobody knows when. */
function noteStarts(
  drafts: readonly Draft[],
  later: ReadonlyMap<string, unknown>,
  startedBy: (event: string) => readonly Workflow[],
  notes: Set<string>,
): void {
  const awaited = new Set(drafts.flatMap(({ event }) => (event === undefined || later.has(event) ? [] : [event])));
  for (const event of awaited) {
    const started = startedBy(event);
    if (started.length > 0)
      notes.add(
        `if ${quote(event)} comes, ${namesOf(started)} ${started.length === 1 ? 'starts' : 'start'} too, which is not shown: say with --when that it comes`,
      );
  }
}

function namesOf(workflows: readonly Workflow[]): string {
  const shown = workflows.slice(0, 3).map(nameOfWorkflow);
  return workflows.length > shown.length ? `${shown.join(', ')} and ${workflows.length - shown.length} more workflows` : shown.join(', ');
}

/** Where nothing starts on an event, a workflow that starts on one of nearly the same name was most likely meant to. */
function nearestStart(workflows: readonly Workflow[], event: string): string | undefined {
  const owners = new Map<string, Workflow>();
  for (const workflow of workflows) {
    for (const step of workflow.steps) {
      const name = step.type === 'trigger' ? eventNameOf(step) : undefined;
      if (name !== undefined && !owners.has(name)) owners.set(name, workflow);
    }
  }
  const near = nearest(event, owners.keys());
  return near === undefined ? undefined : `${nameOfWorkflow(owners.get(near) as Workflow)} starts on ${quote(near)}: perhaps that is the same event, misspelt`;
}

function nameOf({ id, name, status }: Workflow): WorkflowName {
  return { ...(id !== undefined && { id }), ...(name !== undefined && { name }), ...(status !== undefined && { status }) };
}
