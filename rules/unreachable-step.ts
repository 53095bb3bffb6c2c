import type { Graph } from '../src/core/graph/graph.ts';
import { neverSent } from '../src/core/graph/lost-emails.ts';
import { type UnreachableRegion, unreachableRegions } from '../src/core/graph/regions.ts';
import { hasTimeout } from '../src/core/model/duration.ts';
import { groupIdentity } from '../src/core/model/identity.ts';
import { labelOf, nameOf, quote } from '../src/core/model/label.ts';
import type { Edge, Step } from '../src/core/model/nodes.ts';
import { edgeNounOf } from '../src/core/model/place.ts';
import {
  branchTypes,
  deletesContact,
  isEmail,
  isFork,
  isTrigger,
} from '../src/core/model/step-type.ts';
import { defineRule } from '../src/core/rule.ts';

export default defineRule({
  id: 'unreachable-step',
  severity: 'error',
  preset: 'correctness',
  category: 'graph',
  since: '0.1.0',
  summary: 'Steps that no path from the trigger leads to.',
  why: 'These steps never run, so their emails are never sent and their changes are never made.',
  remedy: 'Connect the first of them to a step that is reached, or remove them.',
  whenOff: 'While you draft a workflow and its parts are not connected yet.',

  workflow({ workflow, graph }, report) {
    if (!workflow.hasEdges || graph.where(isTrigger).length === 0) return;
    const regions = unreachableRegions(graph);
    if (regions.length === 0) return;
    const isNothingReached = workflow.steps.every(
      (step) => isTrigger(step) || !graph.isReachable(step),
    );
    const causes = graph.unresolvedEdges.map((edge) => causeAt(edge, graph)).slice(0, 20);
    const first = causes[0];
    const openBefore = createOpenEnds(graph);
    const cause = first?.key ? `correct the unknown step ${quote(first.key)} first` : undefined;
    for (const region of isNothingReached ? [unite(regions)] : regions) {
      const [start, ...others] = region.steps;
      report({
        at: start,
        identity: groupIdentity(workflow, region.start, lowestKey(region.start)),
        message: describe(region, graph),
        help:
          cause ??
          (isNothingReached ? connectTrigger(regions, graph) : helpFor(region, openBefore)),
        consequence: neverSent(region.steps.filter(isEmail).length),
        related: [
          ...causes,
          ...others.map((step) => ({ at: step, message: `${labelOf(step)} is unreachable too` })),
        ],
      });
    }
  },
});

/** All steps as one region, in array order. */
function unite(regions: readonly UnreachableRegion[]): UnreachableRegion {
  const [first, ...others] = regions
    .flatMap(({ steps }) => steps)
    .toSorted((a, b) => a.index - b.index) as [Step, ...Step[]];
  return { steps: [first, ...others], start: [first, ...others] };
}

const lowestKey = (steps: readonly Step[]): string | undefined =>
  steps.flatMap(({ key }) => key ?? []).toSorted()[0];

function causeAt(edge: Edge, graph: Graph) {
  const end = graph.source(edge) === undefined ? 'from' : 'to';
  const key = edge[end]?.trim();
  if (key === undefined)
    return {
      at: edge,
      key,
      message: `likely cause: ${edgeNounOf(graph.workflow)} without "${end}"`,
    };
  const what = key === '' ? `blank "${end}"` : `unknown step ${quote(key)}`;
  return { at: [edge, end] as const, key, message: `likely cause: ${what}` };
}

function describe({ steps: [first, ...others] }: UnreachableRegion, graph: Graph): string {
  if (others.length > 0)
    return `${others.length + 1} steps are unreachable, starting at ${labelOf(first)}`;
  if (first.key === undefined) return `${labelOf(first)} is unreachable: it has no key`;
  const isLoop = graph.incoming(first).length > 0;
  const noun = edgeNounOf(graph.workflow);
  return `${labelOf(first)} is unreachable: ${isLoop ? `only its own ${noun} leads` : `no ${noun} leads`} to it`;
}

function connectTrigger([only, other]: readonly UnreachableRegion[], graph: Graph): string {
  if (only === undefined || other !== undefined) return 'connect the trigger and the other steps';
  const [first] = only.steps;
  const trigger = graph.where(isTrigger).find((step) => graph.isReachable(step));
  if (trigger?.key === undefined || first.key === undefined) return 'connect the trigger';
  const noun = edgeNounOf(graph.workflow);
  return `connect the trigger: add ${noun === 'edge' ? 'an' : 'a'} ${noun} from ${quote(trigger.key)} to ${quote(first.key)}`;
}

/** The last step before it with a free branch, else without a successor, most likely lost its edge. */
function helpFor(
  { steps: [first] }: UnreachableRegion,
  openBefore: (step: Step) => OpenEnd | undefined,
): string | undefined {
  if (first.key === undefined) return 'give it a key that an edge can name';
  const open = openBefore(first);
  if (open === undefined) return undefined;
  const { step, branch } = open;
  if (branch === 'timeout' && !hasTimeout(step))
    return `nothing follows ${nameOf(step)} when its event does not come: add a timeout, and connect that branch`;
  if (branch !== undefined)
    return `the ${quote(branch)} branch of ${nameOf(step)} is free: connect it to ${nameOf(first)}`;
  return isFork(step)
    ? `nothing follows ${nameOf(step)}: connect one of its branches`
    : `nothing follows ${nameOf(step)}: connect it to ${nameOf(first)}`;
}

/** A reachable step that an edge can be added to. */
interface OpenEnd {
  readonly step: Step;
  /** The only free branch, where others are taken. */
  readonly branch?: string;
}

/** The last open end before another step, in array order. */
function createOpenEnds(graph: Graph): (step: Step) => OpenEnd | undefined {
  let leaf: OpenEnd | undefined;
  let free: OpenEnd | undefined;
  const before = graph.workflow.steps.map((step) => {
    const found = free ?? leaf;
    if (!graph.isReachable(step) || deletesContact(step)) return found;
    const taken = new Set(graph.outgoing(step).map(({ type }) => type));
    if (taken.size === 0) leaf = { step };
    const [branch, another] = branchTypes(step).filter((type) => !taken.has(type));
    if (taken.size > 0 && branch !== undefined && another === undefined && isFork(step))
      free = { step, branch };
    return found;
  });
  return ({ index }) => before[index];
}
