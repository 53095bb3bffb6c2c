import { flowOf } from '../../core/graph/flow.ts';
import { buildGraph, type Graph } from '../../core/graph/graph.ts';
import { eventNameOf } from '../../core/model/config.ts';
import { quote } from '../../core/model/label.ts';
import { isTooLarge, LARGE_WORKFLOW } from '../../core/model/limits.ts';
import type { EventDefinition, Step, Workflow } from '../../core/model/nodes.ts';
import type {
  EmailCount,
  LaterEvent,
  Loop,
  Refusal,
  Run,
  Simulation,
  SimulationRequest,
  WorkflowName,
} from '../../core/model/simulation.ts';
import { isTrigger } from '../../core/model/step-type.ts';
import { isSend } from '../../core/report/simulation-words.ts';
import { applyAnswers } from './answers.ts';
import { formatInstant, isNearChange } from './calendar.ts';
import { countEmails } from './cases.ts';
import { type DraftMoment, draftMoments, numberMoments } from './moments.ts';
import { namesOf, noteDeletions, noteNearest, noteStarts } from './notes.ts';
import { checkContact, checkPayload } from './payload.ts';
import { createQuestions, type Questions } from './questions.ts';
import { planRoute } from './route.ts';
import type { Occurrence } from './running.ts';
import { findDisputes, quoteWorkflow, type Running } from './running.ts';
import { MAX_WORK, walk } from './walk.ts';

/**
 * The emails of one contact after an event, over all workflows that it starts: pure and synchronous. The time does not grow with
 * the number of paths: paths are merged where they join, and if there are too many, with fewer details.
 */
export function simulate(
  workflows: readonly Workflow[],
  definitions: readonly EventDefinition[],
  request: SimulationRequest,
): Simulation {
  const { event, contact, start, when = [] } = request;
  const notes = new Set(contact === undefined ? [] : checkContact(contact));
  const definitionOf = (name: string): EventDefinition | undefined =>
    definitions.find((definition) => definition.name === name);
  const { occurrences, later, refused } = readEvents(request, definitionOf, notes);
  const choice = chooseWorkflows(workflows, request);
  const questions = createQuestions();
  const followed = followRuns({ choice, occurrences, later, questions, request, notes });
  const { runs } = followed;
  const { drafts, answered } = applyAnswers(followed.drafts, request.answers, questions);
  const goesOn = ({ run, steps, rounds }: Loop): boolean =>
    drafts.some((each) => each.run === run && each.round === rounds && steps.includes(each.step));
  const loops = answered.length === 0 ? followed.loops : followed.loops.filter(goesOn);
  const bounds = followed.bounds.map((bound, run) =>
    isEndless(followed.loops, run) && !isEndless(loops, run)
      ? { min: bound.min, max: MANY }
      : bound,
  );
  noteDeletions(drafts, runs, notes);
  noteStarts(drafts, later, choice.startedBy, notes);
  if (runs.length === 0 && refused.length === 0) noteNearest(choice.on, event, notes);
  const used = new Set(choice.distinct.flatMap(({ steps }) => steps.map(eventNameOf)));
  const sends = drafts.filter(isSend).map(({ guard }) => guard);
  return {
    event,
    ...(start !== undefined && {
      start: { ...start, date: formatInstant(start, 0), nearChange: isNearChange(start, 0) },
    }),
    runs,
    ...numberMoments(drafts, questions),
    emails: joinCounts(countEmails(sends, questions), bounds),
    loops,
    refused,
    notEnabled: choice.distinct
      .filter((workflow) => !choice.isOn(workflow) && choice.startsOn(workflow, event))
      .map(nameOf),
    notes: [...notes],
    gaps: [...followed.gaps, ...gapsOf(workflows, choice)],
    answered,
    unknown: [...new Set([event, ...when.map((each) => each.event)])].filter(
      (name) => definitionOf(name) === undefined && !used.has(name),
    ),
  };
}

/** The workflows that events can start. */
interface WorkflowChoice {
  readonly distinct: readonly Workflow[];
  readonly on: readonly Workflow[];
  readonly graphOf: (workflow: Workflow) => Graph;
  readonly isOn: (workflow: Workflow) => boolean;
  readonly startsOn: (workflow: Workflow, event: string) => boolean;
  readonly startedBy: (event: string) => readonly Workflow[];
}

function chooseWorkflows(
  workflows: readonly Workflow[],
  request: SimulationRequest,
): WorkflowChoice {
  const graphs = new Map<Workflow, Graph>();
  const graphOf = (workflow: Workflow): Graph => {
    const graph = graphs.get(workflow) ?? buildGraph(workflow);
    graphs.set(workflow, graph);
    return graph;
  };
  const startsOn = (workflow: Workflow, name: string): boolean =>
    triggersOf(workflow, name, graphOf).length > 0;
  const isOn = ({ status }: Workflow): boolean => request.all === true || status === 'enabled';
  const distinct = distinctById(workflows.filter((workflow) => !isTooLarge(workflow)));
  const on = distinct.filter(isOn);
  const startedBy = (name: string): readonly Workflow[] =>
    on.filter((workflow) => startsOn(workflow, name));
  return { distinct, on, graphOf, isOn, startsOn, startedBy };
}

/** Follows the contact through each workflow that an event starts. */
function followRuns(given: {
  readonly choice: WorkflowChoice;
  readonly occurrences: readonly Occurrence[];
  readonly later: Running['later'];
  readonly questions: Questions;
  readonly request: SimulationRequest;
  readonly notes: Set<string>;
}) {
  const { choice, questions, later, notes } = given;
  const { contact, start } = given.request;
  const { graphOf } = choice;
  const started = given.occurrences.flatMap((cause) =>
    choice.startedBy(cause.event).map((workflow) => ({ workflow, cause })),
  );
  const disputes = findDisputes(started, graphOf);
  const note = (text: string): void => void notes.add(text);
  const shared = { contact, later, questions, note, budget: { left: MAX_WORK } };
  const runs: Run[] = [];
  const drafts: DraftMoment[] = [];
  const loops: Loop[] = [];
  const bounds: EmailCount[] = [];
  const gaps: string[] = [];
  for (const [run, { workflow, cause }] of started.entries()) {
    const graph = graphOf(workflow);
    const name = quoteWorkflow(workflow);
    const { event, at } = cause;
    const isReadable = workflow.hasEdges;
    const shown = { workflow: nameOf(workflow), event, at };
    runs.push(isReadable ? shown : { ...shown, unreadable: true });
    if (!isReadable) gaps.push(`the edges of ${name} cannot be read, so what it does is not known`);
    const flow = flowOf(graph);
    const starts = triggersOf(workflow, event, graphOf);
    const route = planRoute(flow, starts);
    const running: Running = { ...shared, run, graph, flow, route, cause, disputed: disputes(run) };
    const walked = walk(running, starts);
    if (walked.isCut) gaps.push(`${name} is too large to be followed to its end`);
    drafts.push(...draftMoments(running, walked.visits, start));
    bounds.push(walked.emails);
    loops.push(...walked.loops);
  }
  return { runs, drafts, loops, bounds, gaps };
}

/** The workflows of which nothing, or no step, was followed. */
function gapsOf(workflows: readonly Workflow[], { on, isOn }: WorkflowChoice): readonly string[] {
  const gaps: string[] = [];
  const large = workflows.filter((workflow) => isTooLarge(workflow) && isOn(workflow));
  if (large.length > 0)
    gaps.push(
      `${namesOf(large)} ${large.length === 1 ? 'is' : 'are'} ${LARGE_WORKFLOW}: not followed`,
    );
  const unloaded = on.filter(({ summaryOnly }) => summaryOnly);
  if (unloaded.length > 0) gaps.push(`the steps of ${namesOf(unloaded)} were not loaded`);
  const unread = on.filter(({ summaryOnly, hasSteps }) => !summaryOnly && !hasSteps);
  if (unread.length > 0) gaps.push(`the steps of ${namesOf(unread)} cannot be read`);
  return gaps;
}

/** The events of the contact in order of time, without those with a refused payload. */
function readEvents(
  request: SimulationRequest,
  definitionOf: (name: string) => EventDefinition | undefined,
  notes: Set<string>,
) {
  const { event, payload, payloadIsPart, when = [] } = request;
  const occurrences: Occurrence[] = [];
  const later = new Map<string, Occurrence[]>();
  const refused: Refusal[] = [];
  const occur = (
    { event: name, at, payload: given }: TimedEvent,
    isPart?: boolean,
  ): Occurrence | undefined => {
    const definition = definitionOf(name);
    if (given !== undefined && definition === undefined)
      notes.add(`${quote(name)} has no definition here, so its payload was not checked`);
    const { problems, remarks } = checkPayload(given, definition, isPart);
    for (const remark of remarks) notes.add(`${quote(name)}: ${remark}`);
    if (problems.length > 0) {
      refused.push({ event: name, at, problems });
      return undefined;
    }
    const occurrence = { index: occurrences.length, event: name, at, payload: given, isPart };
    occurrences.push(occurrence);
    return occurrence;
  };
  const first = occur({ event, at: 0, payload }, payloadIsPart);
  for (const { event: name } of when)
    if (!later.has(name)) later.set(name, name === event && first !== undefined ? [first] : []);
  const inTime = when.filter(hasTime).sort((a, b) => a.at - b.at);
  for (const each of inTime) {
    const occurrence = occur(each);
    if (occurrence !== undefined) later.get(each.event)?.push(occurrence);
  }
  return { occurrences, later, refused };
}

type TimedEvent = LaterEvent & { readonly at: number };

const hasTime = (event: LaterEvent): event is TimedEvent => event.at !== undefined;

/** The triggers of a workflow that an event starts. Several are a fault; each of them starts it. */
function triggersOf(
  workflow: Workflow,
  event: string,
  graphOf: (workflow: Workflow) => Graph,
): readonly Step[] {
  const triggers = workflow.steps.filter((step) => isTrigger(step) && eventNameOf(step) === event);
  return triggers.length === 0
    ? triggers
    : triggers.filter((step) => !graphOf(workflow).isDuplicate(step));
}

/** The same workflow in two documents still runs once. */
function distinctById(workflows: readonly Workflow[]): readonly Workflow[] {
  const seen = new Map<string, Workflow>();
  for (const workflow of workflows) {
    if (workflow.id === undefined) continue;
    const known = seen.get(workflow.id);
    // In list form it has no steps, so the full form is used.
    if (known === undefined || (known.summaryOnly && !workflow.summaryOnly))
      seen.set(workflow.id, workflow);
  }
  return workflows.filter(
    (workflow) => workflow.id === undefined || seen.get(workflow.id) === workflow,
  );
}

/** The bound of a run whose loops the answers exclude: the conditions of its emails give the smaller one. */
const MANY = Number.MAX_VALUE;

const isEndless = (loops: readonly Loop[], of: number): boolean =>
  loops.some(({ run, ends, sends }) => run === of && !ends && sends > 0);

/** Both are bounds: by the conditions of each email over all runs, and by the paths of each run. */
function joinCounts(
  joint: { readonly min: number; readonly max: number },
  bounds: readonly EmailCount[],
): EmailCount {
  const min = bounds.reduce((sum, each) => sum + each.min, 0);
  const max = bounds.reduce((sum, each) => sum + (each.max ?? Number.POSITIVE_INFINITY), 0);
  return {
    min: Math.max(joint.min, min),
    max: max === Number.POSITIVE_INFINITY ? null : Math.min(joint.max, max),
  };
}

function nameOf({ id, name, status }: Workflow): WorkflowName {
  return {
    ...(id !== undefined && { id }),
    ...(name !== undefined && { name }),
    ...(status !== undefined && { status }),
  };
}
