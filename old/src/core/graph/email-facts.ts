import {
  addTime,
  branchConstraints,
  constraintsOfEdge,
  NO_CONSTRAINTS,
  type PathConstraint,
} from '../conditions/path-constraints.ts';
import { eventNameOf } from '../model/config.ts';
import { addTo, createFirstFacts } from '../model/groups.ts';
import { nameOf } from '../model/label.ts';
import type { Step, WorkflowRef } from '../model/nodes.ts';
import { isCondition, isEmail, isWait, writesContact } from '../model/step-type.ts';
import { type EmailPlan, isCutShort, planEmails } from './email-plan.ts';
import { Flow, flowOf, flowsByEvent, isAnswer } from './flow.ts';
import { type Graph, triggersOf } from './graph.ts';
import { treeOf } from './reads.ts';

/** The events and emails of an enabled workflow: the fact of all rules that compare them with those of others. */
export interface EmailFact {
  readonly starts: readonly Start[];
  readonly waits: readonly AnsweredWait[];
}

/** An event that starts the workflow, and the emails of its contacts, if any. */
export interface Start {
  readonly event: string;
  readonly trigger: StepPosition & { /** Its name in the document. */ readonly field: string };
  readonly plan: EmailPlan;
}

/** A wait for an event that does not start the workflow. Its contacts leave it when the event starts other workflows. */
export interface AnsweredWait extends StepPosition {
  readonly event: string;
  readonly name: string;
  /** What they receive after the event. Its constraints begin with the known constraints on the contacts. */
  readonly plan: EmailPlan;
  /** Positions of the send_email steps on the paths to the wait. */
  readonly earlier: readonly number[];
}

interface StepPosition {
  readonly index: number;
  readonly key: string | undefined;
}

const NONE: readonly never[] = [];
const AT_EVENT = '0 to 0';

export function emailFactOf({ graph }: { readonly graph: Graph }): EmailFact | undefined {
  if (graph.workflow.status !== 'enabled') return undefined;
  const triggers = triggersOf(graph);
  const starts = flowsByEvent(graph).map(([event, flow]): Start => {
    const { index, key, config } = flow.starts[0] as Step;
    const field = config['event_name'] === undefined ? 'eventName' : 'event_name';
    return { event, trigger: { index, key, field }, plan: planEmails(flow) };
  });
  if (starts.length === 0) return undefined;
  const started = new Set(triggers.map(eventNameOf));
  const waits = graph.where(isWait).flatMap((wait) => describeWait(graph, wait, started) ?? []);
  return { starts, waits };
}

function describeWait(
  graph: Graph,
  wait: Step,
  started: ReadonlySet<string | undefined>,
): AnsweredWait | undefined {
  const event = eventNameOf(wait);
  const flow = flowOf(graph);
  if (event === undefined || started.has(event) || !flow.has(wait)) return undefined;
  const earlier = emailsBefore(flow, wait);
  const plan = planAfter(flow, wait, event);
  const { index, key } = wait;
  return plan.length + earlier.length === 0
    ? undefined
    : { event, index, key, name: nameOf(wait), plan, earlier };
}

function planAfter(flow: Flow, wait: Step, event: string): EmailPlan {
  const { graph } = flow;
  const [answer, other] = graph.outgoing(wait).filter((edge) => isAnswer(wait, edge));
  if (answer?.type !== 'event_received' || other !== undefined) return NONE;
  const tree = treeOf(graph, wait);
  // In a filter, "event." is the awaited event.
  const filter = tree === undefined ? NO_CONSTRAINTS : branchConstraints(tree).met;
  const constraints = [...filter, ...constraintsBefore(flow, wait, event)].map((one) =>
    addTime(one, AT_EVENT),
  );
  return planEmails(new Flow(graph, [graph.target(answer) as Step]), { event, constraints });
}

/**
 * The constraints on the only path to a wait, back to where paths join. Those on the contact are assumed to hold at the event
 * as well, unless a step after them changes the contact.
 */
function constraintsBefore(flow: Flow, wait: Step, event: string): readonly PathConstraint[] {
  const { graph } = flow;
  const found: PathConstraint[] = [];
  let isChanged = false;
  // The wait is in the flow, so each step is earlier in the order of the flow than the one before.
  for (let step = wait; ; ) {
    const [edge, other] = flow.incoming(step);
    if (edge === undefined || other !== undefined) break;
    step = graph.source(edge) as Step;
    isChanged ||= writesContact(step) || step.spec.effects.unknown;
    const tree = isCondition(step) ? treeOf(graph, step) : undefined;
    if (tree === undefined) continue;
    for (const constraint of constraintsOfEdge(edge, branchConstraints(tree, event)))
      if (constraint.isStable || !isChanged) found.push(constraint);
  }
  return found;
}

function emailsBefore(flow: Flow, wait: Step): readonly number[] {
  const before = new Set([wait]);
  // A Set iterates over elements added meanwhile.
  for (const step of before)
    for (const edge of flow.incoming(step)) before.add(flow.graph.source(edge) as Step);
  return [...before].filter(isEmail).map(({ index }) => index);
}

/** The workflows that an event starts, and those in which it ends a wait. */
export interface EventEmails<F> {
  readonly started: readonly { readonly known: F; readonly start: Start }[];
  readonly waiting: readonly { readonly known: F; readonly wait: AnsweredWait }[];
}

/** Whether some emails after the event are left out at a limit, so that their number is a lower bound. */
export const lacksEmails = ({ started, waiting }: EventEmails<unknown>): boolean =>
  started.some(({ start }) => isCutShort(start.plan)) ||
  waiting.some(({ wait }) => isCutShort(wait.plan));

type KnownEmails = { readonly workflow: WorkflowRef; readonly summary: EmailFact };

/** By event that starts workflows with emails. A workflow in two documents counts once for each event. */
export function emailsByEvent<F extends KnownEmails>(
  summaries: readonly F[],
): ReadonlyMap<string, EventEmails<F>> {
  const started = new Map<string, EventEmails<F>['started'][number][]>();
  const waiting = new Map<string, EventEmails<F>['waiting'][number][]>();
  const [isFirstStart, isFirstWait] = [createFirstFacts(), createFirstFacts()];
  for (const known of summaries) {
    for (const start of known.summary.starts)
      if (start.plan.length > 0 && isFirstStart(known, start.event))
        addTo(started, start.event, { known, start });
    for (const wait of known.summary.waits)
      if (isFirstWait(known, wait.event)) addTo(waiting, wait.event, { known, wait });
  }
  return new Map(
    Array.from(started, ([event, group]) => [
      event,
      { started: group, waiting: waiting.get(event) ?? [] },
    ]),
  );
}
